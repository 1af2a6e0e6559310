import { type ControllerKey, pairController } from "@umbral/contract/controllers/controllers.contract";
import { Refusal } from "@umbral/contract/lib/refusals";
import { SetupMistake } from "../../platform/env.ts";
import type { Log } from "../../platform/log.ts";
import type { Registration } from "./registration.ts";

const ANSWER_WITHIN_MS = 15_000;

/**
 * Trades the one-time code for the registration of this controller's key. Tries until the server answers:
 * the code is worth nothing to anybody who does not have it, and a server may start after its controllers.
 * @throws {SetupMistake} when the server does not take the code
 */
export async function pair(options: {
  serverUrl: string;
  code: string;
  publicKey: ControllerKey;
  pause: (tries: number) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}): Promise<Registration> {
  const { serverUrl, code, publicKey, pause, signal, log } = options;
  for (let tries = 1; ; tries += 1) {
    signal.throwIfAborted();
    try {
      const response = await fetch(new URL(pairController.path, serverUrl), {
        method: pairController.method,
        headers: { "content-type": "application/json" },
        body: JSON.stringify(pairController.body.parse({ code, publicKey })),
        signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_WITHIN_MS)]),
      });
      const body: unknown = await response.json();
      if (response.ok) {
        return pairController.reply.parse(body);
      }
      const refusal = Refusal.safeParse(body);
      if (refusal.success && response.status < 500 && response.status !== 429) {
        throw new SetupMistake(`the server does not take the pairing code: ${refusal.data.code}`);
      }
      log.warn({ status: response.status }, "pairing was not answered; trying again");
    } catch (error) {
      if (error instanceof SetupMistake || signal.aborted) {
        throw error;
      }
      log.warn({ err: error }, "the server cannot be reached for pairing; trying again");
    }
    await pause(tries);
  }
}
