import {
  type IncomingHttpHeaders,
  IncomingMessage,
  type OutgoingHttpHeaders,
  ServerResponse,
} from "node:http";
import { Socket } from "node:net";
import helmet, { type HelmetOptions } from "helmet";
import type { Env } from "./env.ts";

/** Nothing from anywhere else, no inline script, no frame around us. */
const optionsOf = (isHttps: boolean): HelmetOptions => ({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      "default-src": ["'self'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", "blob:", "data:"],
      "media-src": ["'self'", "blob:"],
      "font-src": ["'self'"],
      "connect-src": ["'self'"],
      "worker-src": ["'self'"],
      "manifest-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'self'"],
      "frame-ancestors": ["'none'"],
      ...(isHttps ? { "upgrade-insecure-requests": [] } : {}),
    },
  },
  crossOriginEmbedderPolicy: false,
  referrerPolicy: { policy: "no-referrer" },
  strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
  xFrameOptions: { action: "deny" },
});

/** Camera and microphone are for calls, of this origin alone. */
const PERMISSIONS_POLICY = "camera=(self), microphone=(self), geolocation=(), payment=(), usb=()";

/** What every answer says to a browser. It is the same for all of them: helmet is asked once, with an answer that goes nowhere. */
export function securityHeaders(env: Pick<Env, "publicUrl">): Readonly<OutgoingHttpHeaders> {
  const request = new IncomingMessage(new Socket());
  const answer = new ServerResponse(request);
  helmet(optionsOf(env.publicUrl?.startsWith("https:") ?? false))(request, answer, (error) => {
    if (error !== undefined) {
      throw error;
    }
  });
  return { ...answer.getHeaders(), "permissions-policy": PERMISSIONS_POLICY };
}

/**
 * Code, styles and letters that a page is made of. They have the page's own policy once they are in it: what the long one says of
 * pages would go out a dozen times with a first visit, on a slow line.
 */
export const PART_OF_PAGE = /^assets\/(?![\w-]*worker)[\w.-]+\.(?:js|css|woff2)$/;
export const PART_OF_PAGE_POLICY = "default-src 'none'; frame-ancestors 'none'";
/** What browsers heed with a page, and with nothing else. */
export const OF_PAGES_ALONE = [
  "cross-origin-opener-policy",
  "origin-agent-cluster",
  "permissions-policy",
  "x-dns-prefetch-control",
  "x-download-options",
  "x-frame-options",
  "x-permitted-cross-domain-policies",
  "x-xss-protection",
] as const;

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
