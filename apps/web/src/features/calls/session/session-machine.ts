import { isOver } from "@umbral/contract/calls/call-machine";
import type { Call, CallStatus } from "@umbral/contract/calls/calls.contract";
import { also, type Step } from "../run-machine.ts";
import type { CallEnd } from "./call-view.ts";
import type {
  Acceptance,
  Failure,
  Heard,
  SessionEffect,
  SessionEvent,
  SessionState,
} from "./session-events.ts";

type SessionStep = Step<SessionState, SessionEffect>;

const isCaller = ({ call, personId }: Pick<SessionState, "call" | "personId">): boolean =>
  call?.caller.id === personId;

/** Before it has begun. */
export function newSession({ personId, entry }: Pick<SessionState, "personId" | "entry">): SessionState {
  return {
    personId,
    entry,
    isConnected: false,
    call: null,
    ended: null,
    isClosed: false,
    isUnreachable: false,
    isOtherThere: false,
    wasIn: false,
    makesOffers: null,
    link: "idle",
    remote: null,
    otherSends: null,
    isWeak: false,
  };
}

const stay = (state: SessionState): SessionStep => ({ state, effects: [] });

/** The call on this device after this event, and what is to be done for it. Without line, devices or clock. */
export function next(state: SessionState, event: SessionEvent): SessionStep {
  if (state.isClosed) {
    return stay(state);
  }
  if (event.kind === "close") {
    return { state: { ...state, isClosed: true }, effects: [{ do: "let-go" }] };
  }
  return state.ended === null ? nextWhileOpen(state, event) : stay(state);
}

function nextWhileOpen(state: SessionState, event: Exclude<SessionEvent, { kind: "close" }>): SessionStep {
  switch (event.kind) {
    case "opened":
      return open({ ...state, isConnected: event.isConnected });
    case "line":
      return onLine(state, event.isConnected);
    case "read":
      return onRead(state, event.call);
    case "not-read":
      return event.failure === "final"
        ? finish(state, "unavailable")
        : stay({ ...state, isUnreachable: true });
    case "accepted":
      return onAccepted(state, event);
    case "not-accepted":
      return onNotAccepted(state, event);
    case "may-end-other":
      return event.goesOn
        ? accept(state, { ...event.acceptance, endsRunning: true, isAsked: true })
        : finish(state, "here", { isDeclined: true });
    case "stood":
      return onStood(state, event);
    case "not-stood":
      return onNotStood(state, event.failure);
    case "stand-again":
      return stand(state);
    case "not-relayed":
      return look(state);
    case "news-missed":
      // A call that goes on is left alone. One that still waits for the other side may have missed that it is there.
      return state.call?.status === "CONTESTADA" && state.link !== "connected"
        ? also(look(state), (looking) => stand(looking))
        : look(state);
    case "looked":
      return onLooked(state, event);
    case "heard":
      return onHeard(state, event);
    case "link":
      return stay({ ...state, ...event.change });
    case "hang-up":
      return finish(state, "here");
    case "retry":
      return enter(state);
  }
}

/** What is known already is not asked first: every question before the picture is one too many. */
function open(state: SessionState): SessionStep {
  const { entry } = state;
  if (entry?.how === "answered") {
    const linked = openLink({ ...state, call: entry.call }, true);
    return also(linked, (opened) => stand(opened, { isOtherExpected: true }));
  }
  if (entry?.how === "answer" && state.isConnected) {
    // The link before the answer, because the offer may come at once; the devices after it, nobody waits for them here.
    return {
      state: { ...state, makesOffers: false },
      effects: [
        { do: "open-link", makesOffers: false },
        { do: "accept", acceptance: firstAcceptance(state, true) },
        { do: "open-media" },
      ],
    };
  }
  return enter(state);
}

function onLine(state: SessionState, isConnected: boolean): SessionStep {
  const known = { ...state, isConnected };
  if (state.isConnected || !isConnected) {
    return stay(known);
  }
  return state.isUnreachable ? enter(known) : stand(known);
}

const look = (state: SessionState): SessionStep => ({ state, effects: [{ do: "look" }] });

function onLooked(
  state: SessionState,
  { status, answeredBy }: Extract<SessionEvent, { kind: "looked" }>,
): SessionStep {
  if (isOver(status)) {
    return finish(state, goneAs(state, status));
  }
  if (answeredBy === "telefono") {
    return finish(state, "telephone");
  }
  return status === "CONTESTADA" ? answered(state) : stay(state);
}

/** How a call that is over ended for this person. Whoever was called and never was in it could not answer it any more. */
function goneAs(state: SessionState, status: CallStatus): CallEnd {
  const isAnswering =
    state.entry?.how === "answer" || (state.call?.status === "ENTRANTE" && !isCaller(state));
  if (isAnswering && !state.wasIn) {
    return "unavailable";
  }
  return status === "PERDIDA" ? "missed" : "other";
}

/** Reads what call this is, to take it when it rings for this person, and to stand in it. */
function enter(state: SessionState): SessionStep {
  return { state: { ...state, isUnreachable: false }, effects: [{ do: "read" }] };
}

function onRead(state: SessionState, call: Call): SessionStep {
  const known = { ...state, call };
  if (isOver(call.status)) {
    return finish(known, "unavailable");
  }
  if (call.answeredBy === "telefono") {
    return finish(known, "telephone");
  }
  return also(openLink(known, isCaller(known)), (opened) => stand(opened));
}

function openLink(state: SessionState, makesOffers: boolean): SessionStep {
  if (state.makesOffers !== null) {
    return { state, effects: [{ do: "open-media" }] };
  }
  return {
    state: { ...state, makesOffers },
    effects: [{ do: "open-link", makesOffers }, { do: "open-media" }],
  };
}

/** Takes this device's place in the call, whenever the line is there anew. Answering is standing in it. */
function stand(state: SessionState, { isOtherExpected = false } = {}): SessionStep {
  const stop = { do: "stand-no-more" } as const;
  const isRinging = state.call?.status === "ENTRANTE";
  if (state.call === null || !state.isConnected || (isRinging && isCaller(state))) {
    return { state, effects: [stop] };
  }
  if (isRinging) {
    return also({ state, effects: [stop] }, (now) => accept(now, firstAcceptance(now, false)));
  }
  const asked: SessionStep = { state, effects: [stop, { do: "stand", hasBegun: isOtherExpected }] };
  return isOtherExpected ? also(asked, begin) : asked;
}

/** The other side stands in the call: connects with what it is now. */
function begin(state: SessionState): SessionStep {
  return { state: { ...state, isOtherThere: true }, effects: [{ do: "begin-link" }] };
}

function firstAcceptance({ entry }: SessionState, isAtOnce: boolean): Acceptance {
  return { isAtOnce, isAsked: false, endsRunning: entry?.how === "answer" && entry.endsRunning === true };
}

function accept(state: SessionState, acceptance: Acceptance): SessionStep {
  return { state, effects: [{ do: "accept", acceptance }] };
}

/** The caller comes in next, and begins. */
function onAccepted(
  state: SessionState,
  { call, acceptance }: Extract<SessionEvent, { kind: "accepted" }>,
): SessionStep {
  const known = { ...state, call, wasIn: true };
  return state.isOtherThere && !acceptance.isAtOnce ? begin(known) : stay(known);
}

function onNotAccepted(
  state: SessionState,
  { acceptance, failure }: Extract<SessionEvent, { kind: "not-accepted" }>,
): SessionStep {
  if (failure === "elsewhere" && !acceptance.isAsked) {
    return { state, effects: [{ do: "ask-to-end-other", acceptance }] };
  }
  if (failure !== "passing") {
    return finish(state, state.wasIn ? "other" : "unavailable");
  }
  return acceptance.isAtOnce ? enter(state) : { state, effects: [{ do: "stand-later" }] };
}

function onStood(
  state: SessionState,
  { call, isOtherThere, hasBegun }: Extract<SessionEvent, { kind: "stood" }>,
): SessionStep {
  const known = { ...state, call, isOtherThere, wasIn: true };
  return isOtherThere && !hasBegun ? begin(known) : stay(known);
}

function onNotStood(state: SessionState, failure: Failure): SessionStep {
  return failure === "final"
    ? finish(state, state.wasIn ? "other" : "unavailable")
    : // Without a line, its coming back asks as well.
      { state, effects: [{ do: "stand-later" }] };
}

function onHeard(state: SessionState, { event, payload }: Heard): SessionStep {
  switch (event) {
    case "end":
      return finish(state, goneAs(state, payload.status));
    case "reject_call": {
      const call = state.call && { ...state.call, rejectMessage: payload.rejectMessage };
      return finish({ ...state, call }, isCaller(state) ? "rejected" : "elsewhere");
    }
    case "call_accepted:from_other_session":
      return finish(state, payload.answeredBy === "telefono" ? "telephone" : "elsewhere");
    case "call_accepted":
      if (payload.answeredBy === "telefono") {
        return finish(state, "telephone");
      }
      return answered(state);
    case "restablecer":
      return begin(state);
  }
}

/** Somebody answered. Who entered by this very word stands there already, and has offered. */
function answered(state: SessionState): SessionStep {
  return state.call?.status === "ENTRANTE" && isCaller(state)
    ? stand({ ...state, call: { ...state.call, status: "CONTESTADA" } })
    : stay(state);
}

function finish(state: SessionState, how: CallEnd, { isDeclined = false } = {}): SessionStep {
  const isUnanswered = isDeclined || (state.call?.status === "ENTRANTE" && !isCaller(state));
  return {
    state: { ...state, ended: how },
    effects: [{ do: "let-go" }, ...(how === "here" ? [{ do: "say-goodbye", isUnanswered } as const] : [])],
  };
}
