import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { basicOf, digestOf, takeLogin } from "./device-login.ts";

/** A device that could not be asked. The message never holds its address, which may hold a password. */
export class DeviceAway extends Error {
  /** The kind of failure as Node names it, like `ECONNREFUSED`. */
  readonly code: string;
  /** The request had left: what the device did with it is not known. */
  readonly hasLeft: boolean;

  constructor(code: string, hasLeft = false) {
    super(`the device ${hasLeft ? "gave no answer" : "cannot be reached"}: ${code}`);
    this.code = code;
    this.hasLeft = hasLeft;
  }
}

/** Was it the device's certificate: not signed by anybody known, not of that name, or too old? */
export const isCertificateTrouble = (code: string): boolean =>
  /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/.test(code);

interface Sending {
  /** Called when there is a connection and before each request leaves on it; what it throws keeps the request here. */
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
    const isSecure = url.protocol === "https:";
    const send = isSecure ? secureRequest : plainRequest;
    const headers = authorization === undefined ? {} : { authorization };
    const request = send(url, { agent: false, signal, headers }, resolve);
    let hasLeft = false;
    request.on("error", (error) => reject(new DeviceAway(codeOf(error), hasLeft)));
    // Not before there is a connection: one that takes its time would let a request leave long after it was allowed.
    request.once("socket", (socket) =>
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        try {
          beforeSending?.();
        } catch (error) {
          reject(error);
          request.destroy();
          return;
        }
        hasLeft = true;
        request.end();
      }),
    );
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
