import type { KeyStore } from "../../lib/storage.ts";

/** Where this browser keeps what it is known by to who gives codes. It names nobody and stays when somebody signs out. */
const KEY = "umbralDevice";
const SECRET_BYTES = 32;
const SECRET = /^[\w-]{43}$/;

/**
 * The secret by which this browser is shown the code again that it asked for (decisions §3): made when it is first
 * needed, and the server keeps a digest of it alone.
 */
export function ownDevice(store: KeyStore): string {
  const kept = store.getItem(KEY);
  if (kept !== null && SECRET.test(kept)) {
    return kept;
  }
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  const secret = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
  store.setItem(KEY, secret);
  return secret;
}
