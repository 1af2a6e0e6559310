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

const idOf = ({ id }: RungPerson) => callTo(id).id;
const found: LobbyEvent = { kind: "people-found", people: [rosa, andres] };
const created = (person: RungPerson, devices?: number): LobbyEvent => ({
  kind: "created",
  person,
  call: callTo(person.id),
  devices,
  nowMs: 1000,
});
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
const rings = after(newRinging, { kind: "started" }, found, created(rosa, 1), created(andres, 0)).state;

describe("how a ringing goes", () => {
  it("rings everybody side by side, for as long as the server says, by its own clock", () => {
    const { effects, state } = after(
      newRinging,
      { kind: "started" },
      found,
      created(rosa, 1),
      created(andres, 0),
    );
    expect(effects).toEqual([
      { do: "find-people" },
      { do: "create", person: rosa, isAgain: false },
      { do: "create", person: andres, isAgain: false },
      { do: "look-later", inMs: 30_000 },
      { do: "keep", callIds: [idOf(rosa)], endsAtMs: 31_000 },
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
    const early = after(newRinging, { kind: "started" }, found, answered(rosa));
    expect(early.state.phase).toBe("starting");
    const { state, done } = after(early.state, created(rosa, 1));
    expect(state.phase).toBe("accepted");
    expect(done).toContain("enter");
    expect(progress(state)).toEqual(["accepted", "notifying"]);
  });

  it("makes a call again once when the answer may be lost, and gives that person up after it", () => {
    const lost: LobbyEvent = { kind: "not-created", person: rosa, error: "lost", mayBeLost: true };
    const again = after(newRinging, found, lost);
    expect(again.effects.at(-1)).toEqual({ do: "create", person: rosa, isAgain: true });
    const failed = after(
      again.state,
      { ...lost, mayBeLost: false },
      { ...lost, person: andres, mayBeLost: false },
    );
    expect(failed.state).toMatchObject({ phase: "failed", trouble: "lost" });
  });

  it("takes back what rings when it is cancelled, and what begins to ring after it", () => {
    const one = after(newRinging, found, created(rosa, 1));
    const cancelled = after(one.state, cancel);
    expect(cancelled.effects).toEqual([
      { do: "look-no-more" },
      { do: "close" },
      { do: "end", callId: idOf(rosa) },
    ]);
    expect(after(cancelled.state, created(andres, 1)).effects).toEqual([{ do: "end", callId: idOf(andres) }]);
  });

  it("asks what became of who can still answer, and rings who was not asked for", () => {
    const unheard = after(rings, rejected(rosa), { kind: "not-requested", personId: andres.id });
    const looked = after(unheard.state, { kind: "look" });
    expect(looked.effects).toEqual([
      { do: "look-no-more" },
      { do: "look", calls: [{ personId: andres.id, callId: idOf(andres) }] },
    ]);
    const answer: LobbyEvent = { kind: "looked", personId: andres.id, call: callTo(andres.id) };
    expect(after(looked.state, answer, answer, { kind: "looked-at-all" }).done).toEqual([
      "request",
      "look-later",
    ]);
  });

  it("goes on with what a page had begun, and takes it back when it is cancelled before it was read", () => {
    const calls = [callTo(rosa.id), callTo(andres.id, "RECHAZADA")];
    const resumed: LobbyEvent = { kind: "resumed", calls, endsAtMs: 20_000, nowMs: 5000 };
    const { state, effects } = after(newRinging, resumed);
    expect(progress(state)).toEqual(["notifying", "rejected"]);
    expect(effects).toEqual([
      { do: "request", personId: rosa.id, callId: idOf(rosa) },
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
  fc.constant(found),
  fc.constant<LobbyEvent>({ kind: "people-not-found", error: "unknown", isUnknown: true }),
  fc.tuple(person, fc.constantFrom(undefined, 0, 2)).map(([whom, devices]) => created(whom, devices)),
  fc
    .tuple(person, fc.boolean())
    .map(
      ([whom, mayBeLost]): LobbyEvent => ({ kind: "not-created", person: whom, error: "lost", mayBeLost }),
    ),
  person.map(({ id }): LobbyEvent => ({ kind: "requested", personId: id, devices: 1 })),
  person.map(({ id }): LobbyEvent => ({ kind: "not-requested", personId: id })),
  fc
    .tuple(person, status)
    .map(([{ id }, now]): LobbyEvent => ({ kind: "looked", personId: id, call: callTo(id, now) })),
  fc
    .tuple(person, fc.constantFrom("app" as const, "telefono" as const))
    .map(([whom, by]) => answered(whom, by)),
  person.map((whom) => rejected(whom, "No estoy")),
  fc
    .tuple(person, status)
    .map(([whom, now]): LobbyEvent => ({ kind: "heard", callId: idOf(whom), what: "ended", status: now })),
  fc.constantFrom<LobbyEvent>(cancel, { kind: "look" }, { kind: "looked-at-all" }, { kind: "close" }),
  fc.constant<LobbyEvent>({ kind: "resumed", calls: [callTo(rosa.id)], endsAtMs: 9000, nowMs: 0 }),
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
        const open = before.entries.filter(isOpen).flatMap(({ call }) => call?.id ?? []);
        expect(ended).toEqual(open);
      } else if (event.kind === "created" && !isRunning(before)) {
        expect(ended).toEqual([event.call.id]);
      } else if (event.kind !== "resumed") {
        expect(ended).toEqual([]);
      }
    }));

  it("rings nobody and waits for nothing once it is over", () =>
    eachStep((_before, _event, now, effects) => {
      if (!isRunning(now)) {
        expect(effects.some((each) => each.do === "create" || each.do === "request")).toBe(false);
        const timers = effects.filter((each) => each.do === "look-later" || each.do === "look-no-more");
        expect(timers.at(-1)?.do).not.toBe("look-later");
      }
    }));
});
