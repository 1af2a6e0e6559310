import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callId, callIn, pedro, rosa } from "../../../../testing/call-device.ts";
import type { Acceptance, CallEntry, SessionEffect, SessionEvent, SessionState } from "./session-events.ts";
import { newSession, next } from "./session-machine.ts";

/** A session through these events: how it is after them, and all that was to be done. */
function after(first: SessionState, ...events: SessionEvent[]) {
  const effects: SessionEffect[] = [];
  let state = first;
  for (const event of events) {
    const step = next(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, done: effects.map((effect) => effect.do) };
}

const sessionOf = (personId: string, entry?: CallEntry) => newSession({ personId, entry });
const atOnce: Acceptance = { isAtOnce: true, endsRunning: false, isAsked: false };
const read = (status: CallStatus, me = rosa): SessionEvent => ({ kind: "read", call: callIn(status, me) });
const opened: SessionEvent = { kind: "opened", isConnected: true };
const back: SessionEvent = { kind: "heard", event: "restablecer", payload: { callId } };
const accepted = (acceptance: Acceptance): SessionEvent => ({
  kind: "accepted",
  call: callIn("CONTESTADA", rosa),
  acceptance,
});
const stood = (isOtherThere: boolean, hasBegun = false): SessionEvent => ({
  kind: "stood",
  call: callIn("CONTESTADA", rosa),
  isOtherThere,
  hasBegun,
});
const hangUp: SessionEvent = { kind: "hang-up" };
const ended = (status: "PERDIDA" | "TERMINADA"): SessionEvent => ({
  kind: "heard",
  event: "end",
  payload: { callId, status },
});

describe("what may have been missed of a call", () => {
  const missed: SessionEvent = { kind: "news-missed" };
  const running = () => after(sessionOf(rosa), opened, read("CONTESTADA"), stood(false)).state;
  const connected: SessionEvent = { kind: "link", change: { link: "connected" } };

  it("is asked for, and who still waits for the other side says that they are there", () => {
    expect(after(running(), missed).done).toEqual(["look", "stand-no-more", "stand"]);
    expect(after(running(), connected, missed).done).toEqual(["look"]);
  });

  it("is how it ended, or that somebody answered", () => {
    const looked = (status: CallStatus, answeredBy: "app" | "telefono" | null = null): SessionEvent => ({
      kind: "looked",
      status,
      answeredBy,
    });
    const end = (...events: SessionEvent[]) => after(running(), connected, missed, ...events).state.ended;
    expect([end(looked("TERMINADA")), end(looked("PERDIDA")), end(looked("CONTESTADA"))]).toEqual([
      "other",
      "missed",
      null,
    ]);
    const ringing = after(sessionOf(pedro), opened, read("ENTRANTE", pedro), missed);
    expect(ringing.done.at(-1)).toBe("look");
    expect(after(ringing.state, looked("CONTESTADA", "app")).done).toContain("stand");
    expect(after(ringing.state, looked("CONTESTADA", "telefono")).state.ended).toBe("telephone");
  });
});

describe("how a session goes", () => {
  it("answers at once: the link before it, which hears the offer, and the devices after", () => {
    const { effects } = after(sessionOf(rosa, { how: "answer" }), opened);
    expect(effects).toEqual([
      { do: "open-link", makesOffers: false },
      { do: "accept", acceptance: atOnce },
      { do: "open-media" },
    ]);
  });

  it("reads the call first without a line, and answers when there is one", () => {
    const { done } = after(
      sessionOf(rosa, { how: "answer" }),
      { kind: "opened", isConnected: false },
      read("ENTRANTE"),
      {
        kind: "line",
        isConnected: true,
      },
    );
    expect(done).toEqual(["read", "open-link", "open-media", "stand-no-more", "stand-no-more", "accept"]);
  });

  it("does not come in twice by the word by which the caller came in", () => {
    const entry = { how: "answered", call: callIn("CONTESTADA", pedro) } as const;
    const payload = { callId: entry.call.id, userId: rosa };
    const { done } = after(sessionOf(pedro, entry), opened, {
      kind: "heard",
      event: "call_accepted",
      payload,
    });
    expect(done.filter((each) => each === "stand")).toHaveLength(1);
  });

  it("lets the caller offer in the same breath as coming in, once", () => {
    const entry = { how: "answered", call: callIn("CONTESTADA", pedro) } as const;
    const { effects } = after(sessionOf(pedro, entry), opened, stood(true, true));
    expect(effects).toEqual([
      { do: "open-link", makesOffers: true },
      { do: "open-media" },
      { do: "stand-no-more" },
      { do: "stand", hasBegun: true },
      { do: "begin-link" },
    ]);
  });

  it("lets the caller wait while it rings, and come in when it is answered", () => {
    const answered: SessionEvent = {
      kind: "heard",
      event: "call_accepted",
      payload: { callId, userId: rosa },
    };
    const waiting = after(sessionOf(pedro), opened, read("ENTRANTE", pedro));
    expect(waiting.done).not.toContain("stand");
    const { done, state } = after(waiting.state, answered, stood(true));
    expect(done).toEqual(["stand-no-more", "stand", "begin-link"]);
    expect(state.wasIn).toBe(true);
  });

  it("asks before another call ends, and asks the server once more after a yes", () => {
    const refused: SessionEvent = { kind: "not-accepted", acceptance: atOnce, failure: "elsewhere" };
    const asked = after(sessionOf(rosa, { how: "answer" }), opened, refused);
    expect(asked.effects.at(-1)).toEqual({ do: "ask-to-end-other", acceptance: atOnce });
    const yes = after(asked.state, { kind: "may-end-other", acceptance: atOnce, goesOn: true });
    const again = { ...atOnce, endsRunning: true, isAsked: true };
    expect(yes.effects).toEqual([{ do: "accept", acceptance: again }]);
    const no = after(asked.state, { kind: "may-end-other", acceptance: atOnce, goesOn: false });
    expect(no.effects).toEqual([{ do: "let-go" }, { do: "say-goodbye", isUnanswered: true }]);
    const refusedAgain = after(yes.state, { kind: "not-accepted", acceptance: again, failure: "elsewhere" });
    expect(refusedAgain.state.ended).toBe("unavailable");
  });

  it("reads the call after an answer that was lost, and tries again after a fault", () => {
    const lost: SessionEvent = { kind: "not-accepted", acceptance: atOnce, failure: "passing" };
    expect(after(sessionOf(rosa, { how: "answer" }), opened, lost).done.at(-1)).toBe("read");
    const later = { ...atOnce, isAtOnce: false };
    const { done } = after(
      sessionOf(rosa),
      opened,
      read("ENTRANTE"),
      { kind: "not-accepted", acceptance: later, failure: "passing" },
      { kind: "stand-again" },
    );
    expect(done.slice(-3)).toEqual(["stand-later", "stand-no-more", "accept"]);
  });

  it("begins with who was faster than the answer", () => {
    const { done } = after(
      sessionOf(rosa),
      opened,
      read("ENTRANTE"),
      back,
      accepted({ ...atOnce, isAtOnce: false }),
    );
    expect(done.filter((each) => each === "begin-link")).toHaveLength(2);
  });

  it.each([
    ["a call that was over", [opened, read("TERMINADA")], "unavailable"],
    ["a call that is not theirs", [opened, { kind: "not-read", failure: "final" }], "unavailable"],
    ["one that ran out before it was answered", [opened, read("ENTRANTE"), ended("PERDIDA")], "unavailable"],
    ["one that another of the home took", [opened, read("ENTRANTE"), ended("TERMINADA")], "unavailable"],
    ["one that the other side ended", [opened, read("CONTESTADA"), ended("TERMINADA")], "other"],
    [
      "a place that was refused",
      [opened, read("CONTESTADA"), { kind: "not-stood", failure: "final" }],
      "unavailable",
    ],
    [
      "a place that was refused after standing there",
      [opened, read("CONTESTADA"), stood(true), { kind: "not-stood", failure: "final" }],
      "other",
    ],
    [
      "a relay that stopped",
      [opened, { kind: "not-relayed" }, { kind: "looked", status: "TERMINADA", answeredBy: null }],
      "other",
    ],
  ] satisfies [string, SessionEvent[], string][])("ends with %s", (_, events, how) => {
    const { state, done } = after(sessionOf(rosa), ...events);
    expect(state.ended).toBe(how);
    expect(done.at(-1)).toBe("let-go");
  });

  it("is not missed by who was called, only by who calls", () => {
    const { state } = after(sessionOf(pedro), opened, read("ENTRANTE", pedro), ended("PERDIDA"));
    expect(state.ended).toBe("missed");
  });

  it("hangs up a no while it rings here, and an end after", () => {
    const ringing = after(sessionOf(rosa), opened, read("ENTRANTE"), hangUp);
    expect(ringing.effects.at(-1)).toEqual({ do: "say-goodbye", isUnanswered: true });
    const talking = after(sessionOf(rosa), opened, read("CONTESTADA"), stood(true), hangUp);
    expect(talking.effects.at(-1)).toEqual({ do: "say-goodbye", isUnanswered: false });
  });

  it("reads it again when it could not be read and the line is back", () => {
    const { done, state } = after(
      sessionOf(rosa),
      opened,
      { kind: "not-read", failure: "passing" },
      { kind: "line", isConnected: false },
      { kind: "line", isConnected: true },
    );
    expect(done).toEqual(["read", "read"]);
    expect(state.isUnreachable).toBe(false);
  });
});

const acceptance = fc.record({ isAtOnce: fc.boolean(), endsRunning: fc.boolean(), isAsked: fc.boolean() });
const failure = fc.constantFrom("passing" as const, "final" as const);
const call = fc
  .constantFrom<CallStatus>("ENTRANTE", "CONTESTADA", "TERMINADA")
  .map((status) => callIn(status, rosa));
const anyEvent: fc.Arbitrary<SessionEvent> = fc.oneof(
  fc.boolean().map((isConnected): SessionEvent => ({ kind: "line", isConnected })),
  call.map((known): SessionEvent => ({ kind: "read", call: known })),
  failure.map((each): SessionEvent => ({ kind: "not-read", failure: each })),
  acceptance.map(accepted),
  fc.record({
    kind: fc.constant("not-accepted" as const),
    acceptance,
    failure: fc.oneof(failure, fc.constant("elsewhere" as const)),
  }),
  fc.record({ kind: fc.constant("may-end-other" as const), acceptance, goesOn: fc.boolean() }),
  fc.tuple(fc.boolean(), fc.boolean()).map(([isThere, hasBegun]) => stood(isThere, hasBegun)),
  failure.map((each): SessionEvent => ({ kind: "not-stood", failure: each })),
  fc.constantFrom(ended("PERDIDA"), ended("TERMINADA"), back, hangUp),
  fc.constantFrom<SessionEvent>(
    { kind: "heard", event: "call_accepted", payload: { callId, userId: rosa } },
    { kind: "heard", event: "call_accepted", payload: { callId, userId: rosa, answeredBy: "telefono" } },
    { kind: "heard", event: "call_accepted:from_other_session", payload: { callId } },
    { kind: "heard", event: "reject_call", payload: { callId, userId: rosa, rejectMessage: "No estoy" } },
  ),
  fc.constantFrom<SessionEvent>(
    { kind: "stand-again" },
    { kind: "not-relayed" },
    { kind: "looked", status: "TERMINADA", answeredBy: null },
    { kind: "looked", status: "CONTESTADA", answeredBy: null },
    { kind: "looked", status: "CONTESTADA", answeredBy: "telefono" },
    { kind: "news-missed" },
    { kind: "link", change: { link: "connected" } },
    { kind: "retry" },
    { kind: "close" },
  ),
);
const anyEntry = fc.constantFrom<CallEntry | undefined>(
  undefined,
  { how: "answer" },
  { how: "answered", call: callIn("CONTESTADA", pedro) },
);

describe("whatever happens, in whatever order", () => {
  const runs = fc.record({
    me: fc.constantFrom(rosa, pedro),
    entry: anyEntry,
    isConnected: fc.boolean(),
    events: fc.array(anyEvent, { maxLength: 30 }),
  });
  const eachStep = (
    check: (before: SessionState, after: SessionState, effects: readonly SessionEffect[]) => void,
  ) =>
    fc.assert(
      fc.property(runs, ({ me, entry, isConnected, events }) => {
        let state = sessionOf(me, entry);
        for (const event of [{ kind: "opened", isConnected } as const, ...events]) {
          const step = next(state, event);
          check(state, step.state, step.effects);
          state = step.state;
        }
      }),
      { numRuns: 500 },
    );

  it("ends once, in one way, and lets go of everything in the same step", () =>
    eachStep((before, now, effects) => {
      if (before.ended !== null) {
        expect(now.ended).toBe(before.ended);
      }
      const isEnd = before.ended === null && now.ended !== null;
      const isClose = !before.isClosed && now.isClosed;
      expect(effects.filter((each) => each.do === "let-go")).toHaveLength(isEnd || isClose ? 1 : 0);
    }));

  it("does nothing after its end, or once its page is gone", () =>
    eachStep((before, now, effects) => {
      if (before.isClosed || (before.ended !== null && !now.isClosed)) {
        expect(now).toBe(before);
        expect(effects).toEqual([]);
      }
    }));

  it("says goodbye for who hung up here, and for nobody else", () =>
    eachStep((before, now, effects) => {
      const isHungUp = before.ended === null && now.ended === "here";
      expect(effects.filter((each) => each.do === "say-goodbye")).toHaveLength(isHungUp ? 1 : 0);
    }));

  it("asks the server for a place with a line alone, never answers its own call, and has one link", () =>
    eachStep((before, now, effects) => {
      const places = effects.filter((each) => each.do === "stand");
      expect(now.isConnected || places.length === 0).toBe(true);
      expect(effects.some((each) => each.do === "open-link") && before.makesOffers !== null).toBe(false);
      const isFirstAnswer = effects.some((each) => each.do === "accept" && !each.acceptance.isAsked);
      if (isFirstAnswer) {
        expect(now.isConnected).toBe(true);
        expect(now.call?.caller.id === now.personId).toBe(false);
      }
    }));
});
