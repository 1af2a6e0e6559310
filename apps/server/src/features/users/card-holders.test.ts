import { randomUUID } from "node:crypto";
import { type CardHolder, RESUME_MS } from "@umbral/contract/users/card-holders.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { actionsOf, asking, changesOf } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const HOUR_MS = 3_600_000;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR_MS).toISOString();

let tags = 0;
const newTag = () => {
  tags += 1;
  return `04CA7D${tags.toString(16).toUpperCase().padStart(6, "0")}`;
};

const levelOf = async (building: TestBuilding, name: string): Promise<string> => {
  const found = db.selectFrom("access_levels").select("id").where("building_id", "=", building.id);
  return (await found.where("name", "=", name).executeTakeFirstOrThrow()).id;
};

/** A building with an entrance, its administrator, and a home with a leader. */
async function newPlace() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1", name: "Puerta principal" });
  const [home] = building.apartments;
  const apartmentId = home?.id ?? "";
  const ana = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const rosa = await server.newPerson({
    spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
  });
  const of = `/api/bb/buildings/${building.id}`;
  const ask = asking(server, ana);
  const fields = {
    name: "Martina Niña",
    apartmentId,
    from: null,
    until: null,
    levelIds: [await levelOf(building, "Residentes")],
  };
  const make = async (other: object = {}): Promise<CardHolder> => {
    const made = await ask("POST", `${of}/card-holders`, { ...fields, ...other });
    expect(made).toMatchObject({ status: 200 });
    return made.body.cardHolder;
  };
  const give = async (userId: string, tag = newTag()) => {
    const given = await ask("POST", "/api/bb/cardsv2", { userId, tag, type: "PERSON" });
    expect(given).toMatchObject({ status: 200 });
    return { id: String(given.body.card.id), tag };
  };
  const list = async (search = "") =>
    (await ask("GET", `${of}/card-holders?search=${encodeURIComponent(search)}`)).body;
  const test = async (userId: string, at = inHours(0)) =>
    (await ask("POST", `${of}/access-test`, { userId, doorId: door.id, at })).body;
  return { building, door, home, apartmentId, ana, rosa, of, ask, fields, make, give, list, test };
}

const pinOf = (userId: string) =>
  db.selectFrom("door_pins").select("id").where("user_id", "=", userId).execute();

describe("somebody who carries a card and has no account", () => {
  it("is written down, changed and taken away by the administration, with levels and cards", async () => {
    const { building, home, ana, of, ask, fields, make, give, list } = await newPlace();
    const martina = await make();
    expect(martina).toEqual({
      id: expect.any(String),
      name: "Martina Niña",
      apartment: { id: home?.id, name: home?.name },
      from: null,
      until: null,
      state: "now",
      levels: [{ id: fields.levelIds[0], name: "Residentes" }],
      cards: [],
    });
    const card = await give(martina.id);
    expect((await list()).cardHolders).toMatchObject([{ cards: [{ id: card.id, tag: card.tag }] }]);
    const aseo = await make({ name: "Ángela Aseo", apartmentId: null, from: inHours(1), levelIds: [] });
    expect(aseo).toMatchObject({ apartment: null, state: "later", levels: [] });
    // By name; found by the beginning of a word, and by the home.
    expect((await list()).cardHolders.map(({ name }: CardHolder) => name)).toEqual([
      "Ángela Aseo",
      "Martina Niña",
    ]);
    expect((await list("angela")).cardHolders).toMatchObject([{ name: "Ángela Aseo" }]);
    expect((await list(home?.name)).cardHolders).toMatchObject([{ name: "Martina Niña" }]);

    const until = inHours(2);
    const servicios = await levelOf(building, "Servicios");
    const changed = await ask("PUT", `${of}/card-holders/${aseo.id}`, {
      ...fields,
      name: "Ángela del Aseo",
      apartmentId: null,
      until,
      levelIds: [servicios],
    });
    expect(changed.body.cardHolder).toMatchObject({
      name: "Ángela del Aseo",
      until,
      levels: [{ id: servicios, name: "Servicios" }],
    });
    expect((await ask("DELETE", `${of}/card-holders/${martina.id}`)).body).toEqual({ ok: true });
    expect((await list()).cardHolders).toHaveLength(1);
    // Her card is free for somebody else.
    await give(aseo.id, card.tag);
    expect(await actionsOf(server, ana.id)).toEqual([
      "card-holders.created",
      "cards.created",
      "card-holders.created",
      "card-holders.changed",
      "card-holders.removed",
      "cards.created",
    ]);
  });

  it("keeps all that is not said of them, which somebody else may have changed meanwhile", async () => {
    const { of, ask, make } = await newPlace();
    const until = inHours(2);
    const martina = await make({ until });
    const change = (said: object) => ask("PUT", `${of}/card-holders/${martina.id}`, said);
    const renamed = await change({ name: "Martina Nueva" });
    expect(renamed.body.cardHolder).toEqual({ ...martina, name: "Martina Nueva" });
    const endless = await change({ until: null });
    expect(endless.body.cardHolder).toEqual({ ...renamed.body.cardHolder, until: null });
    await change({ until });
    expect(await change({ from: inHours(3) })).toMatchObject({ status: 422, body: { code: "INCOMPLETE" } });
  });

  it("is put in order, and narrowed to those who come in now, later or not any more", async () => {
    const { home, of, ask, make } = await newPlace();
    await make({ name: "Ana Ahora", until: inHours(5) });
    await make({ name: "Bea Después", apartmentId: null, from: inHours(3), until: inHours(4) });
    const carla = await make({ name: "Carla Corta", until: inHours(1) });
    const names = async (query: string) =>
      (await ask("GET", `${of}/card-holders?${query}`)).body.cardHolders.map(({ name }: CardHolder) => name);
    expect(await names("direction=desc")).toEqual(["Carla Corta", "Bea Después", "Ana Ahora"]);
    expect(await names("sort=until")).toEqual(["Carla Corta", "Bea Después", "Ana Ahora"]);
    expect(await names("sort=until&direction=desc")).toEqual(["Ana Ahora", "Bea Después", "Carla Corta"]);
    // Whoever is the building's own stands behind the homes, which stand by name.
    expect(await names("sort=apartment")).toEqual(["Ana Ahora", "Carla Corta", "Bea Después"]);
    expect(await names("state=now")).toEqual(["Ana Ahora", "Carla Corta"]);
    expect(await names("state=later")).toEqual(["Bea Después"]);
    expect(await names("state=over")).toEqual([]);
    // Their home is gone.
    await db
      .updateTable("card_holders")
      .set({ apartment_id: null })
      .where("user_id", "=", carla.id)
      .execute();
    expect(await names(`state=over&search=${home?.name}`)).toEqual([]);
    expect(await names("state=over")).toEqual(["Carla Corta"]);
    expect(await names("state=now")).toEqual(["Ana Ahora"]);
    expect(await ask("GET", `${of}/card-holders?state=gone`)).toMatchObject({ status: 400 });
  });

  it("is refused for homes, levels and times that are not there, and nothing is written", async () => {
    const { of, ask, fields, list, make } = await newPlace();
    const other = await newPlace();
    const foreign = await other.make();
    const refusals: [object, number, string][] = [
      [{ apartmentId: other.apartmentId }, 404, "APARTMENT_NOT_FOUND"],
      [{ levelIds: other.fields.levelIds }, 404, "ACCESS_LEVEL_NOT_FOUND"],
      [{ until: inHours(-1) }, 400, "STAY_IN_THE_PAST"],
      [{ from: inHours(2), until: inHours(1) }, 400, "BAD_REQUEST"],
      [{ name: "  " }, 422, "INCOMPLETE"],
    ];
    for (const [said, status, code] of refusals) {
      expect(await ask("POST", `${of}/card-holders`, { ...fields, ...said })).toMatchObject({
        status,
        body: { code },
      });
    }
    expect((await list()).cardHolders).toEqual([]);
    const gone = { status: 404, body: { code: "CARD_HOLDER_NOT_FOUND" } };
    expect(await ask("PUT", `${of}/card-holders/${foreign.id}`, fields)).toMatchObject(gone);
    expect(await ask("DELETE", `${of}/card-holders/${foreign.id}`)).toMatchObject(gone);
    expect(
      await ask("POST", "/api/bb/cardsv2", { userId: foreign.id, tag: newTag(), type: "PERSON" }),
    ).toMatchObject({ status: 404 });
    expect((await other.list()).cardHolders).toMatchObject([{ name: "Martina Niña" }]);
    // Changed while somebody else takes them away: the later finds nobody.
    const martina = await make();
    const both = await Promise.all([
      ask("DELETE", `${of}/card-holders/${martina.id}`),
      ask("DELETE", `${of}/card-holders/${martina.id}`),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("never signs in, is nothing else in a building, and is in no list of accounts", async () => {
    const { building, apartmentId, ask, make } = await newPlace();
    const martina = await make({ name: "Única Martina" });
    for (const cedula of ["", "null", martina.id, martina.name]) {
      const reply = await asking(server, null)("POST", "/api/user/auth/login", {
        cedula,
        password: "una frase que nadie adivina",
        userType: "USER",
      });
      expect(reply.status).toBeGreaterThanOrEqual(400);
    }
    const now = clock.now();
    await expect(
      db
        .insertInto("sessions")
        .values({ id: randomUUID(), user_id: martina.id, created_at: now, expires_at: now })
        .execute(),
    ).rejects.toThrow("neither session nor space");
    await expect(
      db
        .insertInto("spaces")
        .values({
          id: randomUUID(),
          user_id: martina.id,
          role: "RESIDENTE",
          building_id: building.id,
          apartment_id: apartmentId,
          status: "APPROVED",
        })
        .execute(),
    ).rejects.toThrow("neither session nor space");
    for (const change of [{ password_hash: "x" }, { cedula: "123" }, { phone: "+573001234567" }]) {
      const changing = db.updateTable("users").set(change).where("id", "=", martina.id).execute();
      await expect(changing).rejects.toThrow("users_holders_have_no_account");
    }
    expect((await ask("GET", "/api/bb/usersV2/ResidentUserDetails?search=Única")).body.users).toEqual([]);
    expect((await ask("GET", `/api/apartments/${apartmentId}/members`)).body.members).toHaveLength(1);
    const laura = asking(server, await server.newPerson({ userType: "ADMIN" }));
    for (const [method, path, body] of [
      ["PUT", `/api/bb/usersV2/${martina.id}/deactivate`, { shouldDeactivateCards: true }],
      ["PUT", `/api/bb/userV2/${martina.id}/`, { alias: "x", phone: "+573001234567" }],
    ] as const) {
      expect(await laura(method, path, body)).toMatchObject({ status: 404 });
    }
  });

  it("comes in by level and time, which 'Probar acceso' and the access list say", async () => {
    const { building, door, make, give, test, of, ask, fields } = await newPlace();
    const controller = await newController(server, building.id);
    const { list } = controller;
    const [from, until] = [inHours(1), inHours(3)];
    const martina = await make({ from, until });
    const card = await give(martina.id);
    await list.until(() => list.entries.has(`card:${card.tag}`), "the card");
    expect(list.entry(`card:${card.tag}`)).toMatchObject({ holderId: martina.id, state: "active" });
    const holder = list.entry(`holder:${martina.id}`) as { areas: { areaId: string }[] };
    // The way home: the common doors, and those of the way to where she lives.
    expect(holder.areas).toMatchObject([
      { from, until },
      { from, until },
    ]);
    expect(list.entry(`area:${holder.areas[0]?.areaId}`)).toMatchObject({ doorIds: [door.id] });
    expect(await test(martina.id, inHours(2))).toMatchObject({
      outcome: "granted",
      sentence: expect.stringContaining("Martina"),
    });
    expect(await test(martina.id, inHours(0))).not.toMatchObject({ outcome: "granted" });
    expect(
      (await ask("GET", `/api/bb/users/${martina.id}/access-levels?buildingId=${building.id}`)).body,
    ).toMatchObject({
      levels: expect.arrayContaining([expect.objectContaining({ name: "Residentes", roles: [] })]),
    });

    // What changes of her is told by itself.
    await ask("PUT", `${of}/card-holders/${martina.id}`, { ...fields, levelIds: [] });
    await list.until(
      () => (list.entry(`holder:${martina.id}`) as { areas: unknown[] }).areas.length === 0,
      "her without a level",
    );
    await ask("DELETE", `${of}/card-holders/${martina.id}`);
    await list.until(() => !list.entries.has(`card:${card.tag}`), "the list without her");
    expect(list.entries.has(`holder:${martina.id}`)).toBe(false);
  });

  it("is named in what happened at readers, also after she is gone", async () => {
    const { building, door, make, give, of, ask, list } = await newPlace();
    const controller = await newController(server, building.id);
    const martina = await make();
    const card = await give(martina.id);
    await controller.list.until(() => controller.list.entries.has(`card:${card.tag}`), "the card");
    const at = clock.now().toISOString();
    const decided = { kind: "access-decided", accessId: randomUUID(), doorId: door.id, outcome: "granted" };
    const whose = { cardId: card.id, holderId: martina.id, tag: null, isOffline: false };
    await controller.socket.ask("facts", { facts: [{ seq: 1, at, ...decided, ...whose }] });
    const read = `/api/bb/events/access?buildingId=${building.id}&person=Martina`;
    expect((await ask("GET", read)).body.accessEvents).toMatchObject([
      { userName: "Martina Niña", outcome: "granted" },
    ]);
    expect((await list()).cardHolders).toMatchObject([{ cards: [{ lastTimeUsed: at }] }]);
    await ask("DELETE", `${of}/card-holders/${martina.id}`);
    expect((await ask("GET", read)).body.accessEvents).toMatchObject([{ userName: "Martina Niña" }]);
  });

  it("keeps a PIN as long as she is there, and no longer", async () => {
    const { building, make, of, ask } = await newPlace();
    const martina = await make();
    const pin = { id: randomUUID(), building_id: building.id, user_id: martina.id };
    const digest = Buffer.from(randomUUID().replaceAll("-", ""));
    await db
      .insertInto("door_pins")
      .values({ ...pin, digest, digits: 6, made_at: clock.now() })
      .execute();
    await server.app.accessKeeper.round();
    expect(await pinOf(martina.id)).toHaveLength(1);
    await ask("DELETE", `${of}/card-holders/${martina.id}`);
    expect(await pinOf(martina.id)).toEqual([]);
  });

  it("ends with her home, which is written down, and her card is free", async () => {
    const { building, apartmentId, home, ana, make, give, list, test, ask } = await newPlace();
    const martina = await make();
    const aseo = await make({ name: "Ángela Aseo", apartmentId: null });
    const card = await give(martina.id);
    expect((await ask("DELETE", `/api/bb/buildings/${building.id}/apartments/${apartmentId}/`)).status).toBe(
      200,
    );
    expect((await list()).cardHolders).toMatchObject([{ name: "Ángela Aseo" }]);
    expect(await test(martina.id)).not.toMatchObject({ outcome: "granted" });
    const grants = db
      .selectFrom("access_grants")
      .select("user_id")
      .where("user_id", "in", [martina.id, aseo.id]);
    expect(await grants.execute()).toEqual([{ user_id: aseo.id }]);
    expect((await actionsOf(server, ana.id)).slice(-2)).toEqual([
      "card-holders.removed",
      "buildings.apartment-replaced",
    ]);
    expect(await changesOf(server, ana.id)).toContainEqual({
      before: { name: "Martina Niña", apartment: home?.name, tag: card.tag },
      after: {},
    });
    await give(aseo.id, card.tag);
  });

  it("is over when her home goes in whatever other way", async () => {
    const { building, apartmentId, make, give, list, test } = await newPlace();
    const martina = await make({ levelIds: [await levelOf(building, "Personal")] });
    await give(martina.id);
    expect(await test(martina.id)).toMatchObject({ outcome: "granted" });
    await db.deleteFrom("spaces").where("apartment_id", "=", apartmentId).execute();
    await db.deleteFrom("apartments").where("id", "=", apartmentId).execute();
    expect((await list()).cardHolders).toMatchObject([{ state: "over", apartment: null }]);
    expect((await test(martina.id)).outcome).not.toBe("granted");
  });

  it("has her card suspended by who administers the building once they showed a second factor, which no leader is asked for", async () => {
    const { ana, rosa, apartmentId, make, give } = await newPlace();
    const martina = await make();
    const card = await give(martina.id);
    const of = `/api/apartments/${apartmentId}/card-holders`;
    const change = async (who: { id: string }, hasSecondFactor: boolean, to: "suspend" | "resume") => {
      const ask = asking(server, await server.newSession(who.id, { hasSecondFactor }));
      return ask("POST", `${of}/${martina.id}/cards/${card.id}/${to}`, {});
    };
    const isAsked = { status: 403, body: { code: "SECOND_FACTOR_ASKED" } };
    const isOff = { status: 200, body: { card: { state: "off" } } };
    const isActive = { status: 200, body: { card: { state: "active" } } };
    const unproven = asking(server, await server.newSession(ana.id, { hasSecondFactor: false }));
    expect((await unproven("GET", of)).body.cardHolders).toMatchObject([{ cards: [{ state: "active" }] }]);
    expect(await change(ana, false, "suspend")).toMatchObject(isAsked);
    expect(await change(rosa, false, "suspend")).toMatchObject(isOff);
    expect(await change(rosa, false, "resume")).toMatchObject(isActive);
    expect(await change(ana, true, "suspend")).toMatchObject(isOff);
    expect(await change(ana, false, "resume")).toMatchObject(isAsked);
    expect(await change(ana, true, "resume")).toMatchObject(isActive);
  });

  it("is seen by the leader of her home, who may suspend her card and nothing else", async () => {
    const { apartmentId, rosa, make, give, ask, building } = await newPlace();
    const martina = await make();
    const card = await give(martina.id);
    const leader = asking(server, rosa);
    const of = `/api/apartments/${apartmentId}/card-holders`;
    expect((await leader("GET", of)).body).toMatchObject({
      cardHolders: [
        {
          id: martina.id,
          name: "Martina Niña",
          from: null,
          until: null,
          state: "now",
          cards: [
            { id: card.id, ending: card.tag.slice(-4), type: "PERSON", state: "active", lastTimeUsed: null },
          ],
        },
      ],
    });
    const suspend = `${of}/${martina.id}/cards/${card.id}/suspend`;
    expect((await leader("POST", suspend, {})).body).toMatchObject({ card: { state: "off" } });
    expect((await leader("POST", suspend, {})).body).toMatchObject({ card: { state: "off" } });
    // Taken back at once, by whoever did it, and only while nothing else came to it.
    const resume = `${of}/${martina.id}/cards/${card.id}/resume`;
    const isTooLate = { status: 409, body: { code: "UNDO_TOO_LATE" } };
    expect((await leader("POST", resume, {})).body).toMatchObject({ card: { id: card.id, state: "active" } });
    expect(await leader("POST", resume, {})).toMatchObject(isTooLate);
    expect((await leader("POST", suspend, {})).body).toMatchObject({ card: { state: "off" } });
    const other = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }],
    });
    expect(await asking(server, other)("POST", resume, {})).toMatchObject(isTooLate);
    clock.push(RESUME_MS + 1);
    expect(await leader("POST", resume, {})).toMatchObject(isTooLate);
    expect((await leader("GET", of)).body.cardHolders).toMatchObject([{ cards: [{ state: "off" }] }]);
    expect(await actionsOf(server, rosa.id)).toEqual([
      "card-holders.card-suspended",
      "card-holders.card-resumed",
      "card-holders.card-suspended",
    ]);
    // What the administration said meanwhile holds.
    const said = { tag: card.tag, type: "PERSON" };
    expect((await ask("PUT", `/api/bb/cardsv2/${card.id}/`, { ...said, active: true })).status).toBe(200);
    await leader("POST", suspend, {});
    for (const active of [true, false]) {
      await ask("PUT", `/api/bb/cardsv2/${card.id}/`, { ...said, active });
    }
    expect(await leader("POST", resume, {})).toMatchObject(isTooLate);
    expect((await leader("DELETE", `/api/bb/cardsv2/${card.id}/`)).status).toBe(403);
    expect((await leader("GET", `/api/bb/buildings/${building.id}/card-holders`)).status).toBe(403);
    // Of another home, and of the building: not theirs.
    const [, next] = building.apartments;
    const cleaner = await make({ name: "Ángela Aseo", apartmentId: null });
    const key = await give(cleaner.id);
    expect(await leader("POST", `${of}/${cleaner.id}/cards/${key.id}/suspend`, {})).toMatchObject({
      status: 404,
      body: { code: "CARD_NOT_FOUND" },
    });
    const elsewhere = `/api/apartments/${next?.id}/card-holders`;
    expect((await leader("GET", elsewhere)).status).toBe(403);
    expect((await ask("GET", elsewhere)).body).toEqual({ cardHolders: [] });
  });
});
