import { BOTH_GONE_MS } from "@umbral/contract/calls/call-times";
import type { endCall, rejectCall } from "@umbral/contract/calls/calls.contract";
import { CallRefused } from "../../../lib/failures.ts";
import type { CallLine } from "../call-line.ts";

interface Goodbye {
  line: CallLine;
  callId: string;
  /** It was still ringing for this person: leaving is then a no. */
  isUnanswered: boolean;
  /** The other way to hang up, for when the line is away. */
  endOverHttp(): Promise<unknown>;
  onTrouble(error: unknown): void;
}

/**
 * Tells the server that this side has hung up, by whichever way there is, now or when there is one again.
 * @returns when it is told, or need not be any more
 */
export async function sayGoodbye({ line, callId, isUnanswered, endOverHttp, onTrouble }: Goodbye) {
  const end = () => line.ask<typeof endCall>("end", { callId });
  try {
    await end();
    return;
  } catch (error) {
    if (error instanceof CallRefused) {
      // Over already, and all is said; or not answered yet.
      if (isUnanswered) {
        await line.ask<typeof rejectCall>("reject_call", { callId }).catch(onTrouble);
      }
      return;
    }
  }
  try {
    await endOverHttp();
  } catch (error) {
    if (!(error instanceof CallRefused)) {
      if (await isConnected(line)) {
        await end().catch(onTrouble);
      }
    }
  }
}

/** @returns false when there was no line for so long that the server has ended by itself what both sides left */
function isConnected(line: CallLine): Promise<boolean> {
  return new Promise((resolve) => {
    const finish = (isThere: boolean) => {
      stop();
      clearTimeout(timer);
      resolve(isThere);
    };
    const stop = line.subscribe(() => {
      if (line.state() === "connected") {
        finish(true);
      }
    });
    const timer = setTimeout(() => finish(false), BOTH_GONE_MS);
  });
}
