import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Socket } from "socket.io-client";
import { afterAll, expect, it } from "vitest";
import { Chance } from "../../controller/testing/prove/random.ts";
import { type Asker, tryInputs } from "./prove/input/try-inputs.ts";
import { newController, signInController } from "./test-controller.ts";
import { startTestServer } from "./test-server.ts";

/** Of `npm run prove:input`; a run of all tests tries these few, always the same. */
const cases = Number(process.env["PROVE_CASES"] ?? 800);
const seed = Number(process.env["PROVE_SEED"] ?? 2026);

/** What these leave behind in memory, by halves: caches are filled by then. */
const MOST_GROWN_MB = 40;

const server = await startTestServer();
afterAll(() => server.close());

it(`answers whatever is sent to it, ${cases} cases of seed ${seed}`, async () => {
  const building = await server.newBuilding();
  const other = await server.newBuilding();
  const doors = [await server.newDoor(building), await server.newDoor(other)];
  const [home] = building.apartments;
  const at = { buildingId: building.id, ...(home ? { apartmentId: home.id } : {}) };
  const people = await Promise.all([
    server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", ...at }] }),
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] }),
    server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
    server.newPerson({ userType: "ADMIN" }),
  ]);
  const controller = await newController(server, building.id);
  const askers: Asker[] = [
    { name: "nobody", headers: async () => ({}), dial: async () => (await server.connect()).raw },
    ...people.map(
      (person, number): Asker => ({
        name: ["resident", "lobby", "administrator", "platform"][number] ?? "",
        headers: async () => (await server.newSession(person.id)).headers,
        dial: async () => (await server.connectAs(await server.newSession(person.id))).raw,
      }),
    ),
    {
      name: "controller",
      headers: undefined,
      dial: async (): Promise<Socket> =>
        (await signInController(server.url, controller.id, controller.key)).raw,
    },
  ];
  const chance = new Chance(seed);
  const seen = { buildings: [building, other], doors, people };
  const half = Math.ceil(cases / 2);
  const first = await tryInputs(server.url, askers, { cases: half, chance, seen });
  const before = usedMegabytes();
  const second = await tryInputs(server.url, askers, { cases: cases - half, chance, seen });
  expect([...first.remarks, ...second.remarks]).toEqual([]);
  expect(first.answered + second.answered).toBe(cases);
  expect(usedMegabytes() - before).toBeLessThan(MOST_GROWN_MB);
});

/** What is still in use of this process's memory. */
function usedMegabytes(): number {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
  return process.memoryUsage().heapUsed / 1e6;
}
