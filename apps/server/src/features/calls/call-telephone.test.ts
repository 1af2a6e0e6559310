import { randomUUID } from "node:crypto";
import { type Call, RING_MS } from "@umbral/contract/calls/calls.contract";
import { ORDER_LIFETIME_MS, PRESSES_AT_MOST } from "@umbral/contract/doors/doors.contract";
import { afterAll, describe, expect, it } from "vitest";
import {
  newCall,
  newHome,
  putCall,
  settledBy,
  statusOfCall,
  waitingForALock,
} from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, postAsProvider, startTelephoneProvider } from "../../../testing/test-telephone.ts";
import { ordersSettled } from "../doors/door-orders.ts";
import { beginDueLegs } from "./call-legs.ts";

const provider = await startTelephoneProvider();
const server = await startTestServer(provider.variables);
afterAll(async () => {
  await server.close();
  await provider.close();
});

const post = (
  callId: string,
  fields?: Record<string, string>,
  forged?: Parameters<typeof postAsProvider>[3],
) => postAsProvider(server.app, callId, fields, forged);
const press = async (callId: string, key: string): Promise<string> => {
  const reply = await post(callId, { Digits: key });
  await ordersSettled();
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "text/xml; charset=utf-8"]);
  return reply.body;
};

const UNAVAILABLE = "Esta llamada ya no se encuentra disponible";

/** Rosa's and Andrés's telephones ring; the entrance has a controller. */
async function telephoneRings() {
  const home = await newHome(server);
  await givePhone(server, home.rosa);
  await givePhone(server, home.andres);
  const entrance = await server.newDoor(home.building, { localId: "1", name: "Puerta principal" });
  const controller = await newController(server, home.building.id);
  const atLobby = await server.connectAs(home.lobby);
  const atRosa = await server.connectAs(home.rosa);
  const atAndres = await server.connectAs(home.andres);
  const toRosa = await newCall(server, home.lobby, home.rosa);
  const toAndres = await newCall(server, home.lobby, home.andres);
  for (const { id } of [toRosa, toAndres]) {
    await atLobby.ask("request", { callId: id });
  }
  await server.db
    .updateTable("calls")
    .set({ rung_at: new Date(server.clock.now().getTime() - 10_000) })
    .where("id", "in", [toRosa.id, toAndres.id])
    .execute();
  await beginDueLegs(server.app.services);
  for (const { userId } of [toRosa, toAndres]) {
    await atLobby.hear("twilio:success", (reached) => reached["userId"] === userId);
  }
  return { home, entrance, controller, atLobby, atRosa, atAndres, toRosa, toAndres };
}

const ordersOf = (callId: string) =>
  server.db
    .selectFrom("door_orders")
    .select(["id", "requested_by", "outcome", "call_id"])
    .where("call_id", "=", callId)
    .execute();

const readCall = async (callId: string, headers: Record<string, string>): Promise<Call> =>
  (await server.app.http.inject({ url: `/api/call/${callId}`, headers })).json<{ call: Call }>().call;

describe("a phone call that is picked up", () => {
  it("says who is at the door and what can be pressed, and answers nothing by that", async () => {
    const { home, toRosa } = await telephoneRings();
    const reply = await post(toRosa.id);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers["content-type"]).toBe("text/xml; charset=utf-8");
    expect(reply.body).toContain(
      `Hola. Pedro Portero llama al apartamento A-101 desde la portería de ${home.building.name}. ` +
        "Quien te busca está en la entrada. Para abrir la puerta, marca 9. Para avisar que ya vas, marca 1.",
    );
    expect(reply.body).toContain(`action="https://umbral.example/api/call/${toRosa.id}/telephone/keys"`);
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });

  it("says names as words, whatever is in them", async () => {
    const { home, toRosa } = await telephoneRings();
    await server.db
      .updateTable("users")
      .set({ name: `Ana <Hangup/> & "Cía"\u0007` })
      .where("id", "=", home.lobby.id)
      .execute();
    expect((await post(toRosa.id)).body).toContain("Hola. Ana &lt;Hangup/&gt; &amp; &quot;Cía&quot; llama");
  });

  it("says that it is too late when it is", async () => {
    const { home, toRosa } = await telephoneRings();
    await putCall(server, home.rosa, toRosa.id, { status: "RECHAZADA" });
    const { body } = await post(toRosa.id);
    expect(body).toContain(UNAVAILABLE);
    expect(body).not.toContain("Gather");
  });
});

describe("a phone call to who moved out while it rings", () => {
  it("names nobody, and its keys answer nothing and open nothing", async () => {
    const { home, controller, toRosa, toAndres } = await telephoneRings();
    const spaces = server.db.updateTable("spaces").where("user_id", "=", home.rosa.id);
    await spaces.set({ status: "ENDED", ended_at: server.clock.now() }).execute();
    const { body } = await post(toRosa.id);
    expect(body).toContain(UNAVAILABLE);
    expect(body).not.toContain("Pedro Portero");
    for (const key of ["1", "9"]) {
      expect(await press(toRosa.id, key)).toContain(UNAVAILABLE);
    }
    expect([await statusOfCall(server, toRosa.id), await settledBy(server, toRosa.id)]).toEqual([
      "ENTRANTE",
      [],
    ]);
    expect(controller.orders).toEqual([]);
    expect(await press(toAndres.id, "1")).not.toContain(UNAVAILABLE);
  });
});

describe("key 9", () => {
  it("answers the call by telephone and opens the entrance, and everybody hears it", async () => {
    const { home, entrance, controller, atLobby, atRosa, atAndres, toRosa, toAndres } =
      await telephoneRings();
    expect(await press(toRosa.id, "9")).toContain("La puerta está abierta.");
    const answer = { callId: toRosa.id, userId: home.rosa.id };
    expect(await atLobby.hear("call_accepted")).toEqual({ ...answer, answeredBy: "telefono" });
    expect(await atLobby.hear("telephone:key")).toEqual({ ...answer, said: "opened" });
    expect(await atRosa.hear("call_accepted:from_other_session")).toEqual({
      callId: toRosa.id,
      answeredBy: "telefono",
    });
    expect(await atAndres.hear("end")).toEqual({ callId: toAndres.id, status: "TERMINADA" });

    expect(controller.orders.map(({ doorId }) => doorId)).toEqual([entrance.id]);
    expect(await ordersOf(toRosa.id)).toMatchObject([{ requested_by: home.rosa.id, outcome: "moved" }]);
    expect(await readCall(toRosa.id, home.lobby.headers)).toMatchObject({
      status: "CONTESTADA",
      answeredBy: "telefono",
    });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "detail"])
      .where("building_id", "=", home.building.id)
      .where("actor_id", "=", home.rosa.id)
      .orderBy("id")
      .execute();
    expect(lines).toMatchObject([
      { action: "calls.settled", detail: { status: "CONTESTADA", answeredBy: "telefono" } },
      { action: "calls.settled", detail: { status: "TERMINADA" } },
      { action: "doors.ordered", detail: { callId: toRosa.id } },
      { action: "doors.settled", detail: { outcome: "moved" } },
    ]);
  });

  it("opens once, however often it is pressed or its request is repeated", async () => {
    const { controller, toRosa } = await telephoneRings();
    const together = await Promise.all([1, 2, 3].map(() => press(toRosa.id, "9")));
    const again = await press(toRosa.id, "9");
    for (const words of [...together, again]) {
      expect(words).toContain("La puerta está abierta.");
    }
    expect(controller.orders).toHaveLength(1);
    expect(await settledBy(server, toRosa.id)).toHaveLength(1);
  });

  it("may be pressed again when the door did not move, and says why", async () => {
    const { controller, atLobby, toRosa } = await telephoneRings();
    controller.answerWith(async () => ({ outcome: "failed" }));
    const words = await press(toRosa.id, "9");
    expect(words).toContain("La puerta no se movió.");
    expect(words).toContain("Para abrir la puerta, marca 9.");
    expect(await statusOfCall(server, toRosa.id)).toBe("CONTESTADA");
    expect(atLobby.heardSoFar("telephone:key")).toEqual([]);
    controller.answerWith(async () => ({ outcome: "moved" }));
    expect(await press(toRosa.id, "9")).toContain("La puerta está abierta.");
    expect(controller.orders).toHaveLength(2);
  });

  it("says so when the person has ordered that door too often, and may be pressed again later", async () => {
    const { home, entrance, controller, toRosa } = await telephoneRings();
    const issued = server.clock.now();
    for (let time = 0; time < PRESSES_AT_MOST; time += 1) {
      await server.db
        .insertInto("door_orders")
        .values({
          id: randomUUID(),
          building_id: home.building.id,
          door_id: entrance.id,
          requested_by: home.rosa.id,
          request_id: null,
          call_id: null,
          action: 200,
          outcome: "moved",
          issued_at: issued,
        })
        .execute();
    }
    const words = await press(toRosa.id, "9");
    expect(words).toContain("Demasiadas órdenes a esta puerta.");
    expect(words).toContain("Para abrir la puerta, marca 9.");
    expect(controller.orders).toHaveLength(0);
  });

  it("is not obeyed when the server stood still before it was read", async () => {
    const { controller, toRosa } = await telephoneRings();
    const pressed = press(toRosa.id, "9");
    server.clock.stall(ORDER_LIFETIME_MS);
    expect(await pressed).toContain("La orden llegó tarde y la puerta no se abrió.");
    expect(controller.orders).toHaveLength(0);
  });

  it("is neither offered nor taken where the building switched it off", async () => {
    const { home, controller, toRosa } = await telephoneRings();
    await server.db
      .updateTable("buildings")
      .set({ opens_by_phone: false })
      .where("id", "=", home.building.id)
      .execute();
    for (const words of [(await post(toRosa.id)).body, await press(toRosa.id, "9")]) {
      expect(words).not.toContain("marca 9");
      expect(words).toContain("marca 1");
    }
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
    expect(controller.orders).toEqual([]);
    const coming = await press(toRosa.id, "1");
    expect(coming).toContain("Ya avisamos que vas.");
    expect(coming).not.toContain("Gather");
  });

  it("is not offered to who may not open the entrance", async () => {
    const { home, entrance, toRosa } = await telephoneRings();
    const place = async (index: number) => {
      const tower = home.building.towers[index];
      await server.db
        .updateTable("doors")
        .set({ scope: "tower", tower_id: tower?.id ?? "", floor_id: tower?.floors[0]?.id ?? "" })
        .where("id", "=", entrance.id)
        .execute();
    };
    // Rosa lives in the first tower.
    await place(0);
    expect((await post(toRosa.id)).body).toContain("marca 9");
    await place(1);
    expect((await post(toRosa.id)).body).not.toContain("marca 9");
  });
});

describe("key 1", () => {
  it("answers the call and tells the caller that somebody is coming; 9 may follow", async () => {
    const { home, controller, atLobby, toRosa } = await telephoneRings();
    expect(await press(toRosa.id, "1")).toContain(
      "Listo. Ya avisamos que vas. Para abrir la puerta, marca 9.",
    );
    const answer = { callId: toRosa.id, userId: home.rosa.id };
    expect(await atLobby.hear("call_accepted")).toEqual({ ...answer, answeredBy: "telefono" });
    expect(await atLobby.hear("telephone:key")).toEqual({ ...answer, said: "coming" });
    expect(controller.orders).toEqual([]);
    expect(await press(toRosa.id, "9")).toContain("La puerta está abierta.");
    expect(controller.orders).toHaveLength(1);
    expect(await settledBy(server, toRosa.id)).toEqual([[home.rosa.id, "CONTESTADA"]]);
  });

  it("is all the telephone can do after a wrong key", async () => {
    const { toRosa } = await telephoneRings();
    for (const key of ["5", "*", "99", ""]) {
      expect(await press(toRosa.id, key)).toContain("Para avisar que ya vas, marca 1.");
    }
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });
});

describe("a late key", () => {
  it.each([
    ["answered on a device", "rosa", "CONTESTADA"],
    ["rejected", "rosa", "RECHAZADA"],
    ["cancelled", "lobby", "TERMINADA"],
  ] as const)("on a call that was %s opens nothing and says so", async (_how, who, status) => {
    const { home, controller, toRosa } = await telephoneRings();
    expect((await putCall(server, home[who], toRosa.id, { status })).statusCode).toBe(200);
    for (const key of ["9", "1", "5"]) {
      expect(await press(toRosa.id, key)).toContain(UNAVAILABLE);
    }
    expect(controller.orders).toEqual([]);
    expect(await statusOfCall(server, toRosa.id)).toBe(status);
  });

  it("after the deadline, or after somebody else answered by telephone, opens nothing", async () => {
    const { controller, toRosa, toAndres } = await telephoneRings();
    expect(await press(toAndres.id, "1")).toContain("Ya avisamos");
    expect(await press(toRosa.id, "9")).toContain(UNAVAILABLE);
    const missed = await telephoneRings();
    server.clock.push(RING_MS);
    expect(await press(missed.toRosa.id, "9")).toContain(UNAVAILABLE);
    expect([...controller.orders, ...missed.controller.orders]).toEqual([]);
  });

  it("after the call was ended opens nothing more", async () => {
    const { home, controller, toRosa } = await telephoneRings();
    await press(toRosa.id, "1");
    await putCall(server, home.lobby, toRosa.id, { status: "TERMINADA" });
    expect(await press(toRosa.id, "9")).toContain(UNAVAILABLE);
    expect(controller.orders).toEqual([]);
  });

  it("of two telephones in the same moment gives the call to one", async () => {
    const { controller, toRosa, toAndres } = await telephoneRings();
    const words = await Promise.all([press(toRosa.id, "9"), press(toAndres.id, "9")]);
    expect(words.filter((said) => said.includes("La puerta está abierta."))).toHaveLength(1);
    expect(words.filter((said) => said.includes(UNAVAILABLE))).toHaveLength(1);
    expect(controller.orders).toHaveLength(1);
    const statuses = [await statusOfCall(server, toRosa.id), await statusOfCall(server, toAndres.id)];
    expect(statuses.sort()).toEqual(["CONTESTADA", "TERMINADA"]);
  });

  it("that waited while a device answered opens nothing", async () => {
    const { controller, toRosa } = await telephoneRings();
    const pressing = await server.db.transaction().execute(async (trx) => {
      await trx.selectFrom("calls").select("id").where("id", "=", toRosa.id).forUpdate().execute();
      const pressed = press(toRosa.id, "9");
      await expect.poll(() => waitingForALock(server)).toBeGreaterThan(0);
      await trx
        .updateTable("calls")
        .set({ status: "CONTESTADA", answered_by: "app", answered_at: server.clock.now() })
        .where("id", "=", toRosa.id)
        .execute();
      // In an object: a promise that is returned would be waited for with the lock held.
      return { pressed };
    });
    expect(await pressing.pressed).toContain(UNAVAILABLE);
    expect(controller.orders).toEqual([]);
  });

  it("of somebody who was deactivated meanwhile opens nothing", async () => {
    const { home, controller, toRosa } = await telephoneRings();
    await server.db.updateTable("users").set({ active: false }).where("id", "=", home.rosa.id).execute();
    expect(await press(toRosa.id, "9")).toContain(UNAVAILABLE);
    expect(controller.orders).toEqual([]);
  });

  it("on a call that never went to the telephone opens nothing", async () => {
    const home = await newHome(server);
    await server.newDoor(home.building, { localId: "1" });
    const call = await newCall(server, home.lobby, home.rosa);
    expect(await press(call.id, "9")).toContain(UNAVAILABLE);
    expect(await statusOfCall(server, call.id)).toBe("ENTRANTE");
  });
});

describe("a request that the provider did not sign", () => {
  it("is refused, and nothing is answered or opened", async () => {
    const { home, controller, toRosa } = await telephoneRings();
    const nine = { Digits: "9" };
    const forgeries: Parameters<typeof post>[2][] = [
      { signature: "" },
      { signature: "AAAA" },
      { token: "another-token" },
      // Signed for another key: the body was changed on its way.
      { signedFields: { CallSid: "CA1", CallStatus: "in-progress", Digits: "1" } },
    ];
    for (const forged of forgeries) {
      const reply = await post(toRosa.id, nine, forged);
      expect([reply.statusCode, reply.json().code]).toEqual([401, "SIGN_IN_REQUIRED"]);
    }
    const json = await server.app.http.inject({
      method: "POST",
      url: `/api/call/${toRosa.id}/telephone/keys`,
      headers: { "x-twilio-signature": "AAAA", ...home.rosa.headers },
      payload: nine,
    });
    expect(json.statusCode).toBeGreaterThanOrEqual(400);
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
    expect(controller.orders).toEqual([]);
  });

  it("is not read without end", async () => {
    const { toRosa } = await telephoneRings();
    const long = await post(toRosa.id, { Digits: "9", More: "x".repeat(9000) });
    expect(long.statusCode).toBe(413);
    const many = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`f${index}`, "x"]));
    expect((await post(toRosa.id, { Digits: "9", ...many })).statusCode).toBe(400);
    expect(await statusOfCall(server, toRosa.id)).toBe("ENTRANTE");
  });

  it("is all there is where no provider is configured", async () => {
    const bare = await startTestServer();
    const reply = await postAsProvider(bare.app, "7f0b0f7e-6a5b-4d0a-9a55-0d0f5b8a1a11");
    expect(reply.statusCode).toBe(401);
    await bare.close();
  });
});
