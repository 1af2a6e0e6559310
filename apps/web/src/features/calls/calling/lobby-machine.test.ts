import type { CallStatus } from "@umbral/contract/calls/calls.contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { andres, callTo, rosa } from "../../../../testing/lobby-caller.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import type { LobbyEffect, LobbyEvent, LobbyState } from "./lobby-events.ts";
import { isRunning, newRinging, next } from "./lobby-machine.ts";
import { isOpen } from "./lobby-people.ts";

/** A ringing through these events: how it is after them, and all that was to be done. */
function after(first: LobbyState, ...events: LobbyEvent[]) {
  const effects: LobbyEffect[] = [];
  let state = first;
  for (const event of events) {
    const step = next(state, event);
    state = step.state;
    effects.push(...step.effects);
  }
  return { state, effects, done: effects.map((effect) => effect.do) };
}

const idOf = ({ call }: RungPerson) => call.id;
const personOf = ({ call }: RungPerson) => call.userId;
const rung = (...people: RungPerson[]): LobbyEvent => ({ kind: "rung", people, nowMs: 1000 });
const rungBoth = rung({ ...rosa, devices: 1 }, { ...andres, devices: 0 });
const lost: LobbyEvent = { kind: "not-rung", error: "lost", isUnknown: false, mayBeLost: true };
const cancel: LobbyEvent = { kind: "cancel" };
const answered = (person: RungPerson, answeredBy: "app" | "telefono" = "app"): LobbyEvent => ({
  kind: "heard",
  callId: idOf(person),
  what: "answered",
  answeredBy,
});
const rejected = (person: RungPerson, rejectMessage: string | null = null): LobbyEvent => ({
  kind: "heard",
  callId: idOf(person),
  what: "rejected",
  rejectMessage,
});
const progress = ({ entries }: LobbyState) => entries.map((entry) => entry.progress);
const rings = after(newRinging, { kind: "started" }, rungBoth).state;

describe("how a ringing goes", () => {
  it("rings everybody at once, for as long as the server says, by its own clock", () => {
    const { effects, state } = after(newRinging, { kind: "started" }, rungBoth);
    expect(effects).toEqual([
      { do: "ring", isAgain: false },
      { do: "look-later", inMs: 30_000 },
      { do: "keep", callIds: [idOf(rosa), idOf(andres)], endsAtMs: 31_000 },
    ]);
    expect(progress(state)).toEqual(["ringing", "no-devices"]);
  });

  it("enters the call of whoever answers on a device, and keeps listening to a telephone", () => {
    const entered = after(rings, answered(andres));
    expect(entered.done).toEqual(["enter", "look-no-more", "close"]);
    expect(entered.state.phase).toBe("accepted");
    const telephone = after(rings, answered(rosa, "telefono"));
    expect(telephone.done).toEqual(["look-no-more"]);
    const said = after(telephone.state, { kind: "heard", callId: idOf(rosa), what: "said", said: "coming" });
    expect(said.state.entries[0]?.said).toBe("coming");
    expect(said.state.phase).toBe("telephone");
  });

  it("goes on after one no, and ends with the last", () => {
    const one = after(rings, rejected(rosa, "Ya bajo"));
    expect(one.state.phase).toBe("ringing");
    expect(after(one.state, rejected(andres)).state.phase).toBe("rejected");
  });

  it("does by the answer of the server what was heard before it", () => {
    const early = after(newRinging, { kind: "started" }, answered(rosa));
    expect(early.state.phase).toBe("starting");
    const { state, done } = after(early.state, rungBoth);
    expect(state.phase).toBe("accepted");
    expect(done).toContain("enter");
    expect(progress(state)[0]).toBe("accepted");
  });

  it("asks again once when the answer may be lost, and gives up after it", () => {
    const again = after(newRinging, { kind: "started" }, lost);
    expect(again.effects.at(-1)).toEqual({ do: "ring", isAgain: true });
    expect(after(again.state, { ...lost, mayBeLost: false }).state).toMatchObject({
      phase: "failed",
      trouble: "lost",
    });
    expect(after(newRinging, { ...lost, isUnknown: true, mayBeLost: false }).state.phase).toBe("not-found");
    expect(after(newRinging, rung()).state.phase).toBe("not-found");
  });

  it("takes back what rings when it is cancelled, and what begins to ring after it", () => {
    const cancelled = after(rings, cancel);
    expect(cancelled.effects).toEqual([
      { do: "look-no-more" },
      { do: "close" },
      { do: "end", callId: idOf(rosa) },
    ]);
    expect(after(newRinging, cancel, rungBoth).effects.at(-1)).toEqual({ do: "end", callId: idOf(rosa) });
  });

  it("asks what became of who can still answer, and rings who was not asked for", () => {
    const unheard = after(rings, rejected(rosa), { kind: "not-requested", personId: personOf(andres) });
    const looked = after(unheard.state, { kind: "look" });
    expect(looked.effects).toEqual([
      { do: "look-no-more" },
      { do: "look", calls: [{ personId: personOf(andres), callId: idOf(andres) }] },
    ]);
    const answer: LobbyEvent = { kind: "looked", personId: personOf(andres), call: callTo(personOf(andres)) };
    expect(after(looked.state, answer, answer, { kind: "looked-at-all" }).done).toEqual([
      "request",
      "look-later",
    ]);
  });

  it("goes on with what a page had begun, and takes it back when it is cancelled before it was read", () => {
    const calls = [callTo(personOf(rosa)), callTo(personOf(andres), "RECHAZADA")];
    const resumed: LobbyEvent = { kind: "resumed", calls, endsAtMs: 20_000, nowMs: 5000 };
    const { state, effects } = after(newRinging, resumed);
    expect(progress(state)).toEqual(["notifying", "rejected"]);
    expect(effects).toEqual([
      { do: "request", personId: personOf(rosa), callId: idOf(rosa) },
      { do: "look-later", inMs: 15_000 },
    ]);
    expect(after(newRinging, { ...resumed, calls: [] }).state.phase).toBe("cancelled");
    const late = after(newRinging, cancel, resumed);
    expect(late.state.phase).toBe("cancelled");
    expect(late.effects.at(-1)).toEqual({ do: "end", callId: idOf(rosa) });
  });
});

const person = fc.constantFrom(rosa, andres);
const status = fc.constantFrom<CallStatus>("ENTRANTE", "CONTESTADA", "RECHAZADA", "PERDIDA", "TERMINADA");
const anyEvent: fc.Arbitrary<LobbyEvent> = fc.oneof(
  fc.constantFrom(rungBoth, rung(rosa), rung()),
  fc
    .tuple(fc.boolean(), fc.boolean())
    .map(([isUnknown, mayBeLost]): LobbyEvent => ({ kind: "not-rung", error: "lost", isUnknown, mayBeLost })),
  person.map((whom): LobbyEvent => ({ kind: "requested", personId: personOf(whom), devices: 1 })),
  person.map((whom): LobbyEvent => ({ kind: "not-requested", personId: personOf(whom) })),
  fc.tuple(person, status).map(
    ([whom, now]): LobbyEvent => ({
      kind: "looked",
      personId: personOf(whom),
      call: callTo(personOf(whom), now),
    }),
  ),
  fc
    .tuple(person, fc.constantFrom("app" as const, "telefono" as const))
    .map(([whom, by]) => answered(whom, by)),
  person.map((whom) => rejected(whom, "No estoy")),
  fc
    .tuple(person, status)
    .map(([whom, now]): LobbyEvent => ({ kind: "heard", callId: idOf(whom), what: "ended", status: now })),
  fc.constantFrom<LobbyEvent>(cancel, { kind: "look" }, { kind: "looked-at-all" }, { kind: "close" }),
  fc.constant<LobbyEvent>({ kind: "resumed", calls: [callTo(personOf(rosa))], endsAtMs: 9000, nowMs: 0 }),
);

describe("whatever happens, in whatever order", () => {
  const eachStep = (
    check: (before: LobbyState, event: LobbyEvent, now: LobbyState, effects: readonly LobbyEffect[]) => void,
  ) =>
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 30 }), (events) => {
        let state = newRinging;
        for (const event of [{ kind: "started" } as const, ...events]) {
          const step = next(state, event);
          check(state, event, step.state, step.effects);
          ({ state } = step);
        }
      }),
      { numRuns: 500 },
    );

  it("ends once, in one way", () =>
    eachStep((before, _event, now) => {
      if (!isRunning(before)) {
        expect(now.phase).toBe(before.phase);
        expect(now.answered).toBe(before.answered);
      }
    }));

  it("stops listening when it ends, but for who answered by telephone", () =>
    eachStep((before, event, now, effects) => {
      const isEnd = isRunning(before) && !isRunning(now);
      const isClosed = event.kind === "close" || (isEnd && now.phase !== "telephone");
      expect(effects.filter((each) => each.do === "close")).toHaveLength(isClosed ? 1 : 0);
    }));

  it("enters one call, and only one that was answered on a device", () =>
    eachStep((before, _event, now, effects) => {
      const entered = effects.filter((each) => each.do === "enter");
      const isAccepted = isRunning(before) && now.phase === "accepted";
      expect(entered).toHaveLength(isAccepted ? 1 : 0);
      expect(isAccepted && now.answered?.answeredBy === "telefono").toBe(false);
    }));

  it("leaves nobody ringing who was rung before it was cancelled, or after", () =>
    eachStep((before, event, _now, effects) => {
      const ended = effects.flatMap((each) => (each.do === "end" ? [each.callId] : []));
      if (event.kind === "cancel" && isRunning(before)) {
        // One stands for all of the ringing.
        const open = before.entries.filter(isOpen).map(({ call }) => call.id);
        expect(ended).toEqual(open.slice(0, 1));
      } else if (event.kind === "rung" && !isRunning(before)) {
        expect(ended).toEqual(event.people.slice(0, 1).map(idOf));
      } else if (event.kind !== "resumed") {
        expect(ended).toEqual([]);
      }
    }));

  it("rings nobody and waits for nothing once it is over", () =>
    eachStep((_before, _event, now, effects) => {
      if (!isRunning(now)) {
        expect(effects.some((each) => each.do === "ring" || each.do === "request")).toBe(false);
        const timers = effects.filter((each) => each.do === "look-later" || each.do === "look-no-more");
        expect(timers.at(-1)?.do).not.toBe("look-later");
      }
    }));
});
