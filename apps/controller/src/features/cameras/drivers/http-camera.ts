import { createHash, randomBytes } from "node:crypto";
import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { CameraFailure } from "../camera-driver.ts";

/**
 * Asks a camera for its pictures over HTTP, with the name and password of the address: as Basic, or as the
 * Digest that most cameras want. Errors tell the kind of failure and never the address.
 */
export async function askCamera(address: string, signal: AbortSignal): Promise<IncomingMessage> {
  const url = new URL(address);
  const user = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = "";
  url.password = "";
  const basic = user === "" ? undefined : `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  const first = await get(url, signal, basic);
  if (first.statusCode !== 401 || user === "") {
    return accepted(first);
  }
  const challenge = first.headers["www-authenticate"] ?? "";
  first.destroy();
  if (!/^digest /i.test(challenge)) {
    throw passwordRefused();
  }
  const answer = answerDigest({ challenge, user, password, path: url.pathname + url.search });
  return accepted(await get(url, signal, answer));
}

function get(url: URL, signal: AbortSignal, authorization: string | undefined): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const headers = authorization === undefined ? {} : { authorization };
    const request = send(url, { agent: false, signal, headers }, resolve);
    request.on("error", (error) =>
      reject(
        new CameraFailure(
          `the camera cannot be reached: ${"code" in error ? error.code : error.name}`,
          "unreachable",
        ),
      ),
    );
    request.end();
  });
}

function accepted(response: IncomingMessage): IncomingMessage {
  if (response.statusCode === 200) {
    return response;
  }
  response.destroy();
  throw response.statusCode === 401 || response.statusCode === 403
    ? passwordRefused()
    : new CameraFailure(`the camera answered ${response.statusCode}`, "not-there");
}

const passwordRefused = () =>
  new CameraFailure("the camera refused the name or password", "refused-password");

/** RFC 7616 with the parts that cameras use: MD5 or SHA-256, with or without `qop=auth`. */
function answerDigest(ask: { challenge: string; user: string; password: string; path: string }): string {
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
  const who = hash(`${ask.user}:${realm}:${ask.password}`);
  const what = hash(`GET:${ask.path}`);
  const response = mayCount
    ? hash(`${who}:${nonce}:00000001:${cnonce}:auth:${what}`)
    : hash(`${who}:${nonce}:${what}`);
  return [
    `Digest username="${ask.user}"`,
    `realm="${realm}"`,
    `nonce="${nonce}"`,
    `uri="${ask.path}"`,
    `response="${response}"`,
    `algorithm=${algorithm}`,
    ...(opaque === undefined ? [] : [`opaque="${opaque}"`]),
    ...(mayCount ? ["qop=auth", "nc=00000001", `cnonce="${cnonce}"`] : []),
  ].join(", ");
}
