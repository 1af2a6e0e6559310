import { useState } from "react";

/** Names the call that a screen is of, or for whose next one it is mounted: each call has a screen of its own. */
export function useRound(callId: string | undefined): number {
  const [round, setRound] = useState({ number: 0, callId });
  if (round.callId !== callId) {
    // What stood there for nobody becomes the screen of this call.
    const number = round.callId === undefined ? round.number : round.number + 1;
    setRound({ number, callId });
    return number;
  }
  return round.number;
}
