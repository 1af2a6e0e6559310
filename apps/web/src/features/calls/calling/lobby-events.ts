import type { Call, TelephoneWord } from "@umbral/contract/calls/calls.contract";
import type { LobbyPhase, RungPerson, RungWay } from "./lobby-call-view.ts";
import type { Entry } from "./lobby-people.ts";

/** One ringing at an apartment, as far as its caller knows. */
export interface LobbyState {
  readonly phase: LobbyPhase;
  readonly entries: readonly Entry[];
  /** On the steady clock of `performance.now()`; null until something rings. */
  readonly endsAtMs: number | null;
  /** The call that was answered. */
  readonly answered: Call | null;
  readonly trouble: unknown;
  /** Said of calls while the server's answer was still on the way, in the order in which it was heard. */
  readonly early: readonly Heard[];
}

/** What is heard of one call of a ringing. */
export type Heard = { kind: "heard"; callId: string } & (
  | { what: "reached"; way: RungWay }
  | { what: "answered"; answeredBy: Call["answeredBy"] }
  | { what: "said"; said: TelephoneWord | null }
  | { what: "rejected"; rejectMessage: string | null }
  | { what: "ended"; status: Call["status"] }
);

export type LobbyEvent =
  | { kind: "started" }
  /** Everybody at once; nobody when nobody is there. */
  | { kind: "rung"; people: readonly RungPerson[]; nowMs: number }
  /** `isUnknown`: nobody is there that could be rung. `mayBeLost`: it may ring, and the server's answer was lost. */
  | { kind: "not-rung"; error: unknown; isUnknown: boolean; mayBeLost: boolean }
  | { kind: "requested"; personId: string; devices: number | undefined }
  | { kind: "not-requested"; personId: string }
  /** What a page that was loaded anew has read of the ringing it had begun; no calls when there is nothing of it. */
  | { kind: "resumed"; calls: readonly Call[]; endsAtMs: number; nowMs: number }
  /** Time to ask what became of each call, or the line is back. */
  | { kind: "look" }
  | { kind: "looked"; personId: string; call: Call }
  | { kind: "looked-at-all" }
  | Heard
  | { kind: "cancel" }
  | { kind: "close" };

export type LobbyEffect =
  /** Asking again rings again: the calls are the same. */
  | { do: "ring"; isAgain: boolean }
  | { do: "request"; personId: string; callId: string }
  | { do: "look"; calls: readonly { personId: string; callId: string }[] }
  /** The server says how it ended; it is asked when no word of it has come by then. */
  | { do: "look-later"; inMs: number }
  | { do: "look-no-more" }
  | { do: "keep"; callIds: readonly string[]; endsAtMs: number }
  | { do: "enter"; call: Call }
  | { do: "end"; callId: string }
  | { do: "close" };
