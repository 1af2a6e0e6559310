/**
 * A certificate for `localhost` and its key, of no worth anywhere: what a test's own HTTPS server shows and
 * the test's own client trusts. Made for a hundred years with
 * `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost`.
 */
export const localhostCertificate = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWx4ZjOsiS0h7aYB+
vqfFxeC3/VWbBtLCErPUQNNPnB+hRANCAARwQuneC5BuVsNkICgx/GL1fyfC/bTw
a1PkyBkoYVBIIqgZ00JcAzxQlYdD3alUwqiJegQy8UD7QMNkMXU0AY9m
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBljCCATugAwIBAgIUY66qs2/esY4PIoz+8MkzIVht4OwwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMDEyMDMyMFoYDzIxMjYxMDI3
MTIwMzIwWjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAARwQuneC5BuVsNkICgx/GL1fyfC/bTwa1PkyBkoYVBIIqgZ00JcAzxQ
lYdD3alUwqiJegQy8UD7QMNkMXU0AY9mo2kwZzAdBgNVHQ4EFgQUb9j4bym3bg4Z
0n41j5daBz08yKUwHwYDVR0jBBgwFoAUb9j4bym3bg4Z0n41j5daBz08yKUwDwYD
VR0TAQH/BAUwAwEB/zAUBgNVHREEDTALgglsb2NhbGhvc3QwCgYIKoZIzj0EAwID
SQAwRgIhAPs1WvpRbKYJNtpwnBSJmLyDnUWeMl4F7hWv+vSFQWVKAiEAskO5Y5xY
M2xslk44okTesGZI05m5kWKUpJFUgOWpht8=
-----END CERTIFICATE-----
`,
};
