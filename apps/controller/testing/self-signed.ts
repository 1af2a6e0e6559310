/**
 * A certificate that nobody signed and its key, of no worth anywhere: what cheap devices show. Made for a hundred years
 * with `openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=relay`.
 */
export const selfSigned = {
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg5jUe6NH3D9w3rVrD
y/Ry+Nzn/8ozGqughcbe99/4PV+hRANCAATcbAmUMA5uZk7v0D0VLjlRO9Zkiv7J
8jLckxcUZuTTlRqWrdaHfyao3uOQRDSNPUOxMDOiliXXpiu35qpZIauS
-----END PRIVATE KEY-----
`,
  cert: `-----BEGIN CERTIFICATE-----
MIIBeDCCAR2gAwIBAgIUGdiTGx37XTCxNahGptbAD7IN7TcwCgYIKoZIzj0EAwIw
EDEOMAwGA1UEAwwFcmVsYXkwIBcNMjYxMTIyMTU1MTE1WhgPMjEyNjEwMjkxNTUx
MTVaMBAxDjAMBgNVBAMMBXJlbGF5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
3GwJlDAObmZO79A9FS45UTvWZIr+yfIy3JMXFGbk05Ualq3Wh38mqN7jkEQ0jT1D
sTAzopYl16Yrt+aqWSGrkqNTMFEwHQYDVR0OBBYEFN1uFgzvRW951ugrgys0N/Ws
v9pFMB8GA1UdIwQYMBaAFN1uFgzvRW951ugrgys0N/Wsv9pFMA8GA1UdEwEB/wQF
MAMBAf8wCgYIKoZIzj0EAwIDSQAwRgIhAPHwORr0BHjtPv2xZaGBPnGuaEzlmlH8
4GHwuHar5zL1AiEAywZ3angfj8IjfMNckDIlVmMQZGbZktCiVJJwMR5zYrU=
-----END CERTIFICATE-----
`,
};
