import { connect } from "node:tls";

const PATIENCE_MS = 10_000;
const HTTPS_PORT = 443;

/**
 * Until when the certificate holds that is shown at this address, whoever signed it; null where there is none to be had: another
 * scheme, nobody there.
 */
export function certificateEnd(address: string | undefined): Promise<Date | null> {
  const url = address === undefined ? null : new URL(address);
  if (url?.protocol !== "https:") {
    return Promise.resolve(null);
  }
  const host = url.hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve) => {
    const line = connect({
      host,
      port: url.port === "" ? HTTPS_PORT : Number(url.port),
      servername: /^[\d.:]+$/.test(host) ? "" : host,
      // Nothing is said on it: one that has run out has to be read too.
      rejectUnauthorized: false,
      timeout: PATIENCE_MS,
    });
    const end = (until: Date | null) => {
      line.destroy();
      resolve(until);
    };
    line.once("secureConnect", () => {
      const until = new Date(line.getPeerCertificate().valid_to);
      end(Number.isNaN(until.getTime()) ? null : until);
    });
    line.once("error", () => end(null));
    line.once("timeout", () => end(null));
  });
}
