import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { FakeLine } from "../../../../testing/fake-line.ts";
import type { CallToEnter } from "../session/index.ts";
import { createCallDesk, type DeskSession } from "./call-desk.ts";
import { createRinging } from "./ringing.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const calm = () => vi.advanceTimersByTimeAsync(0);

/** A call that was begun, and what became of it. */
class Session implements DeskSession {
  ended: string | null = null;
  isClosed = false;
  hangUps = 0;
  private readonly listeners = new Set<() => void>();

  readonly call: CallToEnter;

  constructor(call: CallToEnter) {
    this.call = call;
  }

  view() {
    return { ended: this.ended, actions: this.ended === null ? { hangUp: () => this.hangUp() } : {} };
  }

  subscribe(listener: () => void) {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** It says its first word when the test does. */
  say: () => void = () => undefined;
  private readonly firstWord = new Promise<void>((resolve) => {
    this.say = resolve;
  });

  begun() {
    return this.firstWord;
  }

  close() {
    this.isClosed = true;
  }

  end(how: string) {
    if (this.ended === null && !this.isClosed) {
      this.ended = how;
      for (const listener of this.listeners) {
        listener();
      }
    }
  }

  get isListenedTo() {
    return this.listeners.size > 0;
  }

  get isAlive() {
    return this.ended === null && !this.isClosed;
  }

  private hangUp() {
    this.hangUps += 1;
    this.end("here");
  }
}

const call = (callId: string): CallToEnter => ({ callId, personId: "rosa", entry: { how: "answer" } });

/** A desk whose sessions are in the hands of the test. */
function deskHere() {
  const { line } = new FakeLine();
  const ringing = createRinging({
    line,
    rejectOverHttp: async () => undefined,
    steadyMs: () => 0,
    nowMs: () => 0,
    onEnd: () => undefined,
    onTrouble: () => undefined,
  });
  const sessions: Session[] = [];
  const begin = (begun: CallToEnter) => {
    const session = new Session(begun);
    sessions.push(session);
    return session;
  };
  const load = vi.fn(async () => begin);
  const desk = createCallDesk<Session>({ ringing, load });
  const heard: (string | null)[] = [];
  desk.subscribe(() => heard.push(desk.current()));
  return { desk, sessions, begin, load, heard };
}

describe("the call that this browser is in", () => {
  it("is known from the press, before what it needs has come", async () => {
    const { desk, sessions, heard } = deskHere();
    desk.enter(call("a"));
    expect(desk.current()).toBe("a");
    await calm();
    expect(sessions.map((session) => session.call)).toEqual([call("a")]);
    expect(heard).toEqual(["a"]);
  });

  it("is drawn once it has said its first word, soon in any case, and at once where nothing is begun", async () => {
    const { desk, sessions } = deskHere();
    desk.prepare();
    await calm();
    const isBegun = () => {
      let is = false;
      void desk.begun().then(() => {
        is = true;
      });
      return () => is;
    };
    const nothing = isBegun();
    await calm();
    expect(nothing()).toBe(true);

    desk.enter(call("a"));
    const first = isBegun();
    await calm();
    expect(first()).toBe(false);
    sessions[0]?.say();
    await calm();
    expect(first()).toBe(true);

    desk.enter(call("b"));
    const silent = isBegun();
    await vi.advanceTimersByTimeAsync(1000);
    expect(silent()).toBe(true);
  });

  it("begins with the press itself once it was prepared", async () => {
    const { desk, sessions, load } = deskHere();
    desk.prepare();
    await calm();
    desk.enter(call("a"));
    expect(sessions.map((session) => session.call)).toEqual([call("a")]);
    expect(load).toHaveBeenCalledOnce();
  });

  it("is begun as it was entered by a screen that is faster than what was fetched", async () => {
    const { desk, begin, sessions } = deskHere();
    desk.enter(call("a"));
    desk.stand({ callId: "a", personId: "rosa" }, begin);
    await calm();
    expect(sessions.map((session) => session.call)).toEqual([call("a")]);
  });

  it("is one time from its press to its end, also where another follows it at once", async () => {
    const { desk, sessions } = deskHere();
    const said: string[] = [];
    desk.duringCalls((over) => {
      said.push("begun");
      void over.then(() => said.push("over"));
    });
    desk.enter(call("a"));
    await calm();
    desk.enter(call("b"));
    await calm();
    expect(said).toEqual(["begun"]);
    sessions[1]?.end("there");
    await calm();
    expect(said).toEqual(["begun", "over"]);
    desk.enter(call("c"));
    expect(said).toEqual(["begun", "over", "begun"]);
  });

  it("is entered once, whoever presses twice", async () => {
    const { desk, sessions } = deskHere();
    desk.enter(call("a"));
    desk.enter(call("a"));
    await calm();
    desk.enter(call("a"));
    await calm();
    expect(sessions).toHaveLength(1);
  });

  it("is taken over by its screen, and by no second session", async () => {
    const { desk, sessions, begin } = deskHere();
    desk.enter(call("a"));
    await calm();
    expect(desk.stand(call("a"), begin)).toBe(sessions[0]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(sessions.map(({ isAlive }) => isAlive)).toEqual([true]);
  });

  it("is begun by its screen when that is faster, or the only one", async () => {
    const { desk, sessions, begin } = deskHere();
    desk.enter(call("a"));
    const session = desk.stand(call("a"), begin);
    await calm();
    expect(sessions).toEqual([session]);
    expect(deskHere().desk.stand(call("b"), begin).call.callId).toBe("b");
  });

  it("is none when what it needs does not come, and its screen may still begin it", async () => {
    const { desk, sessions, begin, load, heard } = deskHere();
    load.mockRejectedValueOnce(new Error("no network"));
    desk.enter(call("a"));
    await calm();
    expect(heard).toEqual(["a", null]);
    desk.stand(call("a"), begin);
    expect(sessions).toHaveLength(1);
    expect(desk.current()).toBe("a");
  });

  it("is none once it is over, and its screen still reads how it ended", async () => {
    const { desk, sessions, begin, heard } = deskHere();
    desk.enter(call("a"));
    await calm();
    sessions[0]?.end("elsewhere");
    expect(heard).toEqual(["a", null]);
    expect(desk.stand(call("a"), begin).view().ended).toBe("elsewhere");
    expect(sessions).toHaveLength(1);
  });

  it("is hung up when its screen does not come", async () => {
    const { desk, sessions } = deskHere();
    desk.enter(call("a"));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(sessions[0]).toMatchObject({ hangUps: 1, isClosed: true, isListenedTo: false });
    expect(desk.current()).toBeNull();
  });

  it("is left for another one: the first is hung up, and its devices are free before the second begins", async () => {
    const { desk, sessions, begin, heard } = deskHere();
    desk.stand(call("a"), begin);
    desk.enter(call("b"));
    expect(sessions[0]).toMatchObject({ hangUps: 1, isClosed: true, isListenedTo: false });
    await calm();
    expect(sessions.map(({ isAlive }) => isAlive)).toEqual([false, true]);
    expect(heard).toEqual(["a", "b"]);
  });

  it("stays when the screen of the one that was left goes", async () => {
    const { desk, sessions, begin } = deskHere();
    desk.stand(call("a"), begin);
    desk.enter(call("b"));
    await calm();
    desk.leave("a", { hangsUp: true });
    expect(desk.current()).toBe("b");
    expect(sessions[1]?.isAlive).toBe(true);
  });

  it.each([
    { hangsUp: true, hangUps: 1 },
    { hangsUp: false, hangUps: 0 },
  ])("is closed with its screen, hung up: $hangsUp", ({ hangsUp, hangUps }) => {
    const { desk, sessions, begin } = deskHere();
    desk.stand(call("a"), begin);
    desk.leave("a", { hangsUp });
    expect(sessions[0]).toMatchObject({ hangUps, isClosed: true });
    expect(desk.current()).toBeNull();
  });

  it("is one at most, whatever is pressed, comes, ends and goes", async () => {
    const callId = fc.constantFrom("a", "b", "c");
    const step = fc.oneof(
      fc.record({ kind: fc.constantFrom("enter", "stand", "end"), callId }),
      fc.record({ kind: fc.constant("leave"), callId, hangsUp: fc.boolean() }),
      fc.record({ kind: fc.constant("wait"), ms: fc.constantFrom(0, 10_000, 20_000) }),
      fc.constant({ kind: "no network" }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
        const { desk, sessions, begin, load, heard } = deskHere();
        for (const each of steps) {
          if ("ms" in each) {
            await vi.advanceTimersByTimeAsync(each.ms);
          } else if ("hangsUp" in each) {
            desk.leave(each.callId, each);
          } else if (!("callId" in each)) {
            load.mockRejectedValueOnce(new Error("no network"));
          } else if (each.kind === "enter") {
            desk.enter(call(each.callId));
          } else if (each.kind === "stand") {
            desk.stand(call(each.callId), begin);
          } else {
            sessions.findLast((session) => session.call.callId === each.callId)?.end("other");
          }
          const alive = sessions.filter(({ isAlive }) => isAlive);
          expect(alive.length).toBeLessThanOrEqual(1);
          expect(alive.every((session) => session.call.callId === desk.current())).toBe(true);
          expect(heard.at(-1) ?? null).toBe(desk.current());
        }
        desk.leave(desk.current() ?? "", { hangsUp: true });
        await vi.advanceTimersByTimeAsync(20_000);
        expect(sessions.some(({ isAlive }) => isAlive)).toBe(false);
      }),
    );
  });
});
