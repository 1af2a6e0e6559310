import { type IncomingMessage, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import type { TLSSocket } from "node:tls";
import { basicOf, bearerOf, type DigestChallenge, digestAsked, digestOf, takeLogin } from "./device-login.ts";

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

/** A certificate that is not the one that was said to be the device's. */
export const OTHER_CERTIFICATE = "OTHER_CERTIFICATE";

/** How a device is spoken to, beyond its address. */
export interface Means {
  method?: "GET" | "POST" | "PUT" | undefined;
  body?: string | undefined;
  /** `bearer`: the password of the address is a token. Else Basic or Digest, as the device asks. */
  auth?: "login" | "bearer" | undefined;
  /** SHA-256 of the device's certificate, in hexadecimal: this one is believed, and no other. */
  certificate?: string | undefined;
}

/** A challenge that a device gave, and how often it was answered: it is answered again until the device wants a new one. */
export class DigestMemory {
  #challenge: DigestChallenge | undefined;
  #count = 0;

  learn(challenge: DigestChallenge): void {
    this.#challenge = challenge;
    this.#count = 0;
  }

  next(): { challenge: DigestChallenge; count: number } | undefined {
    if (this.#challenge === undefined) {
      return undefined;
    }
    this.#count += 1;
    return { challenge: this.#challenge, count: this.#count };
  }
}

interface Sending {
  /** Called when there is a connection and before each request leaves on it; what it throws keeps the request here. */
  beforeSending?: (() => void) | undefined;
  signal: AbortSignal;
}

/**
 * Asks a device with the name and password of its address: as Basic, and as Digest where it wants that. A request
 * that was answered with 401 has done nothing, so that asking again does nothing twice. Redirects are not followed:
 * the password would be shown there.
 * @param digests what this device asked for before
 */
export async function requestOnce(
  address: string,
  sending: Sending,
  means: Means = {},
  digests = new DigestMemory(),
): Promise<IncomingMessage> {
  const { url, login } = takeLogin(address);
  if (!login || means.auth === "bearer") {
    return ask(url, login && bearerOf(login), sending, means);
  }
  const answer = () => {
    const next = digests.next();
    const asked = { method: means.method ?? "GET", uri: url.pathname + url.search };
    return next && digestOf(login, { ...next, ...asked });
  };
  const first = await ask(url, answer() ?? basicOf(login), sending, means);
  const challenge =
    first.statusCode === 401 ? digestAsked(first.headers["www-authenticate"] ?? "") : undefined;
  if (challenge === undefined) {
    return first;
  }
  // The first of all, or its nonce is too old by now (`stale`).
  first.destroy();
  digests.learn(challenge);
  return ask(url, answer(), sending, means);
}

/** One GET on a connection of its own. */
export const get = (
  url: URL,
  authorization: string | undefined,
  sending: Sending,
  certificate?: string,
): Promise<IncomingMessage> => ask(url, authorization, sending, { certificate });

function ask(
  url: URL,
  authorization: string | undefined,
  { beforeSending, signal }: Sending,
  { method = "GET", body, certificate }: Means,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const isSecure = url.protocol === "https:";
    const send = isSecure ? secureRequest : plainRequest;
    const headers = {
      ...(authorization === undefined ? {} : { authorization }),
      ...(body === undefined
        ? {}
        : { "content-type": typeOf(body), "content-length": Buffer.byteLength(body) }),
    };
    // A pinned certificate is compared by us, before anything is sent.
    const rejectUnauthorized = certificate === undefined;
    const request = send(url, { agent: false, signal, method, headers, rejectUnauthorized }, resolve);
    let hasLeft = false;
    request.on("error", (error) => reject(new DeviceAway(codeOf(error), hasLeft)));
    // Not before there is a connection: one that takes its time would let a request leave long after it was allowed.
    request.once("socket", (socket) =>
      socket.once(isSecure ? "secureConnect" : "connect", () => {
        try {
          if (isSecure && certificate !== undefined && fingerprintOf(socket) !== certificate) {
            throw new DeviceAway(OTHER_CERTIFICATE);
          }
          beforeSending?.();
        } catch (error) {
          reject(error);
          request.destroy();
          return;
        }
        hasLeft = true;
        request.end(body);
      }),
    );
  });
}

/** SHA-256 of the certificate that the other side shows, in hexadecimal; undefined on a line without TLS. */
export function fingerprintOf(socket: object): string | undefined {
  const shown =
    "getPeerCertificate" in socket ? (socket as TLSSocket).getPeerCertificate().fingerprint256 : undefined;
  return shown?.replaceAll(":", "").toLowerCase();
}

const typeOf = (body: string): string => {
  const [first] = body.trimStart();
  return first === "<"
    ? "application/xml"
    : first === "{"
      ? "application/json"
      : "application/x-www-form-urlencoded";
};

const codeOf = (error: Error): string =>
  "code" in error && typeof error.code === "string" ? error.code : error.name;

/** Longer answers are not read to their end: a state is a few words. */
const ANSWER_BYTES = 64_000;

/** An answer that nobody reads is to be over by then. */
const ENDS_WITHIN_MS = 5000;

/** Lets an answer that nobody reads come to its end, so that its device is not hung up on. One that has none is ended. */
export function letEnd(response: IncomingMessage): void {
  let bytes = 0;
  const end = setTimeout(() => response.destroy(), ENDS_WITHIN_MS).unref();
  response.on("close", () => clearTimeout(end));
  response.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes > ANSWER_BYTES) {
      response.destroy();
    }
  });
}

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
