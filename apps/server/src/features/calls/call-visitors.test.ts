import { type Call, PHONE_CALL_AFTER_MS, SMS_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import {
  beginAllDueLegs,
  newCall,
  newHome,
  newVisitor,
  putCall,
  type TestHome,
} from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { registerDevice, startFirebase } from "../../../testing/test-firebase.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, postAsProvider, startTelephoneProvider } from "../../../testing/test-telephone.ts";

const firebase = await startFirebase();
const provider = await startTelephoneProvider();
const server = await startTestServer({ ...provider.variables, ...firebase.variables });
afterAll(async () => {
  await server.close();
  await provider.close();
  await firebase.close();
});

const DAY_MS = 24 * 3_600_000;

async function newVisitedHome() {
  const home = await newHome(server);
  await givePhone(server, home.rosa);
  await newController(server, home.building.id);
  await server.newDoor(home.building, { localId: "1", name: "Puerta principal" });
  return { home, visitor: await newVisitor(server, home.building.id, "Diana Desconocida") };
}

/** Rings until the last way by which it could go would have been gone. */
async function ringLong(caller: TestPerson, callee: TestPerson): Promise<{ call: Call; legs: string[] }> {
  const call = await newCall(server, caller, callee);
  const atCaller = await server.connectAs(caller);
  await atCaller.ask("request", { callId: call.id });
  server.clock.push(PHONE_CALL_AFTER_MS);
  await beginAllDueLegs(server);
  server.clock.push(SMS_AFTER_MS - PHONE_CALL_AFTER_MS);
  await beginAllDueLegs(server);
  const legs = await server.db
    .selectFrom("call_legs")
    .select("channel")
    .where("call_id", "=", call.id)
    .orderBy("channel")
    .execute();
  return { call, legs: legs.map(({ channel }) => channel) };
}

/** Rosa answers this visitor on her device and opens the entrance. */
async function openFor(home: TestHome, visitor: TestPerson): Promise<void> {
  const call = await newCall(server, visitor, home.rosa);
  const atRosa = await server.connectAs(home.rosa);
  await atRosa.ask("call_accepted", { callId: call.id });
  const opened = await atRosa.ask("door_action", {
    buildingId: home.building.id,
    door: "1",
    action: 200,
    callId: call.id,
  });
  expect(opened).toMatchObject({ ok: true });
  await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
}

async function authoriseVisit(home: TestHome, visitor: TestPerson): Promise<void> {
  const now = server.clock.now();
  await server.db
    .insertInto("visits")
    .values({
      id: server.app.services.newId(),
      building_id: home.building.id,
      user_id: visitor.id,
      code_digest: Buffer.from(visitor.id),
      photo_file_id: null,
      day: "2026-03-01",
      requested_at: new Date(now.getTime() - 60_000),
      expires_at: new Date(now.getTime() + 6 * 3_600_000),
      authorised_at: now,
      authorised_by: home.lobby.id,
      authorise_request_id: null,
    })
    .execute();
}

/** Since when those live there who do. */
async function livedThereSince(home: TestHome, at: Date): Promise<void> {
  await server.db
    .updateTable("spaces")
    .set({ decided_at: at })
    .where("apartment_id", "=", home.apartmentId)
    .execute();
}

describe("a visitor who registered alone", () => {
  it("rings devices and pushes only, and is shown as unverified", async () => {
    const { home, visitor } = await newVisitedHome();
    const token = `device-of-${home.rosa.id}`;
    await registerDevice(server, home.rosa, token);
    const atRosa = await server.connectAs(home.rosa);

    const { call, legs } = await ringLong(visitor, home.rosa);

    expect(call.isUnverified).toBe(true);
    expect(await atRosa.hear("request")).toMatchObject({ callId: call.id, isUnverified: true });
    expect(legs).toEqual(["push"]);
    await expect
      .poll(() => firebase.pushesTo(token)[0]?.data)
      .toMatchObject({
        title: "Visitante sin verificar",
        body: `Diana Desconocida dice que está en la entrada y llama al apartamento A-101 · ${home.building.name}`,
      });
    expect(await postAsProvider(server.app, call.id)).toMatchObject({
      body: expect.stringContaining("ya no se encuentra disponible"),
    });
  });

  it("is admitted for 180 days by the home that opened its door, and by no other", async () => {
    const { home, visitor } = await newVisitedHome();
    const neighbour = await server.newPerson({
      spaces: [
        {
          role: "RESIDENTE",
          buildingId: home.building.id,
          apartmentId: home.building.apartments[1]?.id ?? "",
        },
      ],
    });
    await openFor(home, visitor);

    const again = await ringLong(visitor, home.rosa);
    expect([again.call.isUnverified, again.legs]).toEqual([false, ["push", "sms", "voice"]]);
    expect((await newCall(server, visitor, neighbour)).isUnverified).toBe(true);

    const longAgo = new Date(server.clock.now().getTime() - 180 * DAY_MS);
    await livedThereSince(home, longAgo);
    await server.db
      .updateTable("door_orders")
      .set({ issued_at: longAgo })
      .where("building_id", "=", home.building.id)
      .execute();
    server.clock.push(60_000);
    const later = await ringLong(visitor, home.rosa);
    expect([later.call.isUnverified, later.legs]).toEqual([true, ["push"]]);
  });

  it("is admitted by nobody of before, where all of them moved out", async () => {
    const { home, visitor } = await newVisitedHome();
    await authoriseVisit(home, visitor);
    await openFor(home, visitor);
    const visits = server.db.updateTable("visits").where("user_id", "=", visitor.id);
    await visits.set({ expires_at: server.clock.now() }).execute();
    server.clock.push(60_000);
    const space = { buildingId: home.building.id, apartmentId: home.apartmentId } as const;
    const nora = await server.newPerson({ spaces: [{ role: "RESIDENTE", ...space }] });
    const spaces = server.db.updateTable("spaces").where("apartment_id", "=", home.apartmentId);
    await spaces.set({ decided_at: server.clock.now() }).where("user_id", "=", nora.id).execute();
    expect((await newCall(server, visitor, nora)).isUnverified).toBe(false);
    server.clock.push(60_000);
    await spaces
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "!=", nora.id)
      .execute();
    expect((await newCall(server, visitor, nora)).isUnverified).toBe(true);
  });

  it("is not admitted by an answer alone, nor by a door that did not move", async () => {
    const { home, visitor } = await newVisitedHome();
    await openFor(home, visitor);
    await server.db
      .updateTable("door_orders")
      .set({ outcome: "failed" })
      .where("building_id", "=", home.building.id)
      .execute();
    expect((await newCall(server, visitor, home.rosa)).isUnverified).toBe(true);
  });

  it("is admitted by a visit that the lobby authorised, at the homes it rings that day", async () => {
    const { home, visitor } = await newVisitedHome();
    await authoriseVisit(home, visitor);
    const call = await newCall(server, visitor, home.rosa);
    expect(call.isUnverified).toBe(false);
    await putCall(server, home.rosa, call.id, { status: "CONTESTADA" });
    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
    const neighbour = await server.newPerson({
      spaces: [
        {
          role: "RESIDENTE",
          buildingId: home.building.id,
          apartmentId: home.building.apartments[1]?.id ?? "",
        },
      ],
    });

    // On a later day only where somebody answered then.
    await server.db
      .updateTable("visits")
      .set({ expires_at: server.clock.now() })
      .where("user_id", "=", visitor.id)
      .execute();
    server.clock.push(2 * 3_600_000);
    expect((await newCall(server, visitor, home.rosa)).isUnverified).toBe(false);
    expect((await newCall(server, visitor, neighbour)).isUnverified).toBe(true);
  });

  it("is not unverified when the administration gave the role, and the lobby never is", async () => {
    const { home, visitor } = await newVisitedHome();
    await server.db
      .updateTable("spaces")
      .set({ decided_by: home.lobby.id, decided_at: server.clock.now() })
      .where("user_id", "=", visitor.id)
      .execute();
    expect((await newCall(server, visitor, home.rosa)).isUnverified).toBe(false);
    expect((await newCall(server, home.lobby, home.rosa)).isUnverified).toBe(false);
  });
});

describe("the telephone", () => {
  it("says of a visitor only what they say, and does not open for them", async () => {
    const { home, visitor } = await newVisitedHome();
    await openFor(home, visitor);
    const { call } = await ringLong(visitor, home.rosa);

    const picked = (await postAsProvider(server.app, call.id)).body;
    expect(picked).toContain(
      `Diana Desconocida dice que está en la entrada de ${home.building.name} y llama al apartamento A-101. ` +
        "Para avisar que ya vas, marca 1.",
    );
    expect(picked).not.toContain("marca 9");

    const pressed = (await postAsProvider(server.app, call.id, { Digits: "9" })).body;
    expect(pressed).toContain("marca 1");
    const orders = server.db.selectFrom("door_orders").select("id").where("call_id", "=", call.id);
    expect(await orders.execute()).toEqual([]);
  });

  it("says that somebody is at the entrance, and opens, for the lobby", async () => {
    const { home } = await newVisitedHome();
    const { call } = await ringLong(home.lobby, home.rosa);
    expect((await postAsProvider(server.app, call.id)).body).toContain(
      `Pedro Portero llama al apartamento A-101 desde la portería de ${home.building.name}. ` +
        "Quien te busca está en la entrada. Para abrir la puerta, marca 9. Para avisar que ya vas, marca 1.",
    );
    expect((await postAsProvider(server.app, call.id, { Digits: "9" })).body).toContain(
      "La puerta está abierta",
    );
  });
});
