import { randomUUID } from "node:crypto";
import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import { holdsAt, type ScheduleHours } from "@umbral/contract/access-control/schedules";
import { LocalClock } from "@umbral/contract/lib/weekly-hours";
import { FOLLOWS_MS, passVerdict } from "@umbral/contract/passes/pass-rules";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AccessPages } from "../../../testing/access-pages.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { AccessControlFeature } from "../access-control/access-control.feature.ts";
import { AccessKey } from "../access-control/access-key.ts";
import { AccessList } from "../access-control/access-list.ts";
import { AccessTime } from "../access-control/access-time.ts";
import { PassUses } from "./pass-uses.ts";
import { Passes } from "./passes.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const CODE = "482913";
const ALL = { facts: 1000, bytes: 1e9, pictures: 1000 };
const street = randomUUID();
const garage = randomUUID();
const tower = randomUUID();
const elsewhere = randomUUID();
const me = randomUUID();

interface Given {
  store?: Store;
  pages?: AccessPages;
  clock?: FakeClock;
}

/** A run of the controller's process, on the disk of the one before it. */
function run({
  store = newStore(),
  pages = new AccessPages(randomUUID()),
  clock = new FakeClock(),
}: Given = {}) {
  const key = new AccessKey(store, silentLog);
  key.hear(pages.key);
  const list = new AccessList({ store, key, buildingId: () => pages.buildingId, clock, log: silentLog });
  list.start();
  const state = {
    isServerThere: true,
    /** What becomes of a door between its decision and its relay. */
    door: (writeDown: () => void): Promise<"moved" | "failed" | "expired"> => {
      writeDown();
      return Promise.resolve("moved");
    },
  };
  const time = new AccessTime({
    store,
    clock,
    serverTime: () => (state.isServerThere ? clock.date().getTime() : undefined),
    machineRun: () => ({ machine: null, upMs: 0, hasKeptTime: () => true }),
    log: silentLog,
  });
  time.start();
  const uses = new PassUses(store, silentLog);
  uses.start();
  const facts = new FactQueue(store, clock, silentLog);
  const opened: string[] = [];
  const passes = new Passes({ list, uses, controllerId: () => me, log: silentLog });
  const feature = new AccessControlFeature({
    list,
    time,
    passes,
    facts,
    clock,
    isOffline: () => !state.isServerThere,
    open: ({ doorId, origin, writeDown }) =>
      state.door(() => {
        writeDown(() => undefined);
        opened.push(`${origin} ${doorId}`);
      }),
    show: () => undefined,
    takePicture: () => undefined,
    newId: randomUUID,
    log: silentLog,
  });
  feature.configure(
    [street, garage, tower, elsewhere].map((id) => ({ id, cameraId: null, reader: null })),
    "America/Bogota",
  );
  const type = (doorId: string, code = CODE) => feature.enter(doorId, pages.digestOf(code));
  const told = () => list.take(pages.page());
  const decided = () =>
    facts
      .batchAfter(0, ALL)
      .flatMap((fact) => (fact.kind === "access-decided" && "outcome" in fact ? [fact] : []));
  return { store, pages, clock, list, passes, state, time, uses, facts, opened, type, told, decided };
}

/** A pass for the way over the street door and the garage to the tower's. */
function newScene(pass: Partial<Extract<AccessEntry, { kind: "pass" }>> = {}) {
  const first = run();
  const { pages, told } = first;
  pages.put({ kind: "building", offlineDays: 1 });
  const given = pages.givePass(CODE, { perimeter: [street, garage], inner: [tower], decider: me, ...pass });
  told();
  return { ...first, pass: given };
}

const again = ({ store, pages, clock }: Required<Given>) => run({ store, pages, clock });

describe("a pass at a door", () => {
  it("for one entry lets in once, and is told as one with its pass and without its code", () => {
    const { type, opened, decided, pass } = newScene();
    expect([type(street), type(street), type(garage)]).toEqual(["granted", "used-up", "used-up"]);
    expect(opened).toEqual([`PASS ${street}`]);
    expect(decided()).toMatchObject([
      { outcome: "granted", credential: "pass", passId: pass.id, isEntry: true, tag: null, holderId: null },
      { outcome: "used-up", credential: "pass", passId: pass.id, isEntry: false },
      { outcome: "used-up" },
    ]);
    expect(JSON.stringify(decided())).not.toContain(CODE);
  });

  it("typed at two doors at once lets in at one of them, and at the other one when the first came to nothing", async () => {
    const { type, state } = newScene();
    const waiting: (() => void)[] = [];
    state.door = (writeDown) =>
      new Promise((resolve) => {
        waiting.push(() => {
          writeDown();
          resolve("moved");
        });
      });
    expect([type(street), type(garage)]).toEqual(["granted", "used-up"]);
    expect(waiting).toHaveLength(1);

    const other = newScene();
    other.state.door = () => Promise.resolve("expired");
    expect(other.type(street)).toBe("granted");
    // Its turn never came.
    await Promise.resolve().then(() => undefined);
    expect(other.decided()).toMatchObject([{ outcome: "granted", isEntry: false }]);
    expect(other.type(garage)).toBe("granted");
  });

  it("is used up for the process after a power cut, between what was written and the relay", () => {
    const scene = newScene();
    scene.state.door = (writeDown) => {
      writeDown();
      // The power goes.
      return new Promise(() => undefined);
    };
    expect(scene.type(street)).toBe("granted");
    const next = again(scene);
    expect([next.type(street), next.type(garage)]).toEqual(["used-up", "used-up"]);
    expect(next.type(tower)).toBe("granted");
  });

  it("goes on from what the server knows when the disk was lost", () => {
    const { pages, clock, pass, type } = newScene({ entries: 3 });
    expect([type(street), type(street)]).toEqual(["granted", "granted"]);
    pages.put({ ...pass, used: 2 });
    const lost = run({ pages, clock });
    lost.told();
    expect([lost.type(street), lost.type(street)]).toEqual(["granted", "used-up"]);
    const next = again(lost);
    expect(next.type(street)).toBe("used-up");
  });

  it("with a number is refused by who does not count it, and where nothing can be written down", () => {
    for (const decider of [null, randomUUID()]) {
      const other = newScene({ decider });
      expect([other.type(street), other.opened]).toEqual(["decided-elsewhere", []]);
    }
    const { store, type } = newScene();
    refuseWrites(store);
    expect(type(street)).toBe("decided-elsewhere");
    takeWrites(store);
    expect(type(street)).toBe("granted");
  });

  it("without a number lets in again and again, whoever counts", () => {
    const { type, decided } = newScene({ entries: null, decider: null });
    expect([type(street), type(street), type(tower), type(elsewhere)]).toEqual([
      "granted",
      "granted",
      "granted",
      "not-this-door",
    ]);
    expect(decided()).toMatchObject([{ isEntry: true }, { isEntry: true }, { isEntry: false }, {}]);
  });

  it("opens the doors behind the perimeter for half an hour after an entry, and before none", async () => {
    const { type, clock, decided } = newScene();
    expect(type(tower)).toBe("not-now");
    expect(type(street)).toBe("granted");
    await clock.push(FOLLOWS_MS - MINUTE);
    expect([type(tower), type(tower)]).toEqual(["granted", "granted"]);
    await clock.push(2 * MINUTE);
    expect(type(tower)).toBe("not-now");
    expect(decided().map(({ isEntry }) => isEntry)).toEqual([false, true, false, false, false]);
  });

  it("let in elsewhere is followed too, as far as the list says so", () => {
    const { pages, pass, type, told, clock } = newScene({ decider: null });
    pages.put({ ...pass, used: 1, enteredAt: clock.date().toISOString() });
    told();
    expect([type(street), type(tower)]).toEqual(["used-up", "granted"]);
  });

  it("that was taken back while the server is away holds until the list arrives", () => {
    const { pages, pass, type, told, state } = newScene({ entries: 5 });
    pages.remove(pass);
    state.isServerThere = false;
    expect(type(street)).toBe("granted");
    state.isServerThere = true;
    told();
    expect(type(street)).toBe("unknown");
  });

  it("needs a clock, an open door and a server that was there lately", async () => {
    const { pages, type, told, state, time, clock } = newScene({ entries: null });
    pages.put({
      kind: "door",
      id: garage,
      lockedUntil: "2100-01-01T00:00:00.000Z",
      freeUntil: null,
      freeScheduleId: null,
    });
    told();
    expect([type(garage), type(street)]).toEqual(["door-locked", "granted"]);
    time.look();
    state.isServerThere = false;
    await clock.push(DAY - MINUTE);
    expect(type(street)).toBe("granted");
    await clock.push(2 * MINUTE);
    expect(type(street)).toBe("offline-too-long");
    clock.setDate(clock.date().getTime() - DAY);
    expect([type(street), type(tower)]).toEqual(["clock-untrusted", "clock-untrusted"]);
  });

  it("is decided as the desk would, whenever and however often", () => {
    const hours: ScheduleHours = {
      hours: [{ days: [1, 3, 5], from: "08:00", to: "17:30" }],
      onHolidays: { kind: "as-any-day" },
    };
    const local = new LocalClock("America/Bogota");
    fc.assert(
      fc.property(
        fc.record({
          from: fc.integer({ min: -5, max: 5 }),
          lasts: fc.integer({ min: 1, max: 10 }),
          hasHours: fc.boolean(),
          entries: fc.option(fc.integer({ min: 1, max: 4 })),
          used: fc.integer({ min: 0, max: 5 }),
        }),
        ({ from, lasts, hasHours, entries, used }) => {
          const scene = run();
          const now = scene.clock.date().getTime();
          const times = {
            from: now + from * DAY,
            until: now + (from + lasts) * DAY,
            hours: hasHours ? hours : null,
          };
          scene.pages.givePass(CODE, {
            perimeter: [street],
            from: new Date(times.from).toISOString(),
            until: new Date(times.until).toISOString(),
            hours: times.hours,
            entries,
            used,
            decider: me,
          });
          scene.told();
          const at = { now, local: local.read(new Date(now)), isHoliday: () => false };
          const use = { isTakenBack: false, entries, entered: used, left: 0 };
          const verdict = passVerdict(times, use, at);
          const word = verdict.outcome === "granted" ? "granted" : verdict.reason;
          expect(scene.type(street)).toBe(word === "not-yet" ? "expired" : word);
          expect(typeof holdsAt(hours, at.local, at.isHoliday)).toBe("boolean");
        },
      ),
      { numRuns: 60 },
    );
  });
});

it("is remembered with as many others as the disk keeps, those that were asked for last", () => {
  const uses = new PassUses(newStore(), silentLog);
  const [asked, forgotten] = [randomUUID(), randomUUID()];
  for (const passId of [asked, forgotten]) {
    // Of one without a number nothing is on the disk.
    uses.take(passId, null, 1000);
  }
  for (let others = 0; others < 19_999; others += 1) {
    uses.of(asked);
    uses.of(`pass ${others}`);
  }
  expect([uses.of(asked).enteredMs, uses.of(forgotten).enteredMs]).toEqual([1000, null]);
});

describe("the desk's question", () => {
  const ask = (passId: string, people: number, requestId = randomUUID()) => ({
    requestId,
    passId,
    people,
    entries: 3,
    used: 0,
  });

  it("is counted with what came in at doors, once for one request, and known after a restart", () => {
    const scene = newScene({ entries: 3 });
    const { uses, type, pass, clock } = scene;
    const now = clock.date().getTime();
    expect(type(street)).toBe("granted");
    const first = ask(pass.id, 2);
    expect([uses.grant(first, now), uses.grant(first, now), uses.grant(ask(pass.id, 1), now)]).toEqual([
      true,
      true,
      false,
    ]);
    expect(type(street)).toBe("used-up");
    expect(type(tower)).toBe("granted");
    const next = again(scene);
    expect([next.uses.grant(first, now), next.uses.grant(ask(pass.id, 1), now), next.type(street)]).toEqual([
      true,
      false,
      "used-up",
    ]);
  });

  it("is granted to nobody where it cannot be written down", () => {
    const { uses, store, pass, clock, type } = newScene({ entries: 3 });
    refuseWrites(store);
    expect(() => uses.grant(ask(pass.id, 3), clock.date().getTime())).toThrow();
    takeWrites(store);
    expect(type(street)).toBe("granted");
  });

  it("is handed over where every entry is known to the server, and lets nobody in by an old list then", () => {
    const scene = newScene({ entries: 3 });
    const { uses, type, opened, pass, clock } = scene;
    type(street);
    const requestId = randomUUID();
    const asked = { requestId, passId: pass.id };
    expect(uses.handOver({ ...asked, used: 0 }, clock.date().getTime())).toBe(false);
    expect(type(garage)).toBe("granted");
    expect(uses.handOver({ ...asked, used: 2 }, clock.date().getTime())).toBe(true);
    expect(type(street)).toBe("used-up");
    // Also after a restart, and asked once more by the same name.
    const next = again(scene);
    expect(next.uses.handOver({ ...asked, used: 0 }, clock.date().getTime())).toBe(true);
    expect(next.type(street)).toBe("used-up");
    expect([...opened, ...next.opened]).toHaveLength(2);
  });

  it("that was handed over comes back with a list, once one said that somebody else counts it", () => {
    const { pages, uses, type, list, passes, pass, clock } = newScene({ entries: 3 });
    list.onChange((entry) => passes.hear(entry));
    uses.handOver({ requestId: randomUUID(), passId: pass.id, used: 0 }, clock.date().getTime());
    const from = pages.number;
    pages.put({ ...pass, decider: elsewhere });
    list.take(pages.page(from));
    expect(type(street)).toBe("decided-elsewhere");
    pages.put({ ...pass, decider: me, used: 2 });
    list.take(pages.page(from + 1));
    expect([type(street), type(street)]).toEqual(["granted", "used-up"]);
  });

  it.each(["in a whole list", "and the process was killed"])(
    "that was handed over comes back also where that was said %s",
    (how) => {
      const scene = newScene({ entries: 3 });
      const { pages, uses, list, passes, pass, clock } = scene;
      list.onWhole(() => passes.hearWhole());
      uses.handOver({ requestId: randomUUID(), passId: pass.id, used: 0 }, clock.date().getTime());
      const from = pages.number;
      pages.put({ ...pass, decider: elsewhere });
      if (how === "in a whole list") {
        pages.epoch += 1;
        list.take(pages.page());
      } else {
        list.take(pages.page(from));
      }
      const next = how === "in a whole list" ? scene : again(scene);
      next.passes.start();
      pages.put({ ...pass, decider: me, used: 2 });
      next.list.take(pages.page(from + 1));
      expect([next.type(street), next.type(street)]).toEqual(["granted", "used-up"]);
    },
  );
});
