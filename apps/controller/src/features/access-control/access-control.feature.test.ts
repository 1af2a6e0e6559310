import { randomUUID } from "node:crypto";
import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import type { CardReader } from "@umbral/contract/doors/door-devices";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { AccessPages, newArea } from "../../../testing/access-pages.ts";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { newStore, refuseWrites, takeWrites } from "../../../testing/store.ts";
import { FactQueue } from "../../platform/facts.ts";
import { silentLog } from "../../platform/log.ts";
import { PassUses } from "../passes/pass-uses.ts";
import { Passes } from "../passes/passes.ts";
import { AccessControlFeature } from "./access-control.feature.ts";
import { AccessKey } from "./access-key.ts";
import { AccessList } from "./access-list.ts";
import { AccessTime } from "./access-time.ts";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;
const ALL = { facts: 1000, bytes: 1e9, pictures: 1000 };

/** Puerta principal, who comes in there, and what the building tells of it. */
function setUp(reader: CardReader = { kind: "simulated" }) {
  const store = newStore();
  const clock = new FakeClock();
  const pages = new AccessPages(randomUUID());
  const key = new AccessKey(store, silentLog);
  key.hear(pages.key);
  const list = new AccessList({ store, key, buildingId: () => pages.buildingId, clock, log: silentLog });
  list.start();
  const state = {
    isServerThere: true,
    relay: "moved" as "moved" | "failed" | "expired",
    isTooLate: false,
    intent: (): void => undefined,
  };
  const time = new AccessTime({
    store,
    clock,
    serverTime: () => (state.isServerThere ? clock.date().getTime() : undefined),
    machineRun: () => ({ machine: null, upMs: 0, hasKeptTime: () => true }),
    log: silentLog,
  });
  time.start();
  const facts = new FactQueue(store, clock, silentLog);
  const opened: string[] = [];
  const lights: string[] = [];
  const pictures: string[] = [];
  const uses = new PassUses(store, silentLog);
  const controllerId = randomUUID();
  const feature = new AccessControlFeature({
    list,
    passes: new Passes({ list, uses, controllerId: () => controllerId, log: silentLog }),
    time,
    facts,
    clock,
    isOffline: () => !state.isServerThere,
    open: async ({ openingId, writeDown }) => {
      if (!state.isTooLate) {
        writeDown(() => state.intent());
        opened.push(openingId);
      }
      return state.isTooLate ? "expired" : state.relay;
    },
    show: (_doorId, outcome) => void lights.push(outcome),
    takePicture: (accessId) => void pictures.push(accessId),
    newId: randomUUID,
    log: silentLog,
  });
  const doorId = randomUUID();
  feature.configure([{ id: doorId, cameraId: randomUUID(), reader }], "America/Bogota");
  const home = newArea([doorId]);
  pages.put({ kind: "building", offlineDays: 30 }, home);
  const told = () => {
    list.take(pages.page());
    return pages.number;
  };
  const decisions = () =>
    facts.batchAfter(0, ALL).flatMap((fact) => (fact.kind !== "unreadable" && isDecided(fact) ? [fact] : []));
  return {
    store,
    clock,
    pages,
    told,
    state,
    time,
    feature,
    doorId,
    home,
    decisions,
    opened,
    lights,
    pictures,
  };
}

const isDecided = (fact: ControllerFact) => fact.kind === "access-decided";

describe("a card at a reader", () => {
  it("of who lives there opens, and is told with who it was", async () => {
    const { pages, told, home, feature, doorId, decisions, opened, lights } = setUp();
    const { card, holder } = pages.giveCard("04A1B2C3", home.id);
    told();
    // As readers write it.
    await feature.read(doorId, "04:a1:b2:c3");
    expect(decisions()).toMatchObject([
      { outcome: "granted", doorId, cardId: card.id, holderId: holder.id, tag: null, isOffline: false },
    ]);
    expect(opened).toEqual(decisions().map((fact) => isDecided(fact) && fact.accessId));
    expect(lights).toEqual(["granted"]);
  });

  it("that nobody knows opens nothing, and is told as it was read, with a picture", async () => {
    const { told, feature, doorId, decisions, opened, lights, pictures } = setUp();
    told();
    await feature.read(doorId, "04-ff-ff-ff");
    expect(decisions()).toMatchObject([
      { outcome: "unknown", cardId: null, holderId: null, tag: "04FFFFFF" },
    ]);
    expect([opened, lights]).toEqual([[], ["refused"]]);
    expect(pictures).toEqual(decisions().map((fact) => isDecided(fact) && fact.accessId));
  });

  it("is told without its digits where a reader types, if somebody may have typed a PIN there", async () => {
    const { told, feature, doorId, decisions, clock } = setUp({
      kind: "keyboard-wedge",
      device: "/dev/input/event3",
    });
    told();
    for (const typed of ["482913", "000376832014", "04A2F1C3", "0003768320145"]) {
      await feature.read(doorId, typed);
      await clock.push(3 * SECOND);
    }
    expect(decisions()).toMatchObject([
      { outcome: "unknown", credential: "card", tag: null },
      { outcome: "unknown", tag: null },
      { outcome: "unknown", tag: "04A2F1C3" },
      { outcome: "unknown", tag: "0003768320145" },
    ]);
  });

  it("is refused from the moment in which it was said to be lost", async () => {
    const { pages, told, home, feature, doorId, decisions, opened, clock } = setUp();
    const { card } = pages.giveCard("04A1B2C3", home.id);
    told();
    await feature.read(doorId, "04A1B2C3");
    pages.put({ ...card, state: "lost" });
    told();
    await clock.push(3 * SECOND);
    await feature.read(doorId, "04A1B2C3");
    expect(decisions().map((fact) => isDecided(fact) && fact.outcome)).toEqual(["granted", "suspended"]);
    expect(opened).toHaveLength(1);
  });

  it("comes in by the building's own clock and holidays", async () => {
    const { pages, told, feature, doorId, decisions, clock } = setUp();
    const scheduleId = randomUUID();
    const area = newArea([doorId], { scheduleId });
    pages.put(
      {
        kind: "schedule",
        id: scheduleId,
        hours: [{ days: [1, 2, 3, 4, 5, 6], from: "06:00", to: "18:00" }],
        onHolidays: { kind: "closed" },
      },
      { kind: "holiday", day: "2026-07-20" },
      area,
    );
    pages.giveCard("AAAA", area.id);
    told();
    // In Bogotá: Tuesday 17:59, Tuesday 18:00, and noon of a holiday that is a Monday.
    for (const at of ["2026-07-14T22:59:00Z", "2026-07-14T23:00:00Z", "2026-07-20T17:00:00Z"]) {
      clock.setDate(Date.parse(at));
      await clock.push(3 * SECOND);
      await feature.read(doorId, "AAAA");
    }
    expect(decisions().map((fact) => isDecided(fact) && fact.outcome)).toEqual([
      "granted",
      "not-now",
      "not-now",
    ]);
  });

  it("without the server comes in for as many days as the building says, and then only who is marked", async () => {
    const { pages, told, home, feature, doorId, decisions, state, clock, time } = setUp();
    const always = newArea([doorId], { outlastsServer: true });
    pages.put(always, { kind: "building", offlineDays: 1 });
    pages.giveCard("AAAA", home.id);
    pages.giveCard("BBBB", always.id);
    told();
    time.look();
    state.isServerThere = false;
    await clock.push(DAY - MINUTE);
    await feature.read(doorId, "AAAA");
    await clock.push(2 * MINUTE);
    await feature.read(doorId, "AAAA");
    await feature.read(doorId, "BBBB");
    expect(decisions()).toMatchObject([
      { outcome: "granted", isOffline: true },
      { outcome: "offline-too-long", isOffline: true },
      { outcome: "granted", isOffline: true },
    ]);
  });

  it("whose time ends needs a clock that can be believed", async () => {
    const { pages, told, home, feature, doorId, decisions, state, clock, time } = setUp();
    pages.giveCard("AAAA", home.id);
    pages.giveCard("BBBB", home.id, { card: { until: "2027-01-01T00:00:00.000Z" } });
    told();
    time.look();
    state.isServerThere = false;
    clock.setDate(clock.date().getTime() - DAY);
    await feature.read(doorId, "AAAA");
    await feature.read(doorId, "BBBB");
    state.isServerThere = true;
    await clock.push(3 * SECOND);
    await feature.read(doorId, "BBBB");
    expect(decisions().map((fact) => isDecided(fact) && fact.outcome)).toEqual([
      "granted",
      "clock-untrusted",
      "granted",
    ]);
  });

  it("read again and again within two seconds is one reading", async () => {
    const { pages, told, home, feature, doorId, opened, clock } = setUp();
    pages.giveCard("AAAA", home.id);
    pages.giveCard("BBBB", home.id);
    told();
    await feature.read(doorId, "AAAA");
    await feature.read(doorId, "AA:AA");
    await clock.push(1900);
    await feature.read(doorId, "AAAA");
    await feature.read(doorId, "BBBB");
    expect(opened).toHaveLength(2);
    await clock.push(200);
    await feature.read(doorId, "AAAA");
    expect(opened).toHaveLength(3);
  });

  it("is written down together with its door's intent, or not at all", async () => {
    const { store, pages, told, home, feature, doorId, state, decisions, clock } = setUp();
    pages.giveCard("AAAA", home.id);
    told();
    const intents = store.query("select count(*) as count from spent_code", z.object({ count: z.number() }));
    // Stands for a door's intent: the disk takes it, and nothing after it.
    const intent = store.command("insert into spent_code (only_one, digest) values (1, 'an intent')");
    state.intent = () => {
      intent.run();
      refuseWrites(store);
    };
    await feature.read(doorId, "AAAA");
    takeWrites(store);
    expect([intents.get(), decisions()]).toEqual([{ count: 0 }, []]);
    state.intent = () => intent.run();
    await clock.push(5 * SECOND);
    expect([intents.get(), decisions()]).toMatchObject([{ count: 1 }, [{ outcome: "granted" }]]);
  });

  it("shows red when its relay does not move, and is told although nothing was written for it", async () => {
    const { pages, told, home, feature, doorId, state, decisions, lights } = setUp();
    pages.giveCard("AAAA", home.id);
    pages.giveCard("BBBB", home.id);
    told();
    state.relay = "failed";
    await feature.read(doorId, "AAAA");
    state.isTooLate = true;
    await feature.read(doorId, "BBBB");
    expect(lights).toEqual(["refused", "refused"]);
    expect(decisions()).toMatchObject([{ outcome: "granted" }, { outcome: "granted" }]);
  });

  it("opens when the disk takes nothing, and is told when it does", async () => {
    const { store, pages, told, home, feature, doorId, decisions, opened, clock } = setUp();
    pages.giveCard("AAAA", home.id);
    told();
    refuseWrites(store);
    await feature.read(doorId, "AAAA");
    expect([opened.length, decisions()]).toEqual([1, []]);
    takeWrites(store);
    await clock.push(5 * SECOND);
    expect(decisions()).toMatchObject([{ outcome: "granted" }]);
  });

  it("of any length, with anything in it, or a flood of them changes nothing for the next one", async () => {
    const { pages, told, home, feature, doorId, decisions, opened, pictures, clock } = setUp();
    pages.giveCard("AAAA", home.id);
    told();
    for (const noise of ["", "A", "ñandú", "\u0000\u0007", "F".repeat(65), "0".repeat(1_000_000), "🔑"]) {
      await feature.read(doorId, noise);
    }
    await feature.read(randomUUID(), "AAAA");
    expect(decisions()).toEqual([]);
    for (let count = 0; count < 5000; count += 1) {
      await feature.read(doorId, count.toString(16).padStart(6, "0"));
    }
    expect(decisions().length).toBeLessThanOrEqual(12);
    expect(pictures.length).toBeLessThanOrEqual(12);
    await clock.push(SECOND);
    await feature.read(doorId, "AAAA");
    expect(opened).toHaveLength(1);
    // A minute later the next stranger is told again.
    await clock.push(MINUTE);
    const before = decisions().length;
    await feature.read(doorId, "C0FFEE");
    expect(decisions()).toHaveLength(before + 1);
  });
});
