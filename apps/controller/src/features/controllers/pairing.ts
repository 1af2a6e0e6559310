import { request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { type ControllerKey, pairController } from "@umbral/contract/controllers/controllers.contract";
import { Refusal } from "@umbral/contract/lib/refusals";
import type { z } from "zod";
import { endedBy } from "../../platform/ended-by.ts";
import { SetupMistake } from "../../platform/env.ts";
import type { Log } from "../../platform/log.ts";

const ANSWER_WITHIN_MS = 15_000;
const LARGEST_ANSWER = 100_000;

/** What a pairing code was traded for. */
export type Pairing = z.infer<typeof pairController.reply>;

/**
 * Trades the one-time code for the registration of this controller's key. Tries until the server answers:
 * the code is worth nothing to anybody who does not have it, and a server may start after its controllers.
 * @returns who it is to the server, or undefined when `signal` ended the tries
 * @throws {SetupMistake} when the server does not take the code
 */
export async function pair(options: {
  serverUrl: string;
  serverCa?: string[] | undefined;
  code: string;
  publicKey: ControllerKey;
  pause: (tries: number) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}): Promise<Pairing | undefined> {
  const { serverUrl, serverCa, code, publicKey, pause, signal, log } = options;
  for (let tries = 1; !signal.aborted; tries += 1) {
    try {
      const { status, body } = await endedBy([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)], (either) =>
        post(
          new URL(pairController.path, serverUrl),
          JSON.stringify(pairController.body.parse({ code, publicKey })),
          either,
          serverCa,
        ),
      );
      if (status >= 200 && status < 300) {
        return pairController.reply.parse(JSON.parse(body));
      }
      const refusal = status < 500 && status !== 429 ? Refusal.safeParse(JSON.parse(body)) : undefined;
      if (refusal?.success) {
        throw new SetupMistake(
          refusal.data.code === "HOST_NOT_ALLOWED"
            ? `SERVER_URL: el servidor no responde por ese nombre. ${refusal.data.message}`
            : `PAIRING_CODE: el servidor no acepta el código (${refusal.data.code}). ${refusal.data.message}`,
        );
      }
      log.warn({ status }, "pairing was not answered; trying again");
    } catch (error) {
      if (error instanceof SetupMistake) {
        throw error;
      }
      log.warn({ err: error }, "the server cannot be reached for pairing; trying again");
    }
    await pause(tries);
  }
  return undefined;
}

/** `fetch` would do, and would keep 9 MB for the rest of the process's life. */
function post(
  url: URL,
  json: string,
  signal: AbortSignal,
  ca?: string[],
): Promise<{ status: number; body: string }> {
  const send = url.protocol === "https:" ? secureRequest : plainRequest;
  return new Promise((resolve, reject) => {
    const headers = { "content-type": "application/json" };
    const request = send(
      url,
      { method: pairController.method, agent: false, headers, signal, ...(ca ? { ca } : {}) },
      (response) => {
        let body = "";
        response.setEncoding("utf8");
        response.on("data", (part: string) => {
          body += part;
          if (body.length > LARGEST_ANSWER) {
            response.destroy(new Error("the answer is too long"));
          }
        });
        response.on("end", () => resolve({ status: response.statusCode ?? 0, body }));
        response.on("error", reject);
      },
    );
    request.on("error", reject);
    request.end(json);
  });
}
