import type { Call, CallWay, TelephoneWord } from "@umbral/contract/calls/calls.contract";

/** Somebody whom a ringing rings. */
export interface RungPerson {
  call: Call;
  /** Null for callers who may not know it. */
  name: string | null;
  /** At how many of their devices it rings, as far as the server said so. */
  devices: number | undefined;
}

/** How a person hears of the call: on a device that is connected, or by what a provider has taken. */
export type RungWay = "device" | CallWay;

/**
 * How it goes with one person, as it truly happens: `notifying` until the server has said something,
 * `ringing` when a device of theirs rings, `no-devices` while none is connected, `telephone` when a key of
 * the automatic phone call answered, `ended` when the caller took it back on another device.
 */
export type PersonProgress =
  | "notifying"
  | "ringing"
  | "no-devices"
  | "accepted"
  | "telephone"
  | "rejected"
  | "missed"
  | "ended";

export interface PersonCall {
  personId: string;
  name: string | null;
  progress: PersonProgress;
  /** In the order in which they are tried. */
  reached: readonly RungWay[];
  rejectMessage: string | null;
  /** By the keys of their telephone. */
  said: TelephoneWord | null;
}

/**
 * - `starting`: asks for it to ring
 * - `ringing`: until `endsAtMs`
 * - `telephone`: somebody answered by telephone. There is nobody to see or hear, but what they say by its
 *   keys is still heard
 * - `not-found`: nobody lives there that could be rung
 * - `failed`: nothing could be begun; see `trouble`
 */
export type LobbyPhase =
  | "starting"
  | "ringing"
  | "accepted"
  | "telephone"
  | "rejected"
  | "missed"
  | "cancelled"
  | "not-found"
  | "failed";

export interface LobbyCallView {
  phase: LobbyPhase;
  /** What the dialog calls it: an apartment, or the lobby. */
  to: string;
  isToLobby: boolean;
  people: readonly PersonCall[];
  /** On the steady clock of `performance.now()`; null until something rings. */
  endsAtMs: number | null;
  /** The call that was answered. */
  answered: Call | null;
  /** What somebody who rejected had to say, if they said something. */
  rejectMessage: string | null;
  isFromLobby: boolean;
  trouble: unknown;
  actions: { cancel?: () => void };
}
