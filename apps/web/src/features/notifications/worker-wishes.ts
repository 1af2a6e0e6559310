import type { AppWindow } from "../../lib/worker-scope.ts";

/** What the worker and the windows of the app ask each other for; the answer is yes or no. */
export type Wish =
  /** Worker → window: does this call ring there, in front of somebody? */
  | { umbral: "is-ringing"; callId: string }
  /** Worker → window: was this said there, or will it be in a moment, in front of somebody? */
  | { umbral: "is-said"; title: string; sentence: string }
  /** Worker → window: go to this screen. */
  | { umbral: "go"; path: string }
  /** Window → waiting worker: is this page of your version? */
  | { umbral: "is-version"; entry: string }
  /** Window → waiting worker: begin. */
  | { umbral: "take-over" };

export function isWish<Name extends Wish["umbral"]>(
  message: unknown,
  name: Name,
): message is Extract<Wish, { umbral: Name }> {
  return typeof message === "object" && message !== null && "umbral" in message && message.umbral === name;
}

/** Asks, and takes silence for a no. */
export async function askFor(
  other: Pick<AppWindow, "postMessage"> | Pick<ServiceWorker, "postMessage">,
  wish: Wish,
  silence: Promise<void>,
): Promise<boolean> {
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<boolean>((resolve) => {
    port1.onmessage = ({ data }) => resolve(data === true);
  });
  try {
    other.postMessage(wish, [port2]);
    return await Promise.race([answer, silence.then(() => false)]);
  } finally {
    port1.close();
  }
}
