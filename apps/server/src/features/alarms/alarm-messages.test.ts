import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { registerDevice, startFirebase } from "../../../testing/test-firebase.ts";
import { startTestServer, type TestSocket } from "../../../testing/test-server.ts";
import { givePhone, startTelephoneProvider } from "../../../testing/test-telephone.ts";

const firebase = await startFirebase();
const provider = await startTelephoneProvider();
const server = await startTestServer({ ...provider.variables, ...firebase.variables });
afterAll(async () => {
  await server.close();
  await provider.close();
  await firebase.close();
});

const MINUTE_MS = 60_000;

async function newWatch(role: Role = "RESIDENTE") {
  const building = await server.newBuilding();
  const [raiser, guard] = await Promise.all([
    server.newPerson({
      spaces: [
        role === "RESIDENTE"
          ? { role, buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }
          : { role, buildingId: building.id },
      ],
    }),
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] }),
  ]);
  const phone = await givePhone(server, guard);
  const token = `device-${guard.id}-0123456789`;
  await registerDevice(server, guard, token);
  const atRaiser = await server.connectAs(raiser);
  return { building, guard, atRaiser, phone, token };
}

const raise = (socket: TestSocket, building: TestBuilding, more: object = {}) =>
  socket.ask("user_event", { buildingId: building.id, event: "INTRUSION", ...more });
const silence = (socket: TestSocket, building: TestBuilding) =>
  socket.ask("user_event", { buildingId: building.id, event: "MUTE" });

async function messagesTo(person: TestPerson): Promise<string[]> {
  const rows = await server.db
    .selectFrom("outbox")
    .select("channel")
    .where("user_id", "=", person.id)
    .orderBy("channel")
    .execute();
  return rows.map(({ channel }) => channel);
}

const RAISED = "Alerta de Seguridad (Intruso)";

describe("messages outside for an alarm", () => {
  it("go once for fifteen alarms of one person in a second, and every alarm stands and is heard", async () => {
    const { building, guard, atRaiser, phone, token } = await newWatch();
    const atGuard = await server.connectAs(guard);
    const ids = new Set<unknown>();
    for (let time = 0; time < 15; time += 1) {
      const raised = await raise(atRaiser, building, { event: time % 2 === 0 ? "INTRUSION" : "EMERGENCY" });
      expect(raised).toMatchObject({ ok: true });
      const id = raised.ok ? raised["id"] : null;
      ids.add(id);
      await atGuard.hear<{ id: string }>("user_event", (news) => news.id === id);
      await silence(atRaiser, building);
    }
    expect(ids.size).toBe(15);
    // That it is silent is told where it was told that it was not.
    expect(await messagesTo(guard)).toEqual(["push", "push", "sms", "sms"]);
    await expect
      .poll(() => firebase.pushesTo(token).map(({ data }) => data.title))
      .toEqual([RAISED, `Silenciada: ${RAISED}`]);
    await expect
      .poll(() => provider.heard("Messages", phone).map(({ form }) => form["Body"]))
      .toEqual([
        expect.stringContaining(`Umbral: ${RAISED}. `),
        expect.stringContaining(`Umbral: Silenciada: ${RAISED}. `),
      ]);
  });

  it("go once though all of them come in the same moment", async () => {
    const { building, guard, atRaiser } = await newWatch();
    await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        raise(atRaiser, building, { event: index % 2 === 0 ? "INTRUSION" : "EMERGENCY" }),
      ),
    );
    expect(await messagesTo(guard)).toHaveLength(2);
  });

  it("go again after five minutes, for somebody else and in another building", async () => {
    const { building, guard, atRaiser } = await newWatch();
    await raise(atRaiser, building);
    await silence(atRaiser, building);
    server.clock.push(5 * MINUTE_MS - 5000);
    await raise(atRaiser, building);
    await silence(atRaiser, building);
    expect(await messagesTo(guard)).toHaveLength(4);
    server.clock.push(6000);
    await raise(atRaiser, building);
    await silence(atRaiser, building);
    expect(await messagesTo(guard)).toHaveLength(8);

    const atGuard = await server.connectAs(guard);
    await raise(atGuard, building);
    expect(await messagesTo(guard)).toHaveLength(10);
    const elsewhere = await newWatch();
    await raise(elsewhere.atRaiser, elsewhere.building);
    expect(await messagesTo(elsewhere.guard)).toEqual(["push", "sms"]);
  });

  it("go when somebody else joins an alarm for which none went", async () => {
    const { building, guard, atRaiser } = await newWatch();
    await raise(atRaiser, building);
    await silence(atRaiser, building);
    await raise(atRaiser, building);
    expect(await messagesTo(guard)).toHaveLength(4);
    const neighbour = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[1]?.id ?? "" }],
    });
    await raise(await server.connectAs(neighbour), building);
    expect(await messagesTo(guard)).toHaveLength(6);
    await raise(await server.connectAs(guard), building);
    expect(await messagesTo(guard)).toHaveLength(6);
  });

  it("say 'Simulacro' for a drill, which does not take the place of a real one", async () => {
    const { building, atRaiser, phone, token } = await newWatch("ADMINISTRADOR");
    await raise(atRaiser, building, { drill: true });
    await raise(atRaiser, building);
    await expect
      .poll(() => firebase.pushesTo(token).map(({ data }) => data.title))
      .toEqual([`Simulacro: ${RAISED}`, RAISED]);
    await expect
      .poll(() => provider.heard("Messages", phone).map(({ form }) => form["Body"]))
      .toEqual([
        expect.stringContaining(`Umbral: Simulacro: ${RAISED}. `),
        expect.stringContaining(`Umbral: ${RAISED}. `),
      ]);
  });

  it("do not go to who has no space there any more, who does not hear it either", async () => {
    const { building, guard, atRaiser } = await newWatch();
    const atGuard = await server.connectAs(guard);
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
      .where("user_id", "=", guard.id)
      .execute();
    await raise(atRaiser, building);
    await atRaiser.hear("user_event");
    // Whoever signs in after it is over is told of nothing either.
    const again = await server.connectAs(guard);
    await again.ask("user_event", { buildingId: building.id, event: "MUTE" });
    for (const device of [atGuard, again]) {
      expect(device.heardSoFar("user_event")).toEqual([]);
    }
    expect(await messagesTo(guard)).toEqual([]);
  });
});
