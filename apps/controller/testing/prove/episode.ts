import { Building, type Verdict } from "./building.ts";
import type { Direction, LineFault } from "./faulty-line.ts";
import { canCutPower } from "./power.ts";

const LINE_FAULTS: readonly LineFault[] = ["truncate", "duplicate", "reorder"];
const DIRECTIONS: readonly Direction[] = ["to-server", "to-controller"];
const HOUR_MS = 3_600_000;

type Fault = (building: Building) => Promise<void>;

/** People come and go: who may come in, who may not, and somebody whom nobody knows. */
function passBy(building: Building, many: number): void {
  for (let count = 0; count < many; count += 1) {
    building.swipe(building.chance.next() < 0.1 ? building.people.stranger() : undefined);
  }
}

const pause = (building: Building, mostMs: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, building.chance.below(mostMs)));

/** The process dies somewhere in the middle of what people do, and is started again. */
const dies =
  (isPowerCut: boolean): Fault =>
  async (building) => {
    passBy(building, 3);
    building.order(1);
    await pause(building, 30);
    await building.kill(isPowerCut);
    await building.boot();
    // Nobody waits at the door until it is ready.
    passBy(building, 3);
  };

const kill: Fault = dies(false);
const powerCut: Fault = dies(true);

const serverGone: Fault = async (building) => {
  passBy(building, 2);
  await building.takeServer();
  passBy(building, 4);
  await building.quiet();
};

const traffic: Fault = async (building) => {
  await lineUp(building);
  building.line.mistreatNext(building.chance.oneOf(DIRECTIONS), building.chance.oneOf(LINE_FAULTS));
  building.lineIsUnsure();
  passBy(building, 2);
  building.order(1);
  building.people.change();
  await building.tellChanges();
};

/** Orders that come twice, that were for another run of the process, or that are long over. */
const ordersAgain: Fault = async (building) => {
  await lineUp(building);
  building.order(3);
  for (const order of building.spentOrders.slice(-5)) {
    void building.server.order(order).catch(() => undefined);
  }
  passBy(building, 2);
};

/** Pages out of turn, changed on their way, or signed for somebody else. */
const wrongPages: Fault = async (building) => {
  await lineUp(building);
  const { access } = building.server;
  const page = access.page();
  const late = access.page(0, Math.max(0, access.number - 1));
  const wrong = building.chance.oneOf([
    { ...page, body: page.body.slice(0, Math.floor(page.body.length / 2)) },
    { ...page, body: page.body.replaceAll('"lost"', '"active"') },
    { ...page, signature: page.signature.slice(0, 20) },
    access.sign(JSON.stringify({ ...access.bodyOf(access.number), epoch: access.epoch - 1 })),
    access.sign(JSON.stringify({ ...access.bodyOf(access.number), digest: "f".repeat(64) })),
    late,
    building.people.forgedPage(building.doorIds),
  ]);
  void building.server.send("access:page", wrong).catch(() => undefined);
  building.swipe(building.people.stranger());
  passBy(building, 2);
  building.people.change();
  await building.tellChanges();
};

/** Somebody sets the clock: without the server, or while it is there. */
const clockJump: Fault = async (building) => {
  const shift = (building.chance.next() < 0.5 ? -1 : 1) * (1 + building.chance.below(24 * 60)) * HOUR_MS;
  const isAlone = building.chance.next() < 0.5;
  if (isAlone) {
    await building.takeServer();
  } else {
    await lineUp(building);
  }
  await building.quiet();
  building.jumpClock(shift, isAlone);
  passBy(building, 4);
  await building.quiet();
};

/** A door is free for moments, and something happens about its beginning or its end. */
const freeDoor: Fault = async (building) => {
  await lineUp(building);
  const { access } = building.server;
  const doorId = building.chance.oneOf(building.freeDoors.ids);
  const freeMs = 300 + building.chance.below(2500);
  access.put(building.freeDoors.set(doorId, freeMs));
  const told = building.tellChanges();
  if (building.chance.next() < 0.5) {
    await told;
    await pause(building, freeMs + 200);
  }
  passBy(building, 2);
  const next = building.chance.next();
  if (next < 0.6) {
    const isPowerCut = next < 0.3 && canCutPower();
    await building.kill(isPowerCut);
    await building.boot();
  } else if (next < 0.8) {
    access.put(building.freeDoors.set(doorId, 0));
    await building.tellChanges();
  } else {
    await clockJump(building);
  }
  await told;
};

const WEIGHTS: readonly [Fault, number][] = [
  [kill, 12],
  [powerCut, 10],
  [serverGone, 16],
  [traffic, 22],
  [ordersAgain, 12],
  [wrongPages, 14],
  [clockJump, 14],
  [freeDoor, 12],
];

async function lineUp(building: Building): Promise<void> {
  if (!building.isLineUp) {
    await building.bringServer();
  }
}

/** So many faults in one building, from a seed. @returns what must never be, counted, and what was seen of it */
export async function runEpisode(seed: number, faults: number): Promise<Verdict & { remarks: string[] }> {
  const building = await Building.start(seed);
  const possible = WEIGHTS.filter(([fault]) => fault !== powerCut || canCutPower());
  const bag = possible.flatMap(([fault, weight]) => Array.from({ length: weight }, () => fault));
  for (let count = 0; count < faults; count += 1) {
    await building.chance.oneOf(bag)(building);
  }
  const verdict = await building.end();
  return { ...verdict, remarks: building.remarks };
}
