import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import sharp from "sharp";
import { freePort } from "../../../../scripts/free-port.mjs";
import { canCutPower } from "../../../controller/testing/prove/power.ts";
import { Chance } from "../../../controller/testing/prove/random.ts";
import type { Database } from "../../src/platform/database.ts";
import type { FileStore } from "../../src/platform/files.ts";
import { inspectInstallation, prepareInstallation } from "./prepared.ts";
import { Served } from "./served.ts";
import { FactTeller, TowerMaker, type Writer } from "./writers.ts";

const MAKERS = 3;
const CONTROLLERS = 2;
/** So much is written between two faults, at least. */
const WRITES_BETWEEN = 60;
/** The goal (R5): who rings at the door meanwhile waits no longer. */
const READY_WITHIN_MS = 3000;
/** A server that takes nothing by then never will. */
const GIVE_UP_MS = 60_000;
const LOOK_EVERY_MS = 5;
const HOUR_MS = 3_600_000;

/** What must never be, counted, and how much was tried. */
export interface Verdict {
  writes: number;
  lost: number;
  twice: number;
  notReady: number;
}

interface Scene {
  served: Served;
  chance: Chance;
}

/** Something that befalls an installation. When it is over, the server has to be ready again by itself. */
type Fault = (scene: Scene) => Promise<void>;

const serverKilled: Fault = async ({ served }) => {
  await served.end("SIGKILL");
  await served.start();
};

const serverStopped: Fault = async ({ served }) => {
  await served.end("SIGTERM");
  await served.start();
};

const databaseKilled: Fault = async ({ served }) => {
  served.killDatabase();
};

const bothKilled: Fault = async ({ served }) => {
  served.killDatabase();
  await served.end("SIGKILL");
  await served.start();
};

const powerCut: Fault = async ({ served }) => {
  await served.cutPower();
  await served.start();
};

/** Something holds for a while, and does not any more. */
const forAWhile =
  (set: (served: Served, isOn: boolean, chance: Chance) => void): Fault =>
  async ({ served, chance }) => {
    set(served, true, chance);
    await pause(200 + chance.below(800));
    set(served, false, chance);
    // What was begun in between came into the world as it was then.
    await pause(50);
    set(served, false, chance);
  };

const databaseHeld = forAWhile((served, isHeld) => served.holdDatabase(isHeld));
const diskFull = forAWhile((served, isFull) => served.fillDisk(isFull));
const filesUsedUp = forAWhile((served, areUsedUp) => served.useUpFiles(areUsedUp));
const clockJumps = forAWhile((served, hasJumped, chance) =>
  served.setClock(hasJumped ? (chance.next() < 0.5 ? -1 : 1) * (1 + chance.below(48)) * HOUR_MS : 0),
);

export const faults = {
  serverKilled,
  serverStopped,
  databaseKilled,
  bothKilled,
  powerCut,
  databaseHeld,
  diskFull,
  filesUsedUp,
  clockJumps,
} satisfies Record<string, Fault>;

const WEIGHTS: readonly [keyof typeof faults, number][] = [
  ["serverKilled", 6],
  ["serverStopped", 2],
  ["databaseKilled", 4],
  ["bothKilled", 4],
  ["powerCut", 5],
  ["databaseHeld", 3],
  ["diskFull", 3],
  ["filesUsedUp", 2],
  ["clockJumps", 3],
];

/**
 * So many faults in one installation under load, from a seed.
 * @param chosen the faults by name, instead of chance
 * @returns what must never be, counted, and what was seen of it
 */
export async function runEpisode(
  seed: number,
  many: number,
  chosen?: readonly (keyof typeof faults)[],
): Promise<Verdict & { remarks: string[] }> {
  const folder = await mkdtemp(join(tmpdir(), "umbral-prove-"));
  const chance = new Chance(seed);
  const remarks: string[] = [];
  const prepared = await prepareInstallation(join(folder, "data"), CONTROLLERS);
  const served = new Served(join(folder, "data"), await freePort());
  const jpeg = await sharp({ create: { width: 64, height: 48, channels: 3, background: "#345" } })
    .jpeg()
    .toBuffer();
  const makers = Array.from({ length: MAKERS }, () => new TowerMaker(served.url, prepared));
  const tellers = prepared.controllers.map((controller) => new FactTeller(served.url, controller, jpeg));
  const writers: Writer[] = [...makers, ...tellers];
  const acknowledged = () => writers.reduce((sum, writer) => sum + writer.acknowledged, 0);
  let notReady = 0;
  const possible = WEIGHTS.filter(([name]) => name !== "powerCut" || canCutPower());
  const bag = possible.flatMap(([name, weight]) => Array.from({ length: weight }, () => name));
  try {
    await served.start();
    await served.isReady();
    const writing = writers.map((writer) => writer.write());
    await longestSilence(makers, acknowledged, WRITES_BETWEEN);
    for (let count = 0; count < many; count += 1) {
      const name = chosen?.[count] ?? chance.oneOf(bag);
      await pause(chance.below(30));
      await faults[name]({ served, chance });
      const silence = await longestSilence(makers, acknowledged, acknowledged() + WRITES_BETWEEN);
      const isReady = silence !== undefined && (await served.isReady());
      if (!isReady || silence > READY_WITHIN_MS) {
        notReady += 1;
        const took = isReady ? `nothing could be written for ${Math.round(silence)} ms` : "never ready again";
        remarks.push(`fault ${count}, ${name}: ${took}`);
      }
      if (!isReady) {
        remarks.push(served.said);
        break;
      }
    }
    for (const writer of writers) {
      writer.stop();
    }
    await Promise.all(writing);
    await served.end("SIGTERM");
    const told = await inspectInstallation(join(folder, "data"), (db, files) =>
      reckon(db, files, makers, tellers),
    );
    return { writes: acknowledged(), ...told, notReady, remarks: [...remarks, ...told.remarks] };
  } finally {
    await served.end("SIGKILL");
    served.killDatabase();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Waits until so much was acknowledged in all. A look at `/readyz` would tell little: what it found is believed for a while,
 * and a database's processes outlive their first one by a moment.
 * @returns for how long, in between, nobody could write over HTTP; undefined when it does not end
 */
async function longestSilence(
  makers: readonly TowerMaker[],
  acknowledged: () => number,
  wanted: number,
): Promise<number | undefined> {
  let longest = 0;
  let last = performance.now();
  while (acknowledged() < wanted) {
    await pause(LOOK_EVERY_MS);
    last = Math.max(last, ...makers.map(({ lastAtMs }) => lastAtMs));
    const silence = performance.now() - last;
    longest = Math.max(longest, silence);
    if (silence > GIVE_UP_MS) {
      return undefined;
    }
  }
  return longest;
}

/** What the database and the files have of what was acknowledged. */
async function reckon(
  db: Database,
  files: FileStore,
  makers: readonly TowerMaker[],
  tellers: readonly FactTeller[],
): Promise<{ lost: number; twice: number; remarks: string[] }> {
  const remarks: string[] = [];
  let [lost, twice] = [0, 0];
  const { rows: towers } = await sql<{ name: string; made: number; told: number }>`
    select towers.name, count(distinct towers.id)::int as made, count(audit_lines.id)::int as told
    from towers left join audit_lines
      on audit_lines.subject_id = towers.id and audit_lines.action = 'buildings.tower-created'
    group by towers.name`.execute(db);
  const byName = new Map(towers.map((tower) => [tower.name, tower]));
  for (const name of makers.flatMap((maker) => [...maker.names])) {
    const tower = byName.get(name);
    if (tower === undefined || tower.told === 0) {
      lost += 1;
      remarks.push(`tower ${name}: ${tower === undefined ? "gone" : "without its line in the audit"}`);
    }
  }
  for (const { name, made, told } of towers) {
    if (made > 1 || told > 1) {
      twice += 1;
      remarks.push(`tower ${name}: made ${made} times, told ${told} times`);
    }
  }
  for (const teller of tellers) {
    const rows = await db
      .selectFrom("open_door_events")
      .select(["id", "picture_file_id"])
      .where("door_id", "=", teller.doorId)
      .execute();
    const kept = new Map(rows.map(({ id, picture_file_id }) => [id, picture_file_id]));
    twice += rows.length - kept.size;
    for (const [index, openingId] of teller.openings.entries()) {
      const isTold = 2 * index + 1 <= teller.acknowledged;
      const hasPicture = 2 * index + 2 <= teller.acknowledged;
      const fileId = kept.get(openingId);
      if (isTold && fileId === undefined) {
        lost += 1;
        remarks.push(`opening ${index} is gone`);
      } else if (hasPicture && (fileId === null || fileId === undefined || !(await files.get(fileId)))) {
        lost += 1;
        remarks.push(`the picture of opening ${index} is gone`);
      }
    }
  }
  return { lost, twice, remarks };
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
