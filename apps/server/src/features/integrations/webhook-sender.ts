import { Agent as HttpAgent, type IncomingMessage, request as plainRequest } from "node:http";
import { Agent as HttpsAgent, request as secureRequest } from "node:https";
import type { DeliveryFault } from "@umbral/contract/integrations/webhooks.contract";
import { publicAddressesOnly } from "../../platform/public-addresses.ts";
import { isAllowed, type WebhookReach } from "./webhook-address.ts";

/** From the first byte of the connection to the status. */
const ANSWER_MS = 10_000;

/** How an attempt ended: what was answered, and why it did not count. */
export interface Attempt {
  status: number | null;
  fault: DeliveryFault | null;
}

/**
 * Posts to addresses that others named. None of the inside is reached where only the public may be, whatever a name leads to
 * by then; no redirect is followed, and of an answer nothing is read but its status.
 */
export class WebhookSender {
  readonly #reach: WebhookReach;
  readonly #answerMs: number;
  readonly #https: HttpsAgent;
  readonly #http: HttpAgent;

  constructor(reach: WebhookReach, options: { answerMs?: number; ca?: string } = {}) {
    this.#reach = reach;
    this.#answerMs = options.answerMs ?? ANSWER_MS;
    const lookup = reach === "public" ? { lookup: publicAddressesOnly } : {};
    this.#https = new HttpsAgent({ ...lookup, ...(options.ca === undefined ? {} : { ca: options.ca }) });
    this.#http = new HttpAgent(lookup);
  }

  /**
   * @param stop gives up what is under way
   * @throws what `stop` was aborted with
   */
  async send(
    address: string,
    body: string,
    headers: Record<string, string>,
    stop: AbortSignal,
  ): Promise<Attempt> {
    const url = new URL(address);
    // A number is connected to without being looked up.
    if (!isAllowed(url, this.#reach)) {
      return { status: null, fault: "not-public" };
    }
    stop.throwIfAborted();
    const patience = AbortSignal.timeout(this.#answerMs);
    // `AbortSignal.any` would be noted with `stop` for as long as that lives: once for each delivery.
    const ended = new AbortController();
    const end = () => ended.abort();
    patience.addEventListener("abort", end);
    stop.addEventListener("abort", end);
    try {
      const status = await this.#statusOf(url, body, headers, ended.signal);
      return { status, fault: faultOfStatus(status) };
    } catch (error) {
      stop.throwIfAborted();
      return { status: null, fault: patience.aborted ? "timeout" : faultOf(error) };
    } finally {
      stop.removeEventListener("abort", end);
    }
  }

  #statusOf(url: URL, body: string, headers: Record<string, string>, signal: AbortSignal): Promise<number> {
    const isSecure = url.protocol === "https:";
    const open = isSecure ? secureRequest : plainRequest;
    return new Promise((resolve, reject) => {
      const request = open(
        url,
        {
          method: "POST",
          agent: isSecure ? this.#https : this.#http,
          signal,
          headers: {
            ...headers,
            "content-type": "application/json; charset=utf-8",
            "content-length": Buffer.byteLength(body),
            "user-agent": "Umbral-Webhooks/1",
            accept: "*/*",
          },
        },
        (response: IncomingMessage) => {
          // Whatever else it wants to say is not read: nobody can fill our memory with it, or hold us by it.
          response.on("error", () => undefined);
          response.destroy();
          resolve(response.statusCode ?? 0);
        },
      );
      request.on("error", reject);
      request.end(body);
    });
  }
}

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) {
    return null;
  }
  return status >= 300 && status < 400 ? "redirect" : "status";
}

function faultOf(error: unknown): DeliveryFault {
  const code: unknown = Reflect.get(Object(error), "code");
  if (code === "NOT_PUBLIC") {
    return "not-public";
  }
  return typeof code === "string" && /CERT|SELF_SIGNED|UNABLE_TO|ALTNAME|^ERR_TLS|^ERR_SSL|^EPROTO/.test(code)
    ? "certificate"
    : "connection";
}
