import type { IncomingHttpHeaders } from "node:http";
import type { Env } from "./env.ts";

/** Nothing from anywhere else, no inline script, no frame around us. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
];

/** Camera and microphone are for calls, of this origin alone. */
const PERMISSIONS_POLICY = "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()";

/** What every answer says to a browser. Put together once: it is the same for all of them. */
export function securityHeaders(env: Pick<Env, "publicUrl">): Readonly<Record<string, string>> {
  const isHttps = env.publicUrl?.startsWith("https:") ?? false;
  return {
    "content-security-policy": [...POLICY, ...(isHttps ? ["upgrade-insecure-requests"] : [])].join(";"),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "origin-agent-cluster": "?1",
    "permissions-policy": PERMISSIONS_POLICY,
    "referrer-policy": "no-referrer",
    ...(isHttps ? { "strict-transport-security": "max-age=31536000; includeSubDomains" } : {}),
    "x-content-type-options": "nosniff",
    "x-dns-prefetch-control": "off",
    "x-download-options": "noopen",
    "x-frame-options": "DENY",
    "x-permitted-cross-domain-policies": "none",
    // What browsers did of their own against scripts was a hole itself.
    "x-xss-protection": "0",
  };
}

/**
 * The worker that reads QR codes where the browser cannot: what it is made of is WebAssembly, which no page and no other
 * script may run. A worker has the policy that its own file came with.
 */
export const QR_WORKER = /^assets\/qr-worker-[\w-]+\.js$/;
export const QR_WORKER_POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** A browser tells the origin of a page that opens a socket; programs tell none. */
export function isSameOrigin(headers: IncomingHttpHeaders, publicUrl: string | undefined): boolean {
  const { origin, host } = headers;
  if (origin === undefined) {
    return true;
  }
  if (!URL.canParse(origin)) {
    return false;
  }
  return new URL(origin).host === host || (publicUrl !== undefined && origin === new URL(publicUrl).origin);
}
