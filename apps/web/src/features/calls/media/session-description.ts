/*
 * The few things a call reads in an SDP text (RFC 8866), and the one it adds: a last line that names the
 * offer. It is taken off before a browser sees the text, and a text without it is fine too.
 */

const OFFER_LINE = /a=umbral-offer:([\w-]+)\r\n$/;

/** A description as the browser wants it; null where it does not say which offer it is or answers. */
export interface NamedDescription {
  sdp: string;
  offerId: string | null;
}

/** Adds the name of the offer that this text is, or answers. */
export function nameOffer(sdp: string, offerId: string | null): string {
  return offerId === null ? sdp : `${sdp.replace(/(\r\n)?$/, "\r\n")}a=umbral-offer:${offerId}\r\n`;
}

/** The text as the browser wants it, and which offer it is or answers, when it says so. */
export function readOffer(text: string): NamedDescription {
  const [line, offerId] = OFFER_LINE.exec(text) ?? [];
  return line === undefined || offerId === undefined
    ? { sdp: text, offerId: null }
    : { sdp: text.slice(0, -line.length), offerId };
}

/** Which connection wrote this text: the same through all its descriptions, another for another connection. */
export function connectionOf(sdp: string): string | null {
  return /^o=\S+ (\d+) /m.exec(sdp)?.[1] ?? null;
}

/** By these names candidates say to which description they belong. */
export function usernameFragmentsOf(sdp: string): Set<string> {
  return new Set([...sdp.matchAll(/^a=ice-ufrag:(\S+)/gm)].map(([, name]) => name ?? ""));
}
