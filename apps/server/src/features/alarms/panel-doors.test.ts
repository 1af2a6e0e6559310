import { randomUUID } from "node:crypto";
import { EMERGENCY_FREES_MS } from "@umbral/contract/doors/door-modes.contract";
import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController, signInController, type TestController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { clock } = server;

const MINUTE_MS = 60_000;

/** A building with two controllers, of which the first has the panels. */
async function newScene() {
  const building = await server.newBuilding();
  const laura = await server.newPerson({ userType: "ADMIN" });
  const ask = asking(server, laura);
  const first = await newController(server, building.id);
  const offered = await ask("POST", `/api/bb/buildings/${building.id}/controllers`, { name: "Torre B" });
  const second = await newController(server, building.id, offered.body.pairing.code);
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const newInput = async (kind: string): Promise<string> => {
    const fields = { name: kind, kind, doorId: null, driver: { kind: "simulated" } };
    return (await ask("POST", `/api/bb/buildings/${building.id}/inputs`, fields)).body.input.id;
  };
  let seq = 0;
  const tell = async (fact: object) => {
    seq += 1;
    return first.socket.ask("facts", { facts: [{ seq, at: clock.now().toISOString(), ...fact }] });
  };
  const started = (inputId: string | null, more: object = {}) => ({
    kind: "intrusion-started",
    intrusionId: randomUUID(),
    intrusion: "fire",
    cameraId: null,
    doorId: null,
    inputId,
    ...more,
  });
  return {
    building,
    first,
    second,
    newInput,
    tell,
    started,
    silence: async (more: object = {}) =>
      (await server.connectAs(pedro)).ask("user_event", { buildingId: building.id, event: "MUTE", ...more }),
    drill: async () =>
      (await server.connectAs(pedro)).ask("user_event", {
        buildingId: building.id,
        event: "EMERGENCY",
        drill: true,
      }),
  };
}

/** What it was told in turn; the same said again changes nothing. */
const states = ({ emergencyOrders }: TestController) =>
  emergencyOrders.map(({ state }) => state).filter((state, index, all) => state !== all[index - 1]);
const lastMs = ({ emergencyOrders }: TestController) => emergencyOrders.at(-1)?.forMs ?? 0;

/** Signs a controller in again, and hears what it is told of emergencies. */
async function comeBack({ id, key, list }: TestController) {
  const socket = await signInController(server.url, id, key, list);
  const orders: { state: string; forMs: number }[] = [];
  socket.raw.on(
    "doors:emergency",
    (order: (typeof orders)[number], acknowledge: (answer: object) => void) => {
      orders.push(order);
      acknowledge({ outcome: "done", doors: 1 });
    },
  );
  return orders;
}

it("a fire panel frees the ways out of the building's other controllers, until it is silenced", async () => {
  const { second, first, newInput, tell, started, silence } = await newScene();
  const panel = started(await newInput("fire-panel"));
  await tell(panel);
  await expect.poll(() => states(second)).toEqual(["free"]);
  expect(lastMs(second)).toBeGreaterThan(EMERGENCY_FREES_MS - MINUTE_MS);
  // A panel is put back before the building is empty.
  await tell({ kind: "intrusion-ended", intrusionId: panel.intrusionId });
  expect(states(second)).toEqual(["free"]);
  await silence();
  expect(states(first).at(-1)).not.toBe("free");
  await expect.poll(() => states(second).slice(1)).toContain("silent");
  second.socket.raw.disconnect();
  const orders = await comeBack(second);
  await expect.poll(() => orders.map(({ state }) => state), { timeout: 10_000 }).toContain("rest");
  expect(orders.filter(({ state }) => state === "free")).toEqual([]);
});

it("is silenced also where a controller did not hear it the first time", async () => {
  const { first, second, newInput, tell, started, silence } = await newScene();
  await tell(started(await newInput("fire-panel")));
  await expect.poll(() => states(second)).toEqual(["free"]);
  const silent = ({ emergencyOrders }: TestController) =>
    emergencyOrders.filter(({ state }) => state === "silent").length;
  second.emergencyAnswers(({ state }) =>
    state === "silent" && silent(second) === 1 ? { outcome: "expired" } : { outcome: "done", doors: 0 },
  );
  expect(await silence()).toMatchObject({ isHeardByDoors: true });
  expect([silent(first), silent(second)]).toEqual([2, 2]);
  // One that did is not told again.
  await silence();
  expect([silent(first), silent(second)]).toEqual([3, 3]);
});

it("says to who silences it that a controller did not hear it, there or away with a way out", async () => {
  const { building, second, newInput, tell, started, silence } = await newScene();
  await tell(started(await newInput("fire-panel")));
  await expect.poll(() => states(second)).toEqual(["free"]);
  second.emergencyAnswers(() => ({ outcome: "expired" }));
  expect(await silence()).toMatchObject({ ok: true, confirmed: true, isHeardByDoors: false });
  expect(await silence({ drill: true })).not.toHaveProperty("isHeardByDoors");
  second.socket.raw.disconnect();
  await expect.poll(() => server.app.hub.lines.isThere(second.id)).toBe(false);
  // No door of its own is freed by it, as far as is known.
  expect(await silence()).toMatchObject({ isHeardByDoors: true });
  const { id } = await server.newDoor(building);
  const hangsOn = (controllerId: string | null) =>
    server.db
      .updateTable("doors")
      .set({ controller_id: controllerId, frees_in_emergency: true })
      .where("id", "=", id)
      .execute();
  await hangsOn(second.id);
  const { name } = await server.db
    .selectFrom("doors")
    .select("name")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect(await silence()).toMatchObject({ isHeardByDoors: false, unheardDoors: [name] });
  // One of no controller was freed by nobody.
  await hangsOn(null);
  expect(await silence()).toMatchObject({ isHeardByDoors: true });
});

it("frees the doors again where another emergency begins while it is silenced", async () => {
  const { second, first, newInput, tell, started, silence } = await newScene();
  const panel = await newInput("fire-panel");
  await tell(started(panel));
  await expect.poll(() => states(second)).toEqual(["free"]);
  /** The next fire is heard, and told to the doors, before this one hears of the silence. */
  const again = started(await newInput("fire-panel"));
  first.socket.raw.removeAllListeners("doors:emergency");
  first.socket.raw.on(
    "doors:emergency",
    async ({ state }: { state: string }, acknowledge: (answer: object) => void) => {
      if (state === "silent") {
        await tell(again);
        await expect.poll(() => states(second).at(-1)).toBe("free");
      }
      acknowledge({ outcome: "done", doors: 0 });
    },
  );
  const told = () => second.emergencyOrders.length;
  await silence();
  const before = told();
  await expect.poll(told, { timeout: 10_000 }).toBeGreaterThan(before);
  expect(states(second).at(-1)).toBe("free");
});

it("is told to a controller that comes back, for what is left of its time", async () => {
  const { second, newInput, tell, started } = await newScene();
  const inputId = await newInput("fire-panel");
  second.socket.raw.disconnect();
  await tell(started(inputId));
  clock.push(10 * MINUTE_MS);
  const orders = await comeBack(second);
  await expect.poll(() => orders.map(({ state }) => state), { timeout: 10_000 }).toContain("free");
  expect(orders[0]?.forMs).toBeLessThanOrEqual(EMERGENCY_FREES_MS - 10 * MINUTE_MS);
});

it("is not ended by whoever silences a drill", async () => {
  const { first, second, newInput, tell, started, drill, silence } = await newScene();
  await tell(started(await newInput("fire-panel")));
  await expect.poll(() => states(second)).toEqual(["free"]);
  await drill();
  expect(await silence({ drill: true })).toMatchObject({ ok: true, id: expect.any(String) });
  // Said again to a controller that comes back, it is as it was.
  second.socket.raw.disconnect();
  const orders = await comeBack(second);
  await expect.poll(() => orders.map(({ state }) => state), { timeout: 10_000 }).toContain("free");
  expect([...states(first), ...states(second)]).not.toContain("silent");
  await silence();
  await expect.poll(() => states(first)).toContain("silent");
});

it("counts from the later of two panels, and silence ends both", async () => {
  const { second, newInput, tell, started, silence } = await newScene();
  await tell(started(await newInput("fire-panel")));
  await expect.poll(() => states(second)).toEqual(["free"]);
  clock.push(20 * MINUTE_MS);
  const other = started(await newInput("fire-panel"));
  await tell(other);
  await expect.poll(() => lastMs(second)).toBeGreaterThan(EMERGENCY_FREES_MS - MINUTE_MS);
  await tell({ kind: "intrusion-ended", intrusionId: other.intrusionId });
  await silence();
  await expect.poll(() => states(second).at(-1), { timeout: 10_000 }).toBe("rest");
});

it("frees nothing by what is no panel's, by what was long ago or is not new, and by a drill", async () => {
  const { second, newInput, tell, started, drill } = await newScene();
  const panel = await newInput("fire-panel");
  clock.push(2 * EMERGENCY_FREES_MS);
  await tell(started(await newInput("tamper"), { intrusion: "tamper" }));
  await tell(started(await newInput("tamper")));
  await tell(started(null));
  await tell({ ...started(panel), at: new Date(clock.now().getTime() - EMERGENCY_FREES_MS).toISOString() });
  // It was on before its controller started: what it said then is over, or goes on.
  await tell(started(panel, { goesOn: true }));
  await drill();
  expect(states(second)).not.toContain("free");
  // What comes after all of it is the first that frees.
  await tell(started(panel));
  await expect.poll(() => states(second)).toEqual(["free"]);
  expect(lastMs(second)).toBeGreaterThan(EMERGENCY_FREES_MS - MINUTE_MS);
});
