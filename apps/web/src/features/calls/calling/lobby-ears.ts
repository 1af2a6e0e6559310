import type { callEvents } from "@umbral/contract/calls/calls.contract";
import type { HeardEvents } from "../../../lib/connection.ts";
import type { CallLine } from "../call-line.ts";
import type { RungWay } from "./lobby-call-view.ts";

type CallEvent = Exclude<keyof typeof callEvents, "request">;
type Heard<E extends CallEvent> = (callId: string, payload: HeardEvents[E]) => void;

/** What a caller hears of the calls of a ringing, each by its id. */
export interface LobbyEars {
  /** The line is there again: what was said meanwhile was not heard. */
  onBack(): void;
  onReached(callId: string, way: RungWay): void;
  onAnswered: Heard<"call_accepted">;
  onSaid: Heard<"telephone:key">;
  onRejected: Heard<"reject_call">;
  onEnded: Heard<"end">;
}

const ways = [
  ["request:socket:success", "device"],
  ["push_notification:success", "push"],
  ["twilio:success", "voice"],
  ["sms:success", "sms"],
] as const satisfies readonly (readonly [CallEvent, RungWay])[];

/** Listens for a caller. Returns how to stop. */
export function listenAsCaller(line: CallLine, ears: LobbyEars): () => void {
  let wasConnected = line.state() === "connected";
  const watch = line.subscribe(() => {
    const isConnected = line.state() === "connected";
    if (isConnected && !wasConnected) {
      ears.onBack();
    }
    wasConnected = isConnected;
  });
  const undo = [
    watch,
    ...ways.map(([event, way]) => line.hear(event, ({ callId }) => ears.onReached(callId, way))),
    line.hear("call_accepted", (payload) => ears.onAnswered(payload.callId, payload)),
    line.hear("telephone:key", (payload) => ears.onSaid(payload.callId, payload)),
    line.hear("reject_call", (payload) => ears.onRejected(payload.callId, payload)),
    line.hear("end", (payload) => ears.onEnded(payload.callId, payload)),
  ];
  return () => {
    for (const stop of undo.splice(0)) {
      stop();
    }
  };
}
