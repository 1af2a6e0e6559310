import { Server } from "socket.io";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Bus } from "./bus.ts";
import { shareSockets } from "./bus-adapter.ts";

type Hear = (message: unknown) => void;

/** Processes that hear one another, in one memory. */
const listening = new Map<object, Map<string, Hear>>();
const undo: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"],
  });
});
afterEach(() => {
  for (const end of undo.splice(0)) {
    end();
  }
  listening.clear();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

function newProcess() {
  const heard = new Map<string, Hear>();
  const died = vi.fn();
  const back = new Set<(wasMissed: boolean) => void>();
  let isAway = false;
  const bus: Pick<Bus, "isAway" | "listen" | "noteDeath" | "onBack" | "say"> = {
    get isAway() {
      return isAway;
    },
    listen: (channel, hear) => void heard.set(channel, hear),
    noteDeath: died,
    onBack: (hear) => void back.add(hear),
    say(channel, message) {
      if (isAway) {
        return false;
      }
      for (const others of listening.values()) {
        others.get(channel)?.(message);
      }
      return true;
    },
  };
  listening.set(bus, heard);
  const io = new Server();
  const end = shareSockets(io, bus);
  undo.push(end);
  const people = io.of("/");
  return {
    died,
    people,
    /** Somebody hangs here. @returns what they have not answered yet */
    join(id: string, { answers = true } = {}): ReadonlyMap<number, unknown> {
      const acks = new Map<number, (answer: string) => void>();
      const client = {
        writeToEngine: () => {
          for (const [packet, answer] of answers ? acks : []) {
            acks.delete(packet);
            setTimeout(answer, 20, `${id} answers`);
          }
        },
      };
      people.sockets.set(id, { id, handshake: {}, rooms: new Set([id]), data: {}, acks, client } as never);
      void people.adapter.addAll(id, new Set([id]));
      return acks;
    },
    /** What the others say waits in its line. @returns reads it */
    readNothing(): () => void {
      const waiting: (() => void)[] = [];
      const later = [...heard].map(
        ([channel, hear]) => [channel, (message: unknown) => void waiting.push(() => hear(message))] as const,
      );
      listening.set(bus, new Map(later));
      return () => {
        listening.set(bus, heard);
        for (const read of waiting) {
          read();
        }
      };
    },
    /** Redis is away for it. */
    loseRedis(): void {
      isAway = true;
      listening.delete(bus);
    },
    /** It is back, and each word takes its time to this process. */
    findRedis(): void {
      isAway = false;
      const slow = [...heard].map(
        ([channel, hear]) => [channel, (message: unknown) => void setTimeout(hear, 20, message)] as const,
      );
      listening.set(bus, new Map(slow));
      for (const hear of back) {
        hear(true);
      }
    },
    /** It says good-bye. */
    stop: end,
    /** Nothing is heard of it any more. */
    die(): void {
      listening.delete(bus);
      bus.say = () => false;
    },
  };
}

it("counts the answers of those that live, whenever another one died", async () => {
  const [one, other, victim] = [newProcess(), newProcess(), newProcess()];
  other.join("ana");
  await vi.advanceTimersByTimeAsync(1000);
  expect(await one.people.adapter.serverCount()).toBe(3);
  victim.die();
  const asked = one.people.in("ana").fetchSockets();
  await vi.advanceTimersByTimeAsync(5000);
  expect((await asked).map(({ id }) => id)).toEqual(["ana"]);
});

it("knows within the time given whom those that live have, and has what they answer, whoever died", async () => {
  const [one, other, victim] = [newProcess(), newProcess(), newProcess()];
  other.join("ana");
  await vi.advanceTimersByTimeAsync(1000);
  victim.die();
  const found = one.people.in("ana").timeout(300).fetchSockets();
  const answers = one.people.to("ana").timeout(30_000).emitWithAck("asked");
  const known = vi.fn();
  void Promise.all([found, answers]).then(([sockets, said]) =>
    known(
      sockets.map(({ id }) => id),
      said,
    ),
  );
  await vi.advanceTimersByTimeAsync(400);
  expect(known).toHaveBeenCalledWith(["ana"], ["ana answers"]);
});

it("takes nobody for dead while Redis passes nothing on", async () => {
  const [one, other, victim] = [newProcess(), newProcess(), newProcess()];
  await vi.advanceTimersByTimeAsync(1000);
  const read = [one.readNothing(), other.readNothing()];
  await vi.advanceTimersByTimeAsync(2900);
  for (const go of read) {
    go();
  }
  await vi.advanceTimersByTimeAsync(1000);
  expect([one.died.mock.calls.length, other.died.mock.calls.length]).toEqual([0, 0]);
  victim.die();
  await vi.advanceTimersByTimeAsync(2500);
  expect([one.died.mock.calls.length, other.died.mock.calls.length]).toEqual([1, 1]);
});

it("notices one that ends without a good-bye, once", async () => {
  const [one, other, victim] = [newProcess(), newProcess(), newProcess()];
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.died).not.toHaveBeenCalled();
  victim.die();
  await vi.advanceTimersByTimeAsync(2500);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([one.died.mock.calls.length, other.died.mock.calls.length]).toEqual([1, 1]);
});

it("misses nothing of one that stops in order", async () => {
  const [one, leaving] = [newProcess(), newProcess()];
  await vi.advanceTimersByTimeAsync(1000);
  leaving.stop();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(one.died).not.toHaveBeenCalled();
});

it("takes nobody for dead while it stood still itself", async () => {
  const [one, other] = [newProcess(), newProcess()];
  await vi.advanceTimersByTimeAsync(1000);
  // What waits in the line is read behind the timers that are late.
  vi.setSystemTime(Date.now() + 60_000);
  const before = performance.now();
  vi.spyOn(performance, "now").mockImplementation(() => before + 60_000);
  await vi.advanceTimersByTimeAsync(500);
  expect([one.died.mock.calls.length, other.died.mock.calls.length]).toEqual([0, 0]);
});

it.each([
  [
    "stood still",
    () => {
      const before = performance.now();
      vi.setSystemTime(Date.now() + 60_000);
      vi.spyOn(performance, "now").mockImplementation(() => before + 60_000);
    },
  ],
  ["had its date set", () => void vi.setSystemTime(Date.now() + 3_600_000)],
])("counts the others as before when it %s, though nothing of theirs is read yet", async (_what, happen) => {
  const [one, other] = [newProcess(), newProcess()];
  other.join("ana");
  await vi.advanceTimersByTimeAsync(1000);
  const read = one.readNothing();
  const asked = one.people.in("ana").fetchSockets();
  happen();
  await vi.advanceTimersByTimeAsync(1100);
  expect(await one.people.adapter.serverCount()).toBe(2);
  read();
  expect((await asked).map(({ id }) => id)).toEqual(["ana"]);
});

it("does not wait for one that died when the date was set back", async () => {
  const [one, other, victim] = [newProcess(), newProcess(), newProcess()];
  other.join("ana");
  await vi.advanceTimersByTimeAsync(1000);
  vi.setSystemTime(Date.now() - 3_600_000);
  victim.die();
  await vi.advanceTimersByTimeAsync(3000);
  expect(await one.people.adapter.serverCount()).toBe(2);
});

it("asks whoever is there as soon as Redis is back, though nobody has said so yet", async () => {
  const [first, last] = [newProcess(), newProcess()];
  first.join("ana");
  await vi.advanceTimersByTimeAsync(1000);
  first.loseRedis();
  last.loseRedis();
  await vi.advanceTimersByTimeAsync(60_000);
  first.findRedis();
  await vi.advanceTimersByTimeAsync(1000);
  last.findRedis();
  const asked = last.people.in("ana").fetchSockets();
  await vi.advanceTimersByTimeAsync(1000);
  expect((await asked).map(({ id }) => id)).toEqual(["ana"]);
});

it("keeps nothing of what is never answered on another process once its time is over", async () => {
  const [one, other] = [newProcess(), newProcess()];
  const unanswered = other.join("ana", { answers: false });
  await vi.advanceTimersByTimeAsync(1000);
  const asked = Array.from({ length: 100 }, () =>
    one.people
      .to("ana")
      .timeout(1000)
      .emitWithAck("asked")
      .catch(() => "no answer"),
  );
  await vi.advanceTimersByTimeAsync(10);
  expect(unanswered.size).toBe(100);
  await vi.advanceTimersByTimeAsync(1000);
  expect(new Set(await Promise.all(asked))).toEqual(new Set(["no answer"]));
  expect(unanswered.size).toBe(0);
});
