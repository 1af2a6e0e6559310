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

/** Tells the server that this side has hung up, by whichever way there is, now or when there is one again. */
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
      whenConnected(line, () => void end().catch(onTrouble));
    }
  }
}

/** The server ends by itself a call that both sides have left, so this need not wait for ever. */
function whenConnected(line: CallLine, act: () => void): void {
  const stop = line.subscribe(() => {
    if (line.state() === "connected") {
      stop();
      act();
    }
  });
  setTimeout(stop, BOTH_GONE_MS);
}
