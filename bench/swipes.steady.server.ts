import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startController } from "../apps/controller/testing/controller-process.ts";
import { invite } from "../apps/server/src/features/controllers/controllers.service.ts";
import { giveCard } from "../apps/server/testing/test-admin.ts";
import { startTestServer } from "../apps/server/testing/test-server.ts";

// The product's server with one building of ten readers, its real controller in a process of its own, and two hundred
// people who hold their cards to it, a thousand times a minute.
const minutes = Number(process.argv[2]);
const A_MINUTE = 1000;
const DOORS = 10;
const PEOPLE = 200;
const EVERY_MS = 60_000 / A_MINUTE;
const LIGHT_MS = 20_000;
const ARRIVE_MS = 600_000;

/** What `swiped`, `green` and `kept` of the cards came to, and how long the slowest waited for its light, and the last fact
 * for its place at the server, in milliseconds. */
export interface Steady {
  swiped: number;
  green: number;
  kept: number;
  twice: number;
  slowest: number;
  arrived: number;
}

const server = await startTestServer();
const { services } = server.app;
const building = await server.newBuilding();
const doors: string[] = [];
for (let number = 1; number <= DOORS; number += 1) {
  const { id } = await server.newDoor(building, { localId: String(number), name: `Puerta ${number}` });
  const reader = JSON.stringify({ kind: "simulated" });
  await server.db.updateTable("doors").set({ reader }).where("id", "=", id).execute();
  doors.push(id);
}
const people: { id: string; tag: string }[] = [];
for (let number = 1; number <= PEOPLE; number += 1) {
  // Staff: every door is theirs.
  const person = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", person.id).execute();
  const tag = `04BEEF${String(number).padStart(6, "0")}`;
  await giveCard(server, person.id, tag);
  people.push({ id: person.id, tag });
}

const dataDir = mkdtempSync(join(tmpdir(), "umbral-steady-"));
const controller = await startController({
  SERVER_URL: server.url,
  CONTROLLER_DATA_DIR: dataDir,
  PAIRING_CODE: await invite(services, building.id),
  LOG_LEVEL: "error",
});
await controller.heard("ready");
await server.app.accessKeeper.round();
while ((await controller.answersCard(doors[0] ?? "", people.at(-1)?.tag ?? "", LIGHT_MS)) !== "green") {
  await setTimeout(EVERY_MS);
}
let before = await keptByPerson();
while (before.size === 0) {
  // That it was green arrives a moment later.
  await setTimeout(EVERY_MS);
  before = await keptByPerson();
}

const swipes = minutes * A_MINUTE;
const began = performance.now();
const shown = new Map<string, number>();
const waiting: Promise<void>[] = [];
let green = 0;
let slowest = 0;
for (let turn = 0; turn < swipes; turn += 1) {
  await setTimeout(Math.max(0, began + turn * EVERY_MS - performance.now()));
  const { id, tag } = people[(turn * 7) % PEOPLE] ?? { id: "", tag: "" };
  shown.set(id, (shown.get(id) ?? 0) + 1);
  const swiped = performance.now();
  waiting.push(
    controller.answersCard(doors[turn % DOORS] ?? "", tag, LIGHT_MS).then((light) => {
      green += light === "green" ? 1 : 0;
      slowest = Math.max(slowest, performance.now() - swiped);
    }),
  );
  // What it told is kept to be looked through: an hour of it is not needed.
  if (waiting.length === A_MINUTE) {
    await Promise.all(waiting.splice(0));
    controller.news.length = 0;
  }
}
await Promise.all(waiting);

const ended = performance.now();
const until = ended + ARRIVE_MS;
let reckoned = await reckon();
while (reckoned.lost > 0 && performance.now() < until) {
  await setTimeout(1000);
  reckoned = await reckon();
}
await controller.kill("SIGTERM");
await server.close();
await rm(dataDir, { recursive: true, force: true });
const steady: Steady = {
  swiped: swipes,
  green,
  kept: swipes - reckoned.lost,
  twice: reckoned.twice,
  slowest: Math.round(slowest),
  arrived: Math.round(performance.now() - ended),
};
process.send?.(steady);
process.disconnect();

/** How often each of them is written down as let in. */
async function keptByPerson(): Promise<Map<string, number>> {
  const rows = await server.db
    .selectFrom("access_events")
    .select(({ fn }) => ["user_id as id", fn.countAll<number>().as("times")])
    .where("outcome", "=", "granted")
    .groupBy("user_id")
    .execute();
  return new Map(rows.map(({ id, times }) => [id ?? "", Number(times)]));
}

async function reckon(): Promise<{ lost: number; twice: number }> {
  const kept = await keptByPerson();
  let lost = 0;
  let twice = 0;
  for (const [id, times] of shown) {
    const more = (kept.get(id) ?? 0) - (before.get(id) ?? 0) - times;
    lost += Math.max(0, -more);
    twice += Math.max(0, more);
  }
  return { lost, twice };
}
