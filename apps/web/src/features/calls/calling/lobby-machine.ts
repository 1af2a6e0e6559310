import { RING_MS } from "@umbral/contract/calls/call-times";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { also, type Step } from "../run-machine.ts";
import type { LobbyPhase } from "./lobby-call-view.ts";
import type { Heard, LobbyEffect, LobbyEvent, LobbyState } from "./lobby-events.ts";
import { asServerSays, type Entry, endingOf, isOpen, newEntry, reachedBy, saying } from "./lobby-people.ts";

type LobbyStep = Step<LobbyState, LobbyEffect>;
type Of<Kind extends LobbyEvent["kind"]> = Extract<LobbyEvent, { kind: Kind }>;

/** Before anybody is rung. */
export const newRinging: LobbyState = {
  phase: "starting",
  entries: [],
  endsAtMs: null,
  answered: null,
  trouble: null,
  early: [],
};

/** Can it still be answered, and cancelled? */
export const isRunning = ({ phase }: Pick<LobbyState, "phase">): boolean =>
  phase === "starting" || phase === "ringing";

const stay = (state: LobbyState): LobbyStep => ({ state, effects: [] });

/** The ringing after this event, and what is to be done for it. Without line, storage or clock. */
export function next(state: LobbyState, event: LobbyEvent): LobbyStep {
  switch (event.kind) {
    case "started":
      return { state, effects: [{ do: "ring", isAgain: false }] };
    case "rung":
      return onRung(state, event);
    case "not-rung":
      return onNotRung(state, event);
    case "requested":
      return stay(rungAt(state, event.personId, event.devices));
    case "not-requested":
      // Refused, or not sent: either way the server knows how the call is, and is asked with the next look.
      return stay(become(state, event.personId, (entry) => ({ ...entry, isRequested: false })));
    case "resumed":
      return onResumed(state, event);
    case "look":
      return look(state);
    case "looked":
      return onLooked(state, event);
    case "looked-at-all":
      return lookLater(state, 0);
    case "heard":
      return onHeard(state, event);
    case "cancel":
      return cancel(state);
    case "close":
      return { state, effects: [{ do: "close" }] };
  }
}

function onRung(state: LobbyState, { people, nowMs }: Of<"rung">): LobbyStep {
  const [first] = people;
  if (!isRunning(state)) {
    return { state, effects: first === undefined ? [] : [{ do: "end", callId: first.call.id }] };
  }
  if (state.phase === "ringing") {
    return stay(state);
  }
  if (first === undefined) {
    return finish(state, "not-found");
  }
  const entries = people.map((person) => ({ ...newEntry(person), isRequested: true }));
  const { early } = state;
  const rings: LobbyState = { ...state, phase: "ringing", entries, early: [] };
  const kept = also(keepTime(rings, first.call, nowMs), keep);
  const told = early.reduce((step, each) => also(step, (now) => act(now, each)), kept);
  return people.reduce(
    (step, { call, devices }) => also(step, (now) => stay(rungAt(now, call.callee.id, devices))),
    told,
  );
}

/** How long it rings is the server's word; when it began is ours. */
function keepTime(state: LobbyState, { createdAt, expiresAt }: Call, nowMs: number): LobbyStep {
  if (state.endsAtMs !== null) {
    return stay(state);
  }
  const ringsMs = Math.min(RING_MS, Math.max(0, Date.parse(expiresAt) - Date.parse(createdAt)));
  return lookLater({ ...state, endsAtMs: nowMs + ringsMs }, ringsMs);
}

function keep(state: LobbyState): LobbyStep {
  const { endsAtMs } = state;
  const callIds = state.entries.map(({ call }) => call.id);
  return { state, effects: endsAtMs === null ? [] : [{ do: "keep", callIds, endsAtMs }] };
}

/** An answer that was lost is no reason to leave somebody ringing unheard: asked again, the calls are the same. */
function onNotRung(state: LobbyState, { error, isUnknown, mayBeLost }: Of<"not-rung">): LobbyStep {
  if (!isRunning(state) || state.phase === "ringing") {
    return stay(state);
  }
  return mayBeLost
    ? { state, effects: [{ do: "ring", isAgain: true }] }
    : finish({ ...state, trouble: error }, isUnknown ? "not-found" : "failed");
}

function onResumed(state: LobbyState, { calls, endsAtMs, nowMs }: Of<"resumed">): LobbyStep {
  if (!isRunning(state)) {
    // Cancelled while it was read.
    const ringing = calls.filter(({ status }) => status === "ENTRANTE");
    return { state, effects: ringing.slice(0, 1).map(({ id }) => ({ do: "end", callId: id })) };
  }
  if (calls.length === 0) {
    return finish(state, "cancelled");
  }
  const entries = calls.map((call) => newEntry({ call, name: call.callee.name }));
  const rings = stay({ ...state, phase: "ringing", entries, endsAtMs });
  const taken = calls.reduce((step, call) => also(step, (now) => take(now, call.userId, call)), rings);
  // Asking again rings again: its answer says whether a device of theirs is there.
  const asked = calls.reduce((step, call) => also(step, (now) => request(now, call.userId, call)), taken);
  return also(asked, (now) => lookLater(now, endsAtMs - nowMs));
}

function request(state: LobbyState, personId: string, { id, status }: Call): LobbyStep {
  return status === "ENTRANTE" && isRunning(state)
    ? {
        state: become(state, personId, (entry) => ({ ...entry, isRequested: true })),
        effects: [{ do: "request", personId, callId: id }],
      }
    : stay(state);
}

function rungAt(state: LobbyState, personId: string, devices: number | undefined): LobbyState {
  return become(state, personId, (entry) => {
    if (entry.progress !== "notifying" || devices === undefined) {
      return entry;
    }
    return devices === 0 ? { ...entry, progress: "no-devices" } : reachedBy(entry, ["device"]);
  });
}

function lookLater(state: LobbyState, inMs: number): LobbyStep {
  return { state, effects: [isRunning(state) ? { do: "look-later", inMs } : { do: "look-no-more" }] };
}

/** What became of each call while nothing was heard. */
function look(state: LobbyState): LobbyStep {
  const asked = state.entries.filter((entry) => isOpen(entry) || entry.progress === "telephone");
  const calls = asked.map(({ personId, call }) => ({ personId, callId: call.id }));
  return { state, effects: [{ do: "look-no-more" }, { do: "look", calls }] };
}

function onLooked(state: LobbyState, { personId, call }: Of<"looked">): LobbyStep {
  const isRequested = state.entries.some((entry) => entry.personId === personId && entry.isRequested);
  return also(take(state, personId, call), (now) => (isRequested ? stay(now) : request(now, personId, call)));
}

function onHeard(state: LobbyState, heard: Heard): LobbyStep {
  return state.phase === "starting" ? stay({ ...state, early: [...state.early, heard] }) : act(state, heard);
}

/** What is heard of a call means this for whom it rings. */
function act(state: LobbyState, heard: Heard): LobbyStep {
  const entry = state.entries.find(({ call }) => call.id === heard.callId);
  if (!entry) {
    return stay(state);
  }
  const { personId, call } = entry;
  switch (heard.what) {
    case "reached":
      return stay(become(state, personId, (each) => reachedBy(each, [heard.way])));
    case "answered":
      return take(state, personId, { ...call, status: "CONTESTADA", answeredBy: heard.answeredBy });
    case "said":
      return take(state, personId, { ...call, said: heard.said });
    case "rejected":
      return take(state, personId, { ...call, status: "RECHAZADA", rejectMessage: heard.rejectMessage });
    case "ended":
      return take(state, personId, { ...call, status: heard.status });
  }
}

/** Takes the word of the server on one call. */
function take(state: LobbyState, personId: string, call: Call): LobbyStep {
  if (!isRunning(state)) {
    // Who has answered by telephone may still say something; the rest is said.
    return stay(become(state, personId, (entry) => saying(entry, call.said)));
  }
  const known = become(state, personId, (entry) => asServerSays(entry, call));
  if (call.status !== "CONTESTADA") {
    return settle(known);
  }
  const answered: LobbyState = { ...known, answered: call };
  return call.answeredBy === "telefono"
    ? finish(answered, "telephone")
    : also({ state: answered, effects: [{ do: "enter", call }] }, (now) => finish(now, "accepted"));
}

/** Nobody can answer any more. */
function settle(state: LobbyState): LobbyStep {
  const ending = endingOf(state.entries);
  return isRunning(state) && ending !== null ? finish(state, ending) : stay(state);
}

/** Ending one call of a ringing ends all. */
function cancel(state: LobbyState): LobbyStep {
  if (!isRunning(state)) {
    return stay(state);
  }
  const ringing = state.entries.find(isOpen);
  return also(finish(state, "cancelled"), (now) => ({
    state: now,
    effects: ringing === undefined ? [] : [{ do: "end", callId: ringing.call.id }],
  }));
}

/** Whoever answered by telephone is still listened to. */
function finish(state: LobbyState, how: LobbyPhase): LobbyStep {
  return {
    state: { ...state, phase: how },
    effects: [{ do: "look-no-more" }, ...(how === "telephone" ? [] : [{ do: "close" } as const])],
  };
}

function become(state: LobbyState, personId: string, change: (entry: Entry) => Entry): LobbyState {
  return {
    ...state,
    entries: state.entries.map((entry) => (entry.personId === personId ? change(entry) : entry)),
  };
}
