import { createHash, randomBytes } from "node:crypto";

/** The name and password in a device's address. */
export interface Login {
  user: string;
  password: string;
}

/** The address without its login, and the login if it has one. */
export function takeLogin(address: string): { url: URL; login: Login | undefined } {
  if (!URL.canParse(address)) {
    // The parser's own error holds the address.
    throw new Error("this is no address");
  }
  const url = new URL(address);
  const login =
    url.username === "" && url.password === ""
      ? undefined
      : { user: decoded(url.username), password: decoded(url.password) };
  url.username = "";
  url.password = "";
  return { url, login };
}

/** A `%` that begins no character is one that was written as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const basicOf = ({ user, password }: Login): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;

/** RFC 7616 with the parts that cameras use: MD5 or SHA-256, with or without `qop=auth`. */
export function digestOf(
  { user, password }: Login,
  ask: { challenge: string; method: string; uri: string },
): string {
  const parts = new Map<string, string>();
  for (const [, name, quoted, bare] of ask.challenge.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)) {
    parts.set((name ?? "").toLowerCase(), quoted ?? bare ?? "");
  }
  const realm = parts.get("realm") ?? "";
  const nonce = parts.get("nonce") ?? "";
  const opaque = parts.get("opaque");
  const algorithm = parts.get("algorithm") ?? "MD5";
  const hash = (text: string) =>
    createHash(/^sha-256/i.test(algorithm) ? "sha256" : "md5")
      .update(text)
      .digest("hex");
  const mayCount = (parts.get("qop") ?? "").split(/,\s*/).includes("auth");
  const cnonce = randomBytes(8).toString("hex");
  const who = hash(`${user}:${realm}:${password}`);
  const what = hash(`${ask.method}:${ask.uri}`);
  const response = mayCount
    ? hash(`${who}:${nonce}:00000001:${cnonce}:auth:${what}`)
    : hash(`${who}:${nonce}:${what}`);
  return [
    `Digest username="${user}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${ask.uri}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(mayCount ? ["qop=auth", "nc=00000001", `cnonce="${cnonce}"`] : []),
  ].join(", ");
}
