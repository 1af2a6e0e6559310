import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type CallMove,
  type CallState,
  isOver,
  type Mover,
  movesOf,
  next,
  nextInRinging,
  statusAt,
  statusLeftBy,
} from "./call-machine.ts";
import { CallDecision, CallStatus, RING_MS } from "./calls.contract.ts";

const START = new Date("2026-03-01T12:00:00Z");
const DEADLINE = new Date(START.getTime() + RING_MS);
const after = (ms: number) => new Date(START.getTime() + ms);
const inTime = after(5000);

const call = (status: CallState["status"] = "ENTRANTE") => ({ status, expiresAt: DEADLINE });
const refused = { kind: "refused", code: "CALL_NOT_AVAILABLE" };

describe("a ringing call", () => {
  it("is answered or rejected by the person called, and cancelled by the caller", () => {
    const moved = (by: Mover, to: CallDecision) => next(call(), { by, to }, inTime);
    expect(moved("callee", "CONTESTADA")).toMatchObject({ kind: "moved", call: { status: "CONTESTADA" } });
    expect(moved("callee", "RECHAZADA")).toMatchObject({ kind: "moved", call: { status: "RECHAZADA" } });
    expect(moved("caller", "TERMINADA")).toMatchObject({ kind: "moved", call: { status: "TERMINADA" } });
    expect(moved("caller", "CONTESTADA")).toEqual(refused);
    expect(moved("caller", "RECHAZADA")).toEqual(refused);
    expect(moved("callee", "TERMINADA")).toEqual(refused);
    expect(moved("clock", "TERMINADA")).toEqual(refused);
  });

  it("is missed at its deadline and not a millisecond before", () => {
    const early = new Date(DEADLINE.getTime() - 1);
    const missed = (at: Date, by: Mover = "clock") => next(call(), { by, to: "PERDIDA" }, at);
    expect(missed(early)).toEqual(refused);
    expect(missed(DEADLINE)).toMatchObject({ kind: "moved", call: { status: "PERDIDA" } });
    expect(missed(DEADLINE, "caller")).toMatchObject({ kind: "moved", call: { status: "PERDIDA" } });
    expect(next(call(), { by: "callee", to: "CONTESTADA" }, early).kind).toBe("moved");
  });

  it("can become nothing else after its deadline, written down or not", () => {
    for (const by of ["caller", "callee"] as const) {
      for (const to of ["CONTESTADA", "RECHAZADA", "TERMINADA"] as const) {
        expect(next(call(), { by, to }, DEADLINE)).toEqual(refused);
      }
      expect(movesOf(call(), by, DEADLINE)).toEqual([]);
    }
  });

  it("reads its deadline as it travels", () => {
    expect(statusAt({ status: "ENTRANTE", expiresAt: DEADLINE.toISOString() }, DEADLINE)).toBe("PERDIDA");
    expect(statusAt({ status: "ENTRANTE", expiresAt: DEADLINE.toISOString() }, inTime)).toBe("ENTRANTE");
  });
});

describe("an answered call", () => {
  it("is ended by either side, whatever its ringing deadline was", () => {
    for (const by of ["caller", "callee", "clock"] as const) {
      expect(next(call("CONTESTADA"), { by, to: "TERMINADA" }, after(RING_MS * 10))).toMatchObject({
        kind: "moved",
        call: { status: "TERMINADA" },
      });
    }
    expect(next(call("CONTESTADA"), { by: "callee", to: "RECHAZADA" }, inTime)).toEqual(refused);
    expect(next(call("CONTESTADA"), { by: "clock", to: "PERDIDA" }, DEADLINE)).toEqual(refused);
  });
});

describe("a call whose one side is nobody any more", () => {
  it("is over, and missed where it rang for them", () => {
    const left = (status: CallStatus, side: "caller" | "callee", at = inTime) =>
      statusLeftBy(call(status), side, at);
    expect([left("ENTRANTE", "caller"), left("ENTRANTE", "callee")]).toEqual(["TERMINADA", "PERDIDA"]);
    expect([left("CONTESTADA", "caller"), left("CONTESTADA", "callee")]).toEqual(["TERMINADA", "TERMINADA"]);
    expect(left("ENTRANTE", "caller", DEADLINE)).toBe("PERDIDA");
    for (const over of ["RECHAZADA", "PERDIDA", "TERMINADA"] as const) {
      expect([left(over, "caller"), left(over, "callee")]).toEqual([over, over]);
    }
  });
});

describe("saying a thing again", () => {
  it("is a repetition for who could have said it, and for nobody else", () => {
    expect(next(call("CONTESTADA"), { by: "callee", to: "CONTESTADA" }, inTime).kind).toBe("repeated");
    expect(next(call("CONTESTADA"), { by: "caller", to: "CONTESTADA" }, inTime)).toEqual(refused);
    expect(next(call("RECHAZADA"), { by: "callee", to: "RECHAZADA" }, inTime).kind).toBe("repeated");
    expect(next(call("RECHAZADA"), { by: "caller", to: "RECHAZADA" }, inTime)).toEqual(refused);
    expect(next(call("PERDIDA"), { by: "caller", to: "PERDIDA" }, DEADLINE).kind).toBe("repeated");
    expect(next(call("TERMINADA"), { by: "callee", to: "TERMINADA" }, inTime).kind).toBe("repeated");
  });
});

describe("a ringing of several", () => {
  const ringing = (...statuses: CallStatus[]) =>
    statuses.map((status, index) => ({ id: `call-${index}`, ...call(status) }));
  const changes = (step: ReturnType<typeof nextInRinging<{ id: string } & CallState>>) =>
    step.kind === "moved" ? step.changed.map(({ id, status }) => `${id} ${status}`) : step.kind;

  it("ends for the others when one answers, and leaves those that were over alone", () => {
    const calls = ringing("ENTRANTE", "ENTRANTE", "RECHAZADA");
    expect(changes(nextInRinging(calls, "call-1", { by: "callee", to: "CONTESTADA" }, inTime))).toEqual([
      "call-1 CONTESTADA",
      "call-0 TERMINADA",
    ]);
  });

  it("ends whole when the caller cancels, whichever call is named", () => {
    const cancel: CallMove = { by: "caller", to: "TERMINADA" };
    const calls = ringing("RECHAZADA", "ENTRANTE", "ENTRANTE");
    for (const id of ["call-0", "call-1"]) {
      expect(changes(nextInRinging(calls, id, cancel, inTime))).toEqual([
        "call-1 TERMINADA",
        "call-2 TERMINADA",
      ]);
    }
    expect(changes(nextInRinging(ringing("RECHAZADA", "PERDIDA"), "call-0", cancel, inTime))).toBe("refused");
  });

  it("goes on for the others when one rejects, and when an answered one is ended twice", () => {
    const calls = ringing("ENTRANTE", "ENTRANTE");
    expect(changes(nextInRinging(calls, "call-0", { by: "callee", to: "RECHAZADA" }, inTime))).toEqual([
      "call-0 RECHAZADA",
    ]);
    const answered = ringing("CONTESTADA", "TERMINADA");
    expect(changes(nextInRinging(answered, "call-1", { by: "caller", to: "TERMINADA" }, inTime))).toBe(
      "repeated",
    );
    expect(changes(nextInRinging(answered, "call-0", { by: "caller", to: "TERMINADA" }, inTime))).toEqual([
      "call-0 TERMINADA",
    ]);
  });

  it("lets nobody in besides the one who answered, and knows no call of another ringing", () => {
    const answer: CallMove = { by: "callee", to: "CONTESTADA" };
    expect(changes(nextInRinging(ringing("CONTESTADA", "ENTRANTE"), "call-1", answer, inTime))).toBe(
      "refused",
    );
    expect(changes(nextInRinging(ringing("ENTRANTE"), "call-7", answer, inTime))).toBe("refused");
  });
});

describe("any sequence of moves", () => {
  const PEOPLE = 3;
  const step = fc.record({
    call: fc.nat({ max: PEOPLE - 1 }),
    by: fc.constantFrom<Mover>("caller", "callee", "clock"),
    to: fc.constantFrom(...CallDecision.options),
    /** Time that goes by before it: often enough more than a ringing lasts. */
    later: fc.oneof(fc.nat({ max: 2000 }), fc.nat({ max: RING_MS * 2 })),
  });

  it("has one answer at most, takes nothing back, and ends", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        let calls = Array.from({ length: PEOPLE }, (_, index) => ({
          id: `call-${index}`,
          status: "ENTRANTE" as CallStatus,
          // Made one after the other, as HTTP requests are.
          expiresAt: new Date(DEADLINE.getTime() + index * 40),
        }));
        let now = START;
        const everAnswered = new Set<string>();

        for (const { call: index, by, to, later } of steps) {
          now = new Date(now.getTime() + later);
          const before = calls;
          const outcome = nextInRinging(before, `call-${index}`, { by, to }, now);
          if (outcome.kind === "moved") {
            const { changed } = outcome;
            calls = before.map((one) => changed.find(({ id }) => id === one.id) ?? one);
          }
          for (const [place, was] of before.entries()) {
            const is = calls[place]?.status;
            if (is !== was.status) {
              expect(isOver(was.status)).toBe(false);
              expect(is === "ENTRANTE").toBe(false);
            }
            if (is === "CONTESTADA") {
              everAnswered.add(was.id);
            }
          }
          // The same words again change nothing more.
          expect(nextInRinging(calls, `call-${index}`, { by, to }, now).kind).not.toBe("moved");
          expect(everAnswered.size).toBeLessThanOrEqual(1);
          if (everAnswered.size === 1) {
            expect(calls.every((one) => statusAt(one, now) !== "ENTRANTE")).toBe(true);
          }
        }

        now = new Date(now.getTime() + RING_MS * 3);
        for (const one of calls) {
          const missed = next(one, { by: "clock", to: "PERDIDA" }, now);
          const ended = next(one, { by: "clock", to: "TERMINADA" }, now);
          const last = [missed, ended].find((outcome) => outcome.kind === "moved");
          expect(isOver(last?.kind === "moved" ? last.call.status : one.status)).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
  });

  it("offers exactly the moves that succeed", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CallStatus.options),
        fc.constantFrom<Mover>("caller", "callee"),
        fc.constantFrom(...CallDecision.exclude(["PERDIDA"]).options),
        fc.nat({ max: RING_MS * 2 }),
        (status, by, to, later) => {
          const isOffered = movesOf(call(status), by, after(later)).includes(to);
          expect(next(call(status), { by, to }, after(later)).kind === "moved").toBe(isOffered);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
