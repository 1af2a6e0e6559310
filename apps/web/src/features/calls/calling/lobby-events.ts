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
  /** Said of calls of which the server's answer was still on the way, in the order in which it was heard. */
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
  | { kind: "people-found"; people: readonly RungPerson[] }
  /** `isUnknown`: there is no such place. */
  | { kind: "people-not-found"; error: unknown; isUnknown: boolean }
  | { kind: "created"; person: RungPerson; call: Call; devices: number | undefined; nowMs: number }
  /** `mayBeLost`: the server may have made the call, and its answer was lost. */
  | { kind: "not-created"; person: RungPerson; error: unknown; mayBeLost: boolean }
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
  | { do: "find-people" }
  /** Asking again rings again: the call is the same. */
  | { do: "create"; person: RungPerson; isAgain: boolean }
  | { do: "request"; personId: string; callId: string }
  | { do: "look"; calls: readonly { personId: string; callId: string }[] }
  /** The server says how it ended; it is asked when no word of it has come by then. */
  | { do: "look-later"; inMs: number }
  | { do: "look-no-more" }
  | { do: "keep"; callIds: readonly string[]; endsAtMs: number }
  | { do: "enter"; call: Call }
  | { do: "end"; callId: string }
  | { do: "close" };
