import type { callEvents } from "@umbral/contract/calls/calls.contract";
import type { HeardEvents } from "../../../lib/connection.ts";
import type { CallLine } from "../call-line.ts";
import type { PeerLink } from "../media/index.ts";
import type { SessionEvent } from "./session-events.ts";

type CallEvent = Exclude<keyof typeof callEvents, "request">;

interface CallEars {
  happen(event: SessionEvent): void;
  /** The link of which the media messages speak, once there is one. */
  link(): PeerLink | null;
}

/** Hears what is said of this call, and of no other. Returns how to stop. */
export function listenInCall(line: CallLine, callId: string, { happen, link }: CallEars): () => void {
  function hear<E extends CallEvent>(event: E, listener: (payload: HeardEvents[E]) => void): () => void {
    return line.hear(event, (payload) => {
      if (payload.callId === callId) {
        listener(payload);
      }
    });
  }
  let wasBehind = false;
  const undo = [
    line.subscribe(() => {
      // A call goes on meanwhile: only how it stands is asked for again.
      if (wasBehind && line.state() === "connected") {
        happen({ kind: "news-missed" });
      }
      wasBehind = line.state() === "catching-up";
      happen({ kind: "line", isConnected: line.isUp() });
    }),
    hear("end", (payload) => happen({ kind: "heard", event: "end", payload })),
    hear("reject_call", (payload) => happen({ kind: "heard", event: "reject_call", payload })),
    hear("call_accepted", (payload) => happen({ kind: "heard", event: "call_accepted", payload })),
    hear("call_accepted:from_other_session", (payload) =>
      happen({ kind: "heard", event: "call_accepted:from_other_session", payload }),
    ),
    hear("restablecer", (payload) => happen({ kind: "heard", event: "restablecer", payload })),
    hear("webrtc_offer", ({ description }) => link()?.heardOffer(description.sdp)),
    hear("webrtc_answer", ({ description }) => link()?.heardAnswer(description.sdp)),
    hear("webrtc_ice_candidate", ({ candidate }) => {
      if (candidate !== null) {
        const { sdpMid = null, sdpMLineIndex = null, usernameFragment = null } = candidate;
        link()?.heardCandidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
      }
    }),
  ];
  return () => {
    for (const stop of undo.splice(0)) {
      stop();
    }
  };
}
