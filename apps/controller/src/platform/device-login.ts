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

export const bearerOf = ({ password }: Login): string => `Bearer ${password}`;

/** One challenge of a device, by the names of its parts. */
export type DigestChallenge = ReadonlyMap<string, string>;

/** What a device asks for, the strongest that we know of several; undefined when it is no Digest of RFC 7616. */
export function digestAsked(header: string): DigestChallenge | undefined {
  const challenges = header
    .split(/(?:^|,)\s*(?=(?:digest|basic|bearer|negotiate|ntlm)(?:\s|$))/i)
    .filter((text) => /^digest\s/i.test(text))
    .map((text) => {
      const parts = new Map<string, string>();
      for (const [, name, quoted, bare] of text.matchAll(/(\w+)\s*=\s*(?:"([^"]*)"|([^\s,]+))/g)) {
        parts.set((name ?? "").toLowerCase(), quoted ?? bare ?? "");
      }
      return parts;
    })
    .filter((parts) => algorithmOf(parts) !== undefined);
  return challenges.find((parts) => algorithmOf(parts)?.hash === "sha256") ?? challenges[0];
}

/** The hash of a challenge, and whether it is of this session alone; undefined for one that we do not know. */
function algorithmOf(parts: DigestChallenge): { hash: "md5" | "sha256"; isOfSession: boolean } | undefined {
  const [, name, session] = /^(md5|sha-256)(-sess)?$/i.exec(parts.get("algorithm") ?? "MD5") ?? [];
  return name === undefined
    ? undefined
    : { hash: name.toLowerCase() === "md5" ? "md5" : "sha256", isOfSession: session !== undefined };
}

/**
 * The answer to a challenge by RFC 7616: MD5 or SHA-256, with or without `qop=auth`.
 * @param ask.count how often its nonce was used, with this time
 */
export function digestOf(
  { user, password }: Login,
  ask: { challenge: DigestChallenge; method: string; uri: string; count: number },
): string {
  const parts = ask.challenge;
  const realm = parts.get("realm") ?? "";
  const nonce = parts.get("nonce") ?? "";
  const opaque = parts.get("opaque");
  const algorithm = parts.get("algorithm") ?? "MD5";
  const known = algorithmOf(parts);
  const hash = (text: string) =>
    createHash(known?.hash ?? "md5")
      .update(text)
      .digest("hex");
  const mayCount = (parts.get("qop") ?? "").split(/\s*,\s*/).includes("auth");
  const cnonce = randomBytes(8).toString("hex");
  const account = hash(`${user}:${realm}:${password}`);
  const who = known?.isOfSession ? hash(`${account}:${nonce}:${cnonce}`) : account;
  const nc = ask.count.toString(16).padStart(8, "0");
  const what = hash(`${ask.method}:${ask.uri}`);
  const response = mayCount
    ? hash(`${who}:${nonce}:${nc}:${cnonce}:auth:${what}`)
    : hash(`${who}:${nonce}:${what}`);
  return [
    `Digest username="${user.replace(/["\\]/g, "\\$&")}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${ask.uri}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(mayCount ? ["qop=auth", `nc=${nc}`, `cnonce="${cnonce}"`] : []),
  ].join(", ");
}
