import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { picture } from "../../../testing/test-forms.ts";
import { drawnSignature, parcelsAs, receivedParcel } from "../../../testing/test-parcels.ts";
import { newHouse } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { handOverParcelsOf } from "./hand-over-parcels.ts";
import { parcelsOpenIn } from "./parcels-open.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;

const rowOf = (id: string) =>
  db.selectFrom("parcels").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

/** What the lobby's logbook says of them, the newest first. */
const linesOf = async (buildingId: string, who: { headers: { authorization: string } }) =>
  (await asking(server, who)("GET", `/api/buildings/${buildingId}/logbook?group=PARCELS`)).body.lines;

describe("a parcel at the desk", () => {
  it("is received with its label, seen by the desk and by its home alone, and once for the same press", async () => {
    const { building, home, next, rosa, tomas, alberto, pedro } = await newHouse(server);
    const [atRosa, atTomas] = await Promise.all([rosa, tomas].map((who) => server.connectAs(who)));
    const requestId = randomUUID();
    const desk = parcelsAs(server, pedro, building);
    const fields = { requestId, carrier: "Servientrega", place: "Estante 2", label: await picture() };
    const first = await desk.receive(home.id, fields);
    expect(first).toMatchObject({
      status: 200,
      body: {
        parcel: {
          apartment: { id: home.id, name: "A-101" },
          kind: "package",
          carrier: "Servientrega",
          place: "Estante 2",
          outcome: null,
          hasLabel: true,
        },
      },
    });
    expect((await desk.receive(home.id, fields)).body).toEqual(first.body);
    expect(await atRosa?.hear("parcels:changed")).toEqual({ buildingId: building.id, apartmentId: home.id });
    expect(atTomas?.heardSoFar("parcels:changed")).toEqual([]);
    expect(await desk.list()).toMatchObject({
      body: { parcels: [{ kind: "package" }], waiting: 1, places: ["Estante 2"] },
    });
    expect((await parcelsAs(server, alberto, building).list()).body.waiting).toBe(1);
    const ofRosa = await parcelsAs(server, rosa, building).ofHome(home.id);
    expect(ofRosa).toMatchObject({ status: 200, body: { parcels: [{ place: "Estante 2" }], waiting: 1 } });
    const { id } = ofRosa.body.parcels[0];
    const shown = await parcelsAs(server, rosa, building).homePictures(home.id, id);
    expect(shown.body).toEqual({ label: expect.stringContaining("/api/files/"), signature: null });
    // Next door sees nothing of it, at any address.
    const ofTomas = parcelsAs(server, tomas, building);
    expect((await ofTomas.ofHome(home.id)).status).toBe(403);
    expect((await ofTomas.ofHome(next.id)).body).toMatchObject({ parcels: [], waiting: 0 });
    expect((await ofTomas.homePictures(next.id, id)).status).toBe(404);
    expect((await ofTomas.list()).status).toBe(403);
    expect(await actionsOf(server, pedro.id)).toEqual(["parcels.received"]);
  });

  it("is refused for a home of another building, and nothing is written", async () => {
    const { building, pedro } = await newHouse(server);
    const elsewhere = await newHouse(server);
    expect((await parcelsAs(server, pedro, building).receive(elsewhere.home.id)).status).toBe(404);
    expect((await parcelsAs(server, pedro, building).list("?state=all")).body.parcels).toEqual([]);
  });

  it("is handed over with several more against the home's code, which is good once", async () => {
    const house = await newHouse(server);
    const { building, home, rosa, pedro } = house;
    const ids = [await receivedParcel(server, house), await receivedParcel(server, house)];
    const third = await receivedParcel(server, house);
    const desk = parcelsAs(server, pedro, building);
    const { code } = (await parcelsAs(server, rosa, building).draw(home.id)).body;
    expect(await desk.handOver(ids, { code })).toMatchObject({
      status: 200,
      body: {
        parcels: ids.map(() => ({ outcome: "handed-over", proof: "code", takenBy: "Rosa Líder" })),
      },
    });
    expect((await rowOf(ids[0] ?? "")).code_of).toBe(rosa.id);
    const [line, ...before] = await linesOf(building.id, pedro);
    expect(line).toMatchObject({
      ...{ kind: "PARCEL_HANDED_OVER", actor: "Pedro Portero", person: "Rosa Líder" },
      detail: { home: "A-101", thing: "Paquete", count: 2 },
    });
    expect(before).toHaveLength(3);
    expect((await desk.handOver([third], { code })).body).toMatchObject({ code: "PARCEL_CODE_NOT_VALID" });
    expect(await linesOf(building.id, pedro)).toHaveLength(4);
    expect((await rowOf(third)).closed_at).toBeNull();
    const kept = await db.selectFrom("parcel_codes").select("user_id").execute();
    expect(kept.filter(({ user_id }) => user_id === rosa.id)).toEqual([]);
  });

  it("needs one proof: a code of another home, an old one, none and both are refused", async () => {
    const house = await newHouse(server);
    const { building, home, next, rosa, tomas, pedro } = house;
    const id = await receivedParcel(server, house);
    const desk = parcelsAs(server, pedro, building);
    const { code: ofTomas } = (await parcelsAs(server, tomas, building).draw(next.id)).body;
    expect((await desk.handOver([id], { code: ofTomas })).body).toMatchObject({
      code: "PARCEL_CODE_NOT_VALID",
    });
    const { code } = (await parcelsAs(server, rosa, building).draw(home.id)).body;
    const both = await desk.handOver([id], { code, signature: await drawnSignature() });
    expect(both.body).toMatchObject({ code: "PARCEL_PROOF_ASKED" });
    expect((await desk.handOver([id], {})).body).toMatchObject({ code: "PARCEL_PROOF_ASKED" });
    server.clock.push(10 * 60_000);
    expect((await desk.handOver([id], { code })).body).toMatchObject({ code: "PARCEL_CODE_NOT_VALID" });
    expect((await rowOf(id)).closed_at).toBeNull();
  });

  it("takes ten wrong codes of whoever stands there, and the right one no more", async () => {
    const house = await newHouse(server);
    const { building, home, rosa, pedro } = house;
    const id = await receivedParcel(server, house);
    const { code } = (await parcelsAs(server, rosa, building).draw(home.id)).body;
    const other = code === "000000" ? "000001" : "000000";
    const actor = await server.app.services.gate.actorOfToken(pedro.token);
    if (actor === null) {
      throw new Error("Pedro is not signed in");
    }
    const tryCode = (typed: string) =>
      handOverParcelsOf(
        server.app.services,
        actor,
        building.id,
        { parcelIds: [id], takenBy: "Nadie", code: typed },
        async () => {},
      ).then(
        () => "done",
        (error: unknown) => (error instanceof Error && "code" in error ? error.code : error),
      );
    const answers: unknown[] = [];
    for (let at = 0; at < 40 && answers.at(-1) !== "TOO_OFTEN"; at += 1) {
      answers.push(await tryCode(other));
    }
    expect(answers.at(0)).toBe("PARCEL_CODE_NOT_VALID");
    expect(answers.at(-1)).toBe("TOO_OFTEN");
    expect(await tryCode(code)).toBe("TOO_OFTEN");
    expect((await rowOf(id)).closed_at).toBeNull();
  });

  it("is one desk's when two hand it over at once: the other hears so, and keeps no signature", async () => {
    const house = await newHouse(server);
    const { building, pedro, alberto } = house;
    const id = await receivedParcel(server, house);
    const signature = await drawnSignature();
    const replies = await Promise.all(
      [pedro, alberto].map((who) => parcelsAs(server, who, building).handOver([id], { signature })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({ code: "PARCEL_CLOSED" });
    const { signature_file_id } = await rowOf(id);
    const files = await db.selectFrom("files").select("id").where("kind", "=", "parcel").execute();
    expect(files.map((file) => file.id)).toContain(signature_file_id);
    const looked = await parcelsAs(server, pedro, building).pictures(id);
    expect(looked.body.signature).toContain("/api/files/");
    expect(await actionsOf(server, pedro.id)).toContain("parcels.shown");
  });

  it("is handed over once by a press that is sent again after its answer was lost, and to nobody else by it", async () => {
    const house = await newHouse(server);
    const { building, home, rosa, pedro, alberto } = house;
    const ids = [await receivedParcel(server, house), await receivedParcel(server, house)];
    const third = await receivedParcel(server, house);
    const desk = parcelsAs(server, pedro, building);
    const { code } = (await parcelsAs(server, rosa, building).draw(home.id)).body;
    const press = { requestId: randomUUID(), code };
    const first = await desk.handOver(ids, press);
    expect(first.status).toBe(200);
    expect(await desk.handOver(ids, press)).toMatchObject({ status: 200, body: first.body });
    const lines = await linesOf(building.id, pedro);
    expect(lines.filter(({ kind }: { kind: string }) => kind === "PARCEL_HANDED_OVER")).toHaveLength(1);
    // Another's press, another one of theirs, and one for more than was closed by it are none of it.
    const others = [
      await parcelsAs(server, alberto, building).handOver(ids, press),
      await desk.handOver(ids, { ...press, requestId: randomUUID() }),
      await desk.handOver([...ids, third], press),
    ];
    expect(others.map(({ body }) => body["code"])).toEqual(others.map(() => "PARCEL_CLOSED"));
    expect((await rowOf(third)).closed_at).toBeNull();
    // Both on their way at once.
    const back = { requestId: randomUUID() };
    const given = await Promise.all([desk.giveBack(third, back), desk.giveBack(third, back)]);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    expect(await desk.giveBack(third, { requestId: randomUUID() })).toMatchObject({ status: 409 });
    const returned = await linesOf(building.id, pedro);
    expect(returned.filter(({ kind }: { kind: string }) => kind === "PARCEL_RETURNED")).toHaveLength(1);
  });

  it("is handed over with those of one home alone, all or none", async () => {
    const house = await newHouse(server);
    const { building, next, pedro } = house;
    const own = await receivedParcel(server, house);
    const others = await receivedParcel(server, { ...house, home: next });
    const desk = parcelsAs(server, pedro, building);
    const mixed = await desk.handOver([own, others], { signature: await drawnSignature() });
    expect(mixed.body).toMatchObject({ code: "PARCELS_OF_ONE_HOME" });
    expect((await desk.giveBack(own)).body.parcel).toMatchObject({ outcome: "returned" });
    expect((await desk.giveBack(own)).body).toMatchObject({ code: "PARCEL_CLOSED" });
    expect((await rowOf(others)).closed_at).toBeNull();
  });

  it("goes to the right home when it was written down for another", async () => {
    const house = await newHouse(server);
    const { building, home, next, rosa, tomas, pedro } = house;
    const id = await receivedParcel(server, house);
    const desk = parcelsAs(server, pedro, building);
    expect((await desk.move(id, randomUUID())).status).toBe(404);
    expect((await desk.move(id, next.id)).body.parcel).toMatchObject({ apartment: { id: next.id } });
    expect((await parcelsAs(server, rosa, building).ofHome(home.id)).body.waiting).toBe(0);
    expect((await parcelsAs(server, tomas, building).ofHome(next.id)).body.waiting).toBe(1);
    expect(await actionsOf(server, pedro.id)).toEqual(["parcels.received", "parcels.moved"]);
  });

  it("is not seen by who left the home, nor what came before by who moved in", async () => {
    const house = await newHouse(server);
    const { building, home, rosa } = house;
    await receivedParcel(server, house);
    await db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", rosa.id)
      .execute();
    expect((await parcelsAs(server, rosa, building).ofHome(home.id)).status).toBe(404);
    const lucia = await server.newPerson({
      name: "Lucía Nueva",
      spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home.id }],
    });
    await db
      .updateTable("spaces")
      .set({ decided_at: new Date(server.clock.now().getTime() + 1000) })
      .where("user_id", "=", lucia.id)
      .execute();
    expect((await parcelsAs(server, lucia, building).ofHome(home.id)).body).toMatchObject({
      parcels: [],
      waiting: 0,
    });
  });

  it("is found by the code that the desk's one field takes, of this building alone, and handed over with it", async () => {
    const house = await newHouse(server);
    const { building, home, rosa, pedro } = house;
    const elsewhere = await newHouse(server);
    const id = await receivedParcel(server, house);
    await receivedParcel(server, { ...house, home: house.next });
    const { code } = (await parcelsAs(server, rosa, building).draw(home.id)).body;
    const desk = parcelsAs(server, pedro, building);
    /** As many more than are handed over at once. */
    const withMore = async (count: number) => {
      const one = await rowOf(id);
      const more = Array.from({ length: count }, () => ({
        ...one,
        id: randomUUID(),
        request_id: randomUUID(),
      }));
      await server.db.insertInto("parcels").values(more).execute();
      return (await desk.find(code)).body;
    };
    expect((await desk.findAny(code)).body).toEqual({ pass: null, other: "parcels" });
    expect((await desk.find(code)).body).toMatchObject({
      ...{ apartment: { id: home.id, name: "A-101" }, person: "Rosa Líder" },
      parcels: [{ id, outcome: null }],
      waiting: 1,
    });
    const { parcels, waiting } = await withMore(30);
    expect([parcels.length, waiting]).toEqual([30, 31]);
    const other = parcelsAs(server, elsewhere.pedro, elsewhere.building);
    expect((await other.findAny(code)).body).toMatchObject({ code: "PASS_NOT_VALID" });
    expect((await other.find(code)).body).toMatchObject({ code: "PARCEL_CODE_NOT_VALID" });
    expect((await parcelsAs(server, rosa, building).find(code)).status).toBe(403);
    expect((await desk.handOver([id], { code })).status).toBe(200);
    expect((await desk.find(code)).body).toMatchObject({ code: "PARCEL_CODE_NOT_VALID" });
  });

  it("is read by the platform, which keeps none", async () => {
    const house = await newHouse(server);
    const { building, home, next } = house;
    const id = await receivedParcel(server, house, { label: await picture() });
    const laura = await server.newPerson({ userType: "ADMIN" });
    const platform = parcelsAs(server, laura, building);
    const atLaura = await server.connectAs(laura);
    expect((await platform.list()).body).toMatchObject({ parcels: [{ id }], waiting: 1 });
    expect((await platform.pictures(id)).body.label).toContain("/api/files/");
    const signature = await drawnSignature();
    for (const refused of [
      await platform.receive(home.id),
      await platform.bills(),
      await platform.closeBills(randomUUID()),
      await platform.find("000000"),
      await platform.handOver([id], { signature }),
      await platform.giveBack(id),
      await platform.move(id, next.id),
    ]) {
      expect(refused).toMatchObject({ status: 403, body: { code: "NOT_ALLOWED" } });
    }
    expect((await rowOf(id)).closed_at).toBeNull();
    await receivedParcel(server, house);
    expect(await atLaura.hear("parcels:changed")).toMatchObject({ buildingId: building.id });
  });

  it("is a file for a spreadsheet", async () => {
    const house = await newHouse(server);
    const { building, pedro } = house;
    await receivedParcel(server, house, { carrier: "=1+1" });
    const reply = await server.app.http.inject({
      method: "GET",
      url: `/api/buildings/${building.id}/parcels.csv?state=all`,
      headers: pedro.headers,
    });
    expect(reply.statusCode).toBe(200);
    expect(reply.body).toContain("A-101;Paquete;'=1+1");
  });
});

describe("the lobby's logbook", () => {
  it("has a line for each thing that became of a parcel, and whoever takes the shift over reads what waits", async () => {
    const house = await newHouse(server);
    const { building, next, home, pedro } = house;
    const desk = parcelsAs(server, pedro, building);
    const ask = asking(server, pedro);
    const [box, letter, wrong] = [
      await receivedParcel(server, house, { place: "Estante 2" }),
      await receivedParcel(server, house, { kind: "envelope" }),
      await receivedParcel(server, house, { kind: "document" }),
    ];
    expect((await desk.handOver([box, letter], { signature: await drawnSignature() })).status).toBe(200);
    await desk.move(wrong, next.id);
    await desk.move(wrong, next.id);
    await desk.giveBack(wrong);
    const refused = await desk.handOver([box], { signature: await drawnSignature() });
    expect(refused.status).toBe(409);
    const roundId = randomUUID();
    await desk.bills({ requestId: roundId, bill: "gas" });
    await desk.bills({ requestId: roundId, bill: "gas" });
    const waiting = await receivedParcel(server, house, { kind: "delivery", place: "Nevera" });
    const open = await parcelsOpenIn({ db }, building.id);
    const { body } = await ask("GET", `/api/buildings/${building.id}/logbook?group=PARCELS`);
    const homes = (
      await db.selectFrom("apartments").select("id").where("building_id", "=", building.id).execute()
    ).length;
    expect(open).toEqual([
      {
        about: "parcel",
        text: expect.stringMatching(/^Por recoger: Domicilio · Apto A-101 · Nevera · desde /),
      },
      { about: "parcel", text: `Por recoger: ${homes} recibos` },
    ]);
    expect((await ask("GET", `/api/buildings/${building.id}/handover`)).body.open).toEqual(open);
    await desk.closeBills(roundId);
    await desk.closeBills(roundId);
    expect(body.lines).toMatchObject([
      { kind: "PARCEL_RECEIVED", actor: "Pedro Portero", detail: { home: home.name, thing: "Domicilio" } },
      { kind: "BILLS_RECEIVED", detail: { thing: "Recibo de gas", count: homes } },
      { kind: "PARCEL_RETURNED", detail: { home: next.name, thing: "Documento" } },
      { kind: "PARCEL_MOVED", detail: { home: next.name, thing: "Documento" } },
      {
        kind: "PARCEL_HANDED_OVER",
        actor: "Pedro Portero",
        person: "Rosa Líder",
        detail: { home: home.name, thing: "Paquete, Sobre", count: 2 },
      },
      { kind: "PARCEL_RECEIVED", detail: { home: home.name, thing: "Documento" } },
      { kind: "PARCEL_RECEIVED", detail: { home: home.name, thing: "Sobre" } },
      { kind: "PARCEL_RECEIVED", detail: { home: home.name, thing: "Paquete" } },
    ]);
    const after = await ask("GET", `/api/buildings/${building.id}/logbook?group=PARCELS`);
    expect(after.body.lines).toHaveLength(body.lines.length + 1);
    expect(after.body.lines[0]).toMatchObject({ kind: "BILLS_HANDED_OUT", detail: { count: homes } });
    expect(await parcelsOpenIn({ db }, building.id)).toHaveLength(1);
    expect((await rowOf(waiting)).closed_at).toBeNull();
  });
});

describe("bills", () => {
  it("are offered by towers in their natural order", async () => {
    const { building, pedro } = await newHouse(server);
    const names = ["Torre 10", "Torre 2", "Torre 1"];
    await db
      .insertInto("towers")
      .values(names.map((name) => ({ id: randomUUID(), building_id: building.id, name })))
      .execute();
    const { towers } = (await parcelsAs(server, pedro, building).list()).body;
    expect(towers.map(({ name }: { name: string }) => name).slice(-3)).toEqual([
      "Torre 1",
      "Torre 2",
      "Torre 10",
    ]);
  });

  it("come for every home in one act, once for the same press, and are closed one by one or together", async () => {
    const house = await newHouse(server);
    const { building, home, rosa, pedro } = house;
    const desk = parcelsAs(server, pedro, building);
    const requestId = randomUUID();
    const homes = building.apartments.length;
    expect((await desk.bills({ requestId })).body).toEqual({ count: homes });
    expect((await desk.bills({ requestId })).body).toEqual({ count: homes });
    expect((await desk.list()).body.waiting).toBe(homes);
    expect(await linesOf(building.id, pedro)).toMatchObject([
      { kind: "BILLS_RECEIVED", actor: "Pedro Portero", detail: { thing: "Recibo de agua", count: homes } },
    ]);
    const { parcels } = (await parcelsAs(server, rosa, building).ofHome(home.id)).body;
    expect(parcels).toMatchObject([{ kind: "bill", bill: "water", place: "Casillero", roundId: requestId }]);
    await desk.handOver([parcels[0].id], { signature: await drawnSignature() });
    expect((await desk.closeBills(requestId)).body).toEqual({ count: homes - 1 });
    expect((await desk.closeBills(requestId)).body).toEqual({ count: 0 });
    expect((await desk.list()).body.waiting).toBe(0);
    expect((await desk.bills({ towerId: randomUUID() })).status).toBe(404);
  });
});
