import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { basicOf, digestOf, takeLogin } from "./device-login.ts";

/** A device that could not be asked. The message never holds its address, which may hold a password. */
export class DeviceAway extends Error {
  /** The kind of failure as Node names it, like `ECONNREFUSED`. */
  readonly code: string;

  constructor(code: string) {
    super(`the device cannot be reached: ${code}`);
    this.code = code;
  }
}

/** Was it the device's certificate: not signed by anybody known, not of that name, or too old? */
export const isCertificateTrouble = (code: string): boolean =>
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/.test(code);

interface Sending {
  /** Called immediately before each request leaves; what it throws keeps the request here. */
  beforeSending?: (() => void) | undefined;
  signal: AbortSignal;
}

/**
 * Asks a device with the name and password of its address: as Basic, and as Digest where it wants that. A request
 * that was answered with 401 has done nothing, so that asking again does nothing twice. Redirects are not followed:
 * the password would be shown there.
 */
export async function requestOnce(address: string, sending: Sending): Promise<IncomingMessage> {
  const { url, login } = takeLogin(address);
  const first = await get(url, login && basicOf(login), sending);
  const challenge = first.headers["www-authenticate"] ?? "";
  if (first.statusCode !== 401 || !login || !/^digest /i.test(challenge)) {
    return first;
  }
  first.destroy();
  const answer = digestOf(login, { challenge, method: "GET", uri: url.pathname + url.search });
  return get(url, answer, sending);
}

/** One GET on a connection of its own. */
export function get(
  url: URL,
  authorization: string | undefined,
  { beforeSending, signal }: Sending,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    beforeSending?.();
    const send = url.protocol === "https:" ? secureRequest : plainRequest;
    const headers = authorization === undefined ? {} : { authorization };
    const request = send(url, { agent: false, signal, headers }, resolve);
    request.on("error", (error) => reject(new DeviceAway(codeOf(error))));
    request.end();
  });
}

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : error.name;

/** Longer answers are not read to their end: a state is a few words. */
const ANSWER_BYTES = 64_000;

/** An answer as text. */
export function readAnswer(response: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    response.setEncoding("utf8");
    response.on("error", (error) => reject(new DeviceAway(codeOf(error))));
    response.on("data", (part: string) => {
      text += part;
      if (text.length > ANSWER_BYTES) {
        response.destroy();
        reject(new Error("the device says too much"));
      }
    });
    response.on("end", () => resolve(text));
  });
}
