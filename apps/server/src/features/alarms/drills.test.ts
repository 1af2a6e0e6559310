import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import type { Role } from "@umbral/contract/lib/roles";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { alarmsOpenIn } from "./alarms-open.ts";

const server = await startTestServer();
afterAll(() => server.close());
const messages = await seeMessages(server);

const at = (role: Role, building: TestBuilding) =>
  server.newPerson({ spaces: [{ role, buildingId: building.id }] });

/** A building in which a drill was begun, and after it something real. */
async function newScene() {
  const building = await server.newBuilding();
  const controller = await newController(server, building.id);
  const [pedro, laura] = await Promise.all([at("PORTERIA", building), at("ADMINISTRADOR", building)]);
  await server.db.updateTable("users").set({ phone: "+573001112233" }).where("id", "=", laura.id).execute();
  const socket = await server.connectAs(pedro);
  const ask = (event: string, more: object = {}) =>
    socket.ask("user_event", { buildingId: building.id, event, ...more });
  const idOf = (answer: Awaited<ReturnType<typeof ask>>) => (answer.ok ? String(answer["id"]) : answer.code);
  const drill = idOf(await ask("EMERGENCY", { drill: true }));
  const real = idOf(await ask("INTRUSION"));
  const activeIds = async () => {
    const { json } = await server.app.http.inject({
      method: "GET",
      url: `/api/buildings/${building.id}/alarms?state=active`,
      headers: laura.headers,
    });
    return json().alarms.map(({ id }: { id: string }) => id);
  };
  return { building, controller, pedro, laura, socket, ask, drill, real, activeIds };
}

describe("a drill beside a real alarm", () => {
  it("is silenced alone: what is real stays active, its siren sounds on, and nobody hears that it is over", async () => {
    const { controller, laura, socket, ask, drill, real, activeIds } = await newScene();
    const answer = await ask("MUTE", { drill: true });
    expect(answer).toMatchObject({ ok: true, id: drill, confirmed: true, siren: "sounding" });
    expect(await activeIds()).toEqual([real]);
    expect(controller.sirenOrders.every(({ on }) => on)).toBe(true);
    expect(await socket.hear<AlarmNews>("user_event", (news) => news.silencedBy !== undefined)).toMatchObject(
      {
        id: drill,
      },
    );
    expect((await messages.to(laura.id)).map(({ subject }) => subject)).toEqual([
      "Simulacro: Alerta de Emergencia",
      "Alerta de Seguridad (Intruso)",
      "Simulacro silenciado: Alerta de Emergencia",
    ]);
    // The siren of the drill is known too: nobody goes on asking for it.
    const sirens = await server.db.selectFrom("alarms").select("siren").where("id", "=", drill).execute();
    expect(sirens).toEqual([{ siren: "sounding" }]);
    // Only then what is real, and with it the siren.
    expect(await ask("MUTE")).toMatchObject({ ok: true, id: real, confirmed: true, siren: "silent" });
    expect(controller.sirenOrders.at(-1)).toMatchObject({ on: false });
  });

  it("is told after it, to whoever signs in and in the name of what was silenced", async () => {
    const { laura, ask, drill, real } = await newScene();
    const later = await server.connectAs(laura);
    expect(await later.hear("user_event")).toMatchObject({ id: real });
    expect(await later.hear("user_event")).toMatchObject({ id: drill });
    expect(await ask("MUTE")).toMatchObject({ ok: true, id: real });
  });

  it("that is silenced where there is none ends nothing", async () => {
    const { ask, real, activeIds } = await newScene();
    await ask("MUTE", { drill: true });
    expect(await ask("MUTE", { drill: true })).toMatchObject({ ok: true, id: null, siren: "sounding" });
    expect(await activeIds()).toEqual([real]);
  });

  it("says in the audit and at a handover that it is one, where what is real is called by its name", async () => {
    const { building, laura, ask } = await newScene();
    const entries = async () => {
      const reply = await server.app.http.inject({
        url: `/api/bb/audit?buildingId=${building.id}&action=alarms.raised`,
        headers: laura.headers,
      });
      return reply.json().entries.map(({ about }: { about: string[] }) => about);
    };
    expect(await entries()).toEqual([["Alerta de Seguridad (Intruso)"], ["Simulacro: Alerta de Emergencia"]]);
    await ask("MUTE");
    const open = await alarmsOpenIn(server.app.services, building.id);
    expect(open.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^Alerta sin cerrar: Alerta de Seguridad \(Intruso\) · /),
      expect.stringMatching(/^Simulacro sin cerrar: Alerta de Emergencia · /),
    ]);
  });
});
