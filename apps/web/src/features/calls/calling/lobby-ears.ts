import type { callEvents } from "@umbral/contract/calls/calls.contract";
import type { CallLine } from "../call-line.ts";
import type { RungWay } from "./lobby-call-view.ts";
import type { LobbyEvent } from "./lobby-events.ts";

type CallEvent = Exclude<keyof typeof callEvents, "request">;

const ways = [
  ["request:socket:success", "device"],
  ["push_notification:success", "push"],
  ["twilio:success", "voice"],
  ["sms:success", "sms"],
] as const satisfies readonly (readonly [CallEvent, RungWay])[];

/** Listens for a caller: what is said of the calls of a ringing, each by its id. Returns how to stop. */
export function listenAsCaller(line: CallLine, happen: (event: LobbyEvent) => void): () => void {
  let wasConnected = line.state() === "connected";
  const watch = line.subscribe(() => {
    const isConnected = line.state() === "connected";
    if (isConnected && !wasConnected) {
      // What was said meanwhile was not heard.
      happen({ kind: "look" });
    }
    wasConnected = isConnected;
  });
  const undo = [
    watch,
    ...ways.map(([event, way]) =>
      line.hear(event, ({ callId }) => happen({ kind: "heard", callId, what: "reached", way })),
    ),
    line.hear("call_accepted", ({ callId, answeredBy }) =>
      happen({ kind: "heard", callId, what: "answered", answeredBy: answeredBy ?? "app" }),
    ),
    line.hear("telephone:key", ({ callId, said }) => happen({ kind: "heard", callId, what: "said", said })),
    line.hear("reject_call", ({ callId, rejectMessage }) =>
      happen({ kind: "heard", callId, what: "rejected", rejectMessage: rejectMessage || null }),
    ),
    line.hear("end", ({ callId, status }) => happen({ kind: "heard", callId, what: "ended", status })),
  ];
  return () => {
    for (const stop of undo.splice(0)) {
      stop();
    }
  };
}
