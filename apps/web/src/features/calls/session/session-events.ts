import type { Call, CallStatus } from "@umbral/contract/calls/calls.contract";
import type { HeardEvents } from "../../../lib/connection.ts";
import type { LinkState, Sending } from "../media/index.ts";
import type { CallEnd } from "./call-view.ts";

/** `answer`: it rings here and was just taken. `answered`: the other side has just answered this call. */
export type CallEntry =
  /** `endsRunning`: they have said that the call in which they stand may end. */
  { how: "answer"; endsRunning?: boolean } | { how: "answered"; call: Call };

/** One call on this device, as far as it is known. */
export interface SessionState {
  readonly personId: string;
  readonly entry: CallEntry | undefined;
  readonly call: Call | null;
  readonly ended: CallEnd | null;
  /** The page is gone: nothing is told or done any more. */
  readonly isClosed: boolean;
  readonly isConnected: boolean;
  /** What call this is could not be read. */
  readonly isUnreachable: boolean;
  readonly isOtherThere: boolean;
  /** Has this device stood in the call? What ends it then is news, not a link that came too late. */
  readonly wasIn: boolean;
  /** Does this side make the offers? Null while there is no link to the other side. */
  readonly makesOffers: boolean | null;
  readonly link: LinkState;
  readonly remote: MediaStream | null;
  readonly otherSends: Sending | null;
  /** The way to the other side is too bad for the whole of the own picture. */
  readonly isWeak: boolean;
}

/** How the server is asked to let this device answer. */
export interface Acceptance {
  /** Was it asked right away, with nothing known but that it rings? Else the call was read first. */
  isAtOnce: boolean;
  endsRunning: boolean;
  /** This person has been asked whether their other call may end. */
  isAsked: boolean;
}

/** A question failed: `passing` is asked again, `final` is an answer. */
export type Failure = "passing" | "final";
type EventOfCall =
  | "end"
  | "reject_call"
  | "call_accepted"
  | "call_accepted:from_other_session"
  | "restablecer";
/** What is said of this call. */
export type Heard = {
  [Event in EventOfCall]: { kind: "heard"; event: Event; payload: HeardEvents[Event] };
}[EventOfCall];

export type SessionEvent =
  | { kind: "opened"; isConnected: boolean }
  | { kind: "line"; isConnected: boolean }
  | { kind: "read"; call: Call }
  | { kind: "not-read"; failure: Failure }
  | { kind: "accepted"; call: Call; acceptance: Acceptance }
  | { kind: "not-accepted"; acceptance: Acceptance; failure: Failure | "elsewhere" }
  /** What this person says of the other call in which they stand. */
  | { kind: "may-end-other"; acceptance: Acceptance; goesOn: boolean }
  | { kind: "stood"; call: Call; isOtherThere: boolean; hasBegun: boolean }
  | { kind: "not-stood"; failure: Failure }
  /** Time to take the place again, or the link needs an offer: the caller hears that this side is back, and begins. */
  | { kind: "stand-again" }
  /** The server does not relay for this call any more. */
  | { kind: "not-relayed" }
  /** Something may have been said of this call that was not heard here. */
  | { kind: "news-missed" }
  | { kind: "looked"; status: CallStatus; answeredBy: Call["answeredBy"] }
  | Heard
  | { kind: "link"; change: Partial<Pick<SessionState, "link" | "remote" | "otherSends" | "isWeak">> }
  | { kind: "hang-up" }
  | { kind: "retry" }
  | { kind: "close" };

export type SessionEffect =
  /** Asks what call this is. */
  | { do: "read" }
  | { do: "accept"; acceptance: Acceptance }
  | { do: "ask-to-end-other"; acceptance: Acceptance }
  /** Takes this device's place. `hasBegun`: the other side is expected there, and is offered to in the same breath. */
  | { do: "stand"; hasBegun: boolean }
  | { do: "stand-later" }
  | { do: "stand-no-more" }
  | { do: "look" }
  | { do: "open-link"; makesOffers: boolean }
  | { do: "begin-link" }
  | { do: "open-media" }
  | { do: "let-go" }
  /** `isUnanswered`: it still rang for this person, so that leaving is a no. */
  | { do: "say-goodbye"; isUnanswered: boolean };
