import type { ServerResponse } from "node:http";
import type { FastifyRequest } from "fastify";

/** Works for whoever asks, for as long as they wait: the signal is aborted when they hang up before the answer. */
export async function whileTheyWait<Result>(
  { raw }: FastifyRequest,
  work: (hungUp: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const line = raw.socket;
  const controller = new AbortController();
  const abort = () => controller.abort();
  line.once("close", abort);
  try {
    return await work(controller.signal);
  } finally {
    line.off("close", abort);
  }
}

/** A download that was paused, or whose phone sleeps, holds what others wait for no longer than this. */
const UNREAD_MS = 60_000;

/** Ends an answer of which nobody has taken anything for so long. */
export function whileTheyRead(answer: ServerResponse, patienceMs = UNREAD_MS): void {
  answer.setTimeout(patienceMs, () => answer.destroy());
}
