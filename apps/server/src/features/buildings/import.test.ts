import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { giveCard } from "../../../testing/test-admin.ts";
import { cedula, csv, HEADERS, type ImportReply, importTools } from "../../../testing/test-import.ts";
import { acceptAs, invitedToken, messagesTo } from "../../../testing/test-invitations.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { xlsxOf, zipOf } from "../../../testing/test-sheets.ts";
import type { Trx } from "../../platform/database.ts";
import { Turns } from "../../platform/turns.ts";
import { findPresent, lockBuilding } from "./import.queries.ts";
import { rowsOf } from "./import-rows.ts";

const server = await startTestServer();
await seeMessages(server);
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN" });
const { send, countIn } = importTools(server, laura);
const outcomes = ({ body }: { body: ImportReply }) => body.rows.map(({ outcome }) => outcome);

describe("importing a building", () => {
  it("is for the administration alone", async () => {
    const building = await server.newBuilding();
    const spaces = [{ role: "CONSERJE" as const, buildingId: building.id }];
    const carla = await server.newPerson({ spaces });
    expect((await send(building.id, csv(), false, carla.headers)).status).toBe(403);
    const stranger = await server.newPerson();
    expect((await send(building.id, csv(), false, stranger.headers)).status).toBe(404);
  });

  it("says what it would do, does it, and finds nothing to do the second time", async () => {
    const building = await server.newBuilding();
    const rosa = cedula();
    const sheet = csv(
      [
        "C",
        "1",
        "C-101",
        "Rosa Importada",
        rosa,
        "CC",
        "3001234567",
        `r${rosa}@example.org`,
        "Líder",
        "0A:1B:2C",
        "",
      ],
      ["C", "1", "C-101", "Rosa Importada", rosa, "", "", "", "Líder", "0A1B2D", "Carro"],
      ["C", "1", "C-102"],
    );
    const before = await countIn(building.id);
    const tried = await send(building.id, sheet);
    expect(tried.body).toMatchObject({ isApplied: false });
    expect(outcomes(tried)).toEqual(["create", "update", "create"]);
    expect(tried.body.rows[0]).toEqual({
      row: 2,
      outcome: "create",
      words: [
        "Crea la torre C.",
        "Crea el piso 1.",
        "Crea el apartamento C-101.",
        "Invita a Rosa Importada como residente líder.",
        "La tarjeta empieza con el acceso.",
      ],
    });
    expect(await countIn(building.id)).toEqual(before);

    expect((await send(building.id, sheet, true)).body.isApplied).toBe(true);
    // Nobody has anything before they accept.
    expect(await countIn(building.id)).toEqual({ apartments: before.apartments + 2, spaces: before.spaces });
    expect(await server.db.selectFrom("users").select("id").where("cedula", "=", rosa).execute()).toEqual([]);
    expect(outcomes(await send(building.id, sheet, true))).toEqual(["same", "same", "same"]);
    expect(await acceptAs(server, `r${rosa}@example.org`)).toMatchObject({ status: 200 });
    const person = await server.db
      .selectFrom("users")
      .innerJoin("spaces", "spaces.user_id", "users.id")
      .innerJoin("apartments", "apartments.id", "spaces.apartment_id")
      .select(["users.phone", "spaces.role", "spaces.decided_by", "apartments.name", "apartments.active"])
      .where("cedula", "=", rosa)
      .executeTakeFirstOrThrow();
    expect(person).toEqual({
      phone: "+573001234567",
      role: "RESIDENTE_LIDER",
      decided_by: laura.id,
      name: "C-101",
      active: true,
    });
    const line = await server.db
      .selectFrom("audit_lines")
      .select("detail")
      .where("action", "=", "buildings.imported")
      .where("building_id", "=", building.id)
      .orderBy("id")
      .executeTakeFirstOrThrow();
    expect(line.detail).toEqual({ apartments: 2, people: 1, invitations: 1, cards: 2 });
    const cards = await server.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select("tag")
      .where("users.cedula", "=", rosa)
      .orderBy("tag")
      .execute();
    expect(cards).toEqual([{ tag: "0A1B2C" }, { tag: "0A1B2D" }]);
    expect(outcomes(await send(building.id, sheet, true))).toEqual(["same", "same", "same"]);
  });

  it("does nothing at all when one row is wrong, and says why", async () => {
    const building = await server.newBuilding();
    const known = await server.newPerson({ name: "Con Tarjeta", email: "tomado@example.org" });
    await server.db
      .insertInto("cards")
      .values({
        id: server.app.services.newId(),
        user_id: known.id,
        tag: "FFEE01",
        type: "PERSON",
        created_at: new Date(),
      })
      .execute();
    const before = await countIn(building.id);
    const { body } = await send(
      building.id,
      csv(
        ["D", "1", "D-101", "Bien Escrita", cedula()],
        ["", "1", "D-102"],
        ["D", "1", "D-103", "Sin Cédula"],
        ["D", "1", "D-104", "", cedula()],
        ["D", "1", "D-105", "Corta", "12"],
        ["D", "1", "D-106", "Tarjeta Ajena", cedula(), "", "", "", "", "FF-EE-01"],
        ["D", "1", "D-107", "Correo Ajeno", cedula(), "", "", "Tomado@example.org"],
        ["D", "1", "D-108", "Mal Todo", cedula(), "", "12", "nada", "Rey", "xyz", "barco"],
        ["D", "1", "D-109", "Laura", laura.cedula],
        ["A", "2", "A-101"],
      ),
      true,
    );
    expect(body.isApplied).toBe(false);
    expect(body.rows.map(({ words }) => words.join(" "))).toEqual([
      expect.stringContaining("Invita a Bien Escrita como residente. Falta un correo"),
      "Faltan la torre, el piso o el apartamento.",
      "Falta la cédula.",
      "Falta el nombre.",
      "El número no corresponde a ese tipo de documento.",
      "Esa tarjeta es de otra persona.",
      "Ese correo es de otra persona.",
      "El celular no es un número de teléfono válido. El correo no es válido. El rol no existe: mira los de la plantilla. La tarjeta debe ser hexadecimal. El tipo de tarjeta debe ser Persona o Carro.",
      "Esa cédula es de un administrador de la plataforma.",
      "El apartamento A-101 ya está en otro piso de la torre A.",
    ]);
    expect(await countIn(building.id)).toEqual(before);
  });

  it("leaves a known account as it is, and gives it nothing before its owner accepts", async () => {
    const building = await server.newBuilding();
    const rosa = await server.newPerson({
      name: "Rosa Propia",
      phone: "+573110000000",
      password: "la-clave-de-rosa",
    });
    const [home] = building.apartments;
    await server.db
      .insertInto("spaces")
      .values({
        id: server.app.services.newId(),
        user_id: rosa.id,
        role: "RESIDENTE",
        building_id: building.id,
        apartment_id: home?.id ?? null,
      })
      .execute();
    const spaces = () =>
      server.db
        .selectFrom("spaces")
        .select(["status", "decided_by"])
        .where("user_id", "=", rosa.id)
        .execute();
    const row = (phone: string, mail: string) => [
      "A",
      "1",
      "A-101",
      "Otro Nombre",
      rosa.cedula,
      "",
      phone,
      mail,
    ];
    const elsewhere = await send(building.id, csv(row("3009999999", `f${rosa.cedula}@example.org`)), true);
    expect(elsewhere.body.rows[0]).toMatchObject({
      outcome: "update",
      words: ["Invita a Otro Nombre como residente.", expect.stringContaining("otro correo o celular")],
    });
    expect(await messagesTo(server, "+573110000000")).toMatchObject([
      { channel: "sms", body: expect.stringContaining("no son los tuyos") },
    ]);
    expect((await acceptAs(server, `f${rosa.cedula}@example.org`)).status).toBe(409);

    // Mended with her own number: the same invitation, at another address.
    const own = await send(building.id, csv(row("3110000000", "")), true);
    expect(own.body.rows[0]?.words).toEqual(["Invita otra vez a Otro Nombre como residente."]);
    expect(await spaces()).toEqual([{ status: "PENDING", decided_by: null }]);
    expect(await acceptAs(server, "+573110000000", { password: "la-clave-de-rosa" })).toMatchObject({
      status: 200,
    });
    expect(await spaces()).toEqual([{ status: "APPROVED", decided_by: laura.id }]);
    const kept = await server.db
      .selectFrom("users")
      .select(["name", "phone"])
      .where("id", "=", rosa.id)
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ name: "Rosa Propia", phone: "+573110000000" });
    expect(outcomes(await send(building.id, csv(row("3110000000", "")), true))).toEqual(["same"]);
  });

  it("gives a card of who is gone to somebody else, as by hand, and one that a legal hold keeps to nobody", async () => {
    const building = await server.newBuilding();
    const place = { role: "CONSERJE" as const, buildingId: building.id };
    const [gone, held, here] = [
      await server.newPerson({ spaces: [place] }),
      await server.newPerson({ spaces: [place] }),
      await server.newPerson({ name: "Carla Conserje", spaces: [place] }),
    ];
    await giveCard(server, gone.id, "60AE01");
    await giveCard(server, gone.id, "60AE02");
    await giveCard(server, held.id, "60AE03");
    await server.db
      .updateTable("spaces")
      .set({ ends_at: server.clock.now() })
      .where("user_id", "in", [gone.id, held.id])
      .execute();
    await server.db
      .insertInto("legal_holds")
      .values({ user_id: held.id, placed_by: laura.id, reason: "Fiscalía", placed_at: server.clock.now() })
      .execute();
    const row = (tag: string) => ["", "", "", "Carla Conserje", here.cedula, "", "", "", "Conserje", tag];
    const refused = await send(building.id, csv(row("60AE01"), row("60AE03")), true);
    expect(refused.body.rows.map(({ words }) => words)).toEqual([
      ["Da la tarjeta."],
      ["Esa tarjeta es de otra persona."],
    ]);
    const invited = cedula();
    const ana = ["C", "1", "C-101", "Ana Invitada", invited, "", "", `a${invited}@example.org`, "", "60AE02"];
    expect((await send(building.id, csv(row("60AE01"), ana), true)).body.isApplied).toBe(true);
    expect(await acceptAs(server, `a${invited}@example.org`)).toMatchObject({ status: 200 });
    const cards = await server.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select(["cards.tag", "users.name"])
      .where("tag", "like", "60AE0%")
      .orderBy("tag")
      .execute();
    expect(cards).toEqual([
      { tag: "60AE01", name: "Carla Conserje" },
      { tag: "60AE02", name: "Ana Invitada" },
      { tag: "60AE03", name: held.name },
    ]);
    const taken = await server.db
      .selectFrom("audit_lines")
      .select("actor_id")
      .where("action", "=", "cards.deleted")
      .where(sql<string>`detail ->> 'userId'`, "=", gone.id)
      .orderBy("id")
      .execute();
    expect(taken).toHaveLength(2);
    expect(taken[0]).toEqual({ actor_id: laura.id });
  });

  it("makes nobody the leader of a home who registered that cédula first", async () => {
    const building = await server.newBuilding();
    const stranger = await server.newPerson({ password: "clave-de-otro", email: "extrano@example.org" });
    const [home] = building.apartments;
    await server.db
      .updateTable("apartments")
      .set({ active: false })
      .where("id", "=", home?.id ?? "")
      .execute();
    const sheet = csv([
      "A",
      "1",
      "A-101",
      "Rosa",
      stranger.cedula,
      "",
      "",
      "rosa@example.org",
      "Líder",
      "FACE01",
    ]);
    expect((await send(building.id, sheet, true)).body.isApplied).toBe(true);
    const theirs = () =>
      Promise.all([
        server.db.selectFrom("spaces").select("id").where("user_id", "=", stranger.id).execute(),
        server.db.selectFrom("cards").select("id").where("user_id", "=", stranger.id).execute(),
      ]);
    expect(await theirs()).toEqual([[], []]);
    expect((await acceptAs(server, "rosa@example.org")).body.code).toBe("INVITATION_CONFLICT");
    expect(await theirs()).toEqual([[], []]);
    const apartment = await server.db
      .selectFrom("apartments")
      .select("active")
      .where("id", "=", home?.id ?? "")
      .executeTakeFirst();
    expect(apartment).toEqual({ active: false });
  });

  it("refuses two rows that do not agree on a person, and names both", async () => {
    const building = await server.newBuilding();
    const before = await countIn(building.id);
    const [one, two, three, four, five, fine] = Array.from({ length: 6 }, cedula);
    const person = (home: string, name: string, number = "", more: Record<number, string> = {}) =>
      Object.assign(["A", home.slice(2, 3), home, name, number, "", "", "", "", "", "", ""], more);
    const { body } = await send(
      building.id,
      csv(
        person("A-101", "Rosa Líder", one),
        person("A-102", "Pedro Otro", one),
        person("A-101", "Ana", two, { 6: "3001112233" }),
        person("A-201", "ana", two, { 6: "3009998877" }),
        person("A-101", "Luz", three, { 8: "Residente" }),
        person("A-101", "Luz", three, { 8: "Líder" }),
        person("A-101", "Tomás", four, { 8: "Temporal", 11: "31/12/2099" }),
        person("A-101", "Tomás", four, { 8: "Temporal", 11: "30/11/2099" }),
        person("A-101", "Juan", five, { 7: "casa@example.org" }),
        person("A-101", "Juana", fine, { 7: "casa@example.org" }),
      ),
      true,
    );
    expect(body.isApplied).toBe(false);
    expect(body.rows.map(({ outcome }) => outcome)).toEqual(Array(10).fill("error"));
    expect(body.rows.map(({ words }) => words.join(" "))).toEqual(
      [
        "Las filas 2 y 3 tienen la misma cédula con dos nombres.",
        "Las filas 4 y 5 tienen la misma cédula con dos celulares.",
        "Las filas 6 y 7 dan a la misma persona dos roles en el mismo lugar.",
        "Las filas 8 y 9 dan a la misma persona dos últimos días en el mismo lugar.",
        "Las filas 10 y 11 tienen el mismo correo con dos cédulas.",
      ].flatMap((words) => [words, words]),
    );
    expect(await countIn(building.id)).toEqual(before);
    // Two homes, two cards, an accent more: one person all the same.
    const agreed = await send(
      building.id,
      csv(
        person("A-101", "Rosa Líder", one, { 5: "CE", 8: "Propietario", 9: "FACE11" }),
        person("A-102", "ROSA  LIDER", one, { 8: "Residente", 9: "FACE12" }),
        person("A-102", "", one, { 8: "Residente", 9: "FACE13" }),
      ),
      true,
    );
    expect(agreed.body.isApplied).toBe(true);
  });

  it("keeps who has no address yet without sending, until a file names one", async () => {
    const building = await server.newBuilding();
    const [elsa, card] = [cedula(), "FACE21"];
    await giveCard(server, laura.id, "FACE22");
    const row = (...more: string[]) => ["A", "1", "A-101", "Elsa Sin Correo", elsa, ...more];
    const { body } = await send(building.id, csv(row("", "", "", "", card)), true);
    expect(body.rows[0]?.words[1]).toContain("quedará sin enviar");
    expect((await send(building.id, csv(row("", "", "", "", "FACE22")))).body.rows[0]?.words).toEqual([
      "Esa tarjeta es de otra persona.",
    ]);
    const mail = `elsa${elsa}@example.org`;
    const again = await send(building.id, csv(row("", "", mail, "", card)), true);
    expect(again.body.rows[0]?.words).toEqual(["Invita otra vez a Elsa Sin Correo como residente."]);
    expect(await invitedToken(server, mail)).not.toBe("");
    expect(await acceptAs(server, mail)).toMatchObject({ status: 200 });
    const cards = await server.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select("tag")
      .where("users.cedula", "=", elsa)
      .execute();
    expect(cards).toEqual([{ tag: card }]);
    const more = await send(building.id, csv(row("", "", "", "", "FACE23")), true);
    expect(more.body.rows[0]?.words).toEqual(["Da la tarjeta."]);
  });

  it("gives a card to somebody else whose invitation ran out, as by hand, and keeps it for who is invited again", async () => {
    const building = await server.newBuilding();
    const [late, next, brief] = [cedula(), cedula(), cedula()];
    const place = { role: "CONSERJE" as const, buildingId: building.id };
    const here = await server.newPerson({ name: "Carla Conserje", spaces: [place] });
    const lateRow = (tag: string) => {
      const mail = `t${late}@example.org`;
      return ["A", "1", "A-101", "Tarde", late, "", "", mail, "", tag];
    };
    const briefRow = (tag: string) => {
      const mail = `b${brief}@example.org`;
      return ["A", "1", "A-103", "Breve", brief, "", "", mail, "", tag];
    };
    const nextRow = (tag: string) => {
      const mail = `s${next}@example.org`;
      return ["A", "1", "A-102", "Siguiente", next, "", "", mail, "", tag];
    };
    const hereRow = (tag: string) => ["", "", "", "Carla Conserje", here.cedula, "", "", "", "Conserje", tag];
    const [one, two, three, four] = ["FACE31", "FACE32", "FACE33", "FACE34"];
    const first = csv(lateRow(one), lateRow(two), lateRow(three), briefRow(four));
    expect((await send(building.id, first, true)).status).toBe(200);
    expect((await send(building.id, csv(nextRow(one)))).body.rows[0]?.words).toEqual([
      "Esa tarjeta es de otra persona.",
    ]);
    await server.db
      .updateTable("invitations")
      .set({ expires_at: server.clock.now() })
      .where("cedula", "=", late)
      .execute();
    // Nor is a role accepted after its own end.
    await server.db
      .updateTable("invitations")
      .set({ ends_at: server.clock.now() })
      .where("cedula", "=", brief)
      .execute();
    const given = await send(
      building.id,
      csv(lateRow(three), nextRow(one), hereRow(two), hereRow(four)),
      true,
    );
    expect(given.body).toMatchObject({
      isApplied: true,
      rows: [
        { words: ["Invita otra vez a Tarde como residente."] },
        { words: [expect.stringContaining("Invita a Siguiente"), "La tarjeta empieza con el acceso."] },
        { words: ["Da la tarjeta."] },
        { words: ["Da la tarjeta."] },
      ],
    });
    for (const invited of [`t${late}@example.org`, `s${next}@example.org`]) {
      expect(await acceptAs(server, invited)).toMatchObject({ status: 200 });
    }
    const cards = await server.db
      .selectFrom("cards")
      .innerJoin("users", "users.id", "cards.user_id")
      .select(["cards.tag", "users.cedula"])
      .where("tag", "in", [one, two, three, four])
      .orderBy("tag")
      .execute();
    expect(cards).toEqual([
      { tag: one, cedula: next },
      { tag: two, cedula: here.cedula },
      { tag: three, cedula: late },
      { tag: four, cedula: here.cedula },
    ]);
  });

  it("keeps the addresses of who waits where a file names none", async () => {
    const building = await server.newBuilding();
    const nora = cedula();
    const row = (name: string, ...more: string[]) => ["A", "1", "A-101", name, nora, "", ...more];
    const mail = `nora${nora}@example.org`;
    expect((await send(building.id, csv(row("Nora Peres", "", mail)), true)).body.isApplied).toBe(true);
    const again = await send(building.id, csv(row("Nora Pérez")), true);
    expect(again.body.rows[0]?.words).toEqual(["Invita otra vez a Nora Pérez como residente."]);
    expect(await acceptAs(server, mail)).toMatchObject({ status: 200 });
  });

  it("invites who has an account at its own address, by a building's administration too, and tells it no stranger's name", async () => {
    const [building, elsewhere] = [await server.newBuilding(), await server.newBuilding()];
    const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
    const raul = await server.newPerson({
      name: "Raúl Ajeno",
      phone: "+573115550101",
      password: "la-clave-de-raul",
      spaces: [{ role: "CONSERJE", buildingId: elsewhere.id }],
    });
    const row = (name: string, phone: string) => ["A", "1", "A-101", name, raul.cedula, "", phone];
    const asked = (rows: string[], apply = false) => send(building.id, csv(rows), apply, alberto.headers);
    const unnamed = await asked(row("", "3115550101"));
    expect(unnamed.body.rows).toMatchObject([{ outcome: "error", words: ["Falta el nombre."] }]);
    expect((await asked(row("Raúl Nuevo", "3115550101"), true)).body.rows).toMatchObject([
      { words: ["Invita a Raúl Nuevo como residente."] },
    ]);
    expect(await acceptAs(server, "+573115550101", { password: "la-clave-de-raul" })).toMatchObject({
      status: 200,
    });
    // Of the building by now.
    const known = await asked(["A", "1", "A-102", "", raul.cedula, "", "3115550101"]);
    expect(known.body.rows).toMatchObject([{ words: ["Invita a Raúl Ajeno como residente."] }]);
  });

  it("keeps nobody waiting who only belongs to the building, and whoever accepts until it is through", async () => {
    const building = await server.newBuilding();
    const ana = cedula();
    const row = ["A", "1", "A-101", "Ana", ana, "", "", `ana${ana}@example.org`];
    expect((await send(building.id, csv(row), true)).body.isApplied).toBe(true);
    const { db } = server;
    const now = server.clock.now();
    const beside = (act: (trx: Trx) => Promise<unknown>) =>
      db.transaction().execute(async (trx) => {
        await sql`set local lock_timeout = '1s'`.execute(trx);
        await act(trx);
      });
    await db.transaction().execute(async (importing) => {
      expect(await lockBuilding(importing, building.id, now)).toMatchObject({ name: building.name });
      const read = await rowsOf([HEADERS, row], new Turns(), () => undefined);
      await findPresent(importing, building.id, "rows" in read ? read.rows : [], now);
      await beside((trx) =>
        trx
          .insertInto("open_door_events")
          .values({
            id: server.app.services.newId(),
            building_id: building.id,
            door_name: "Principal",
            origin: "CARD",
            occurred_at: now,
          })
          .execute(),
      );
      await expect(beside((trx) => lockBuilding(trx, building.id, now))).rejects.toThrow("lock timeout");
      await expect(
        beside((trx) => trx.deleteFrom("invitations").where("cedula", "=", ana).execute()),
      ).rejects.toThrow("lock timeout");
    });
  });

  it("finds the headers below a title, and counts rows as the spreadsheet does", async () => {
    const building = await server.newBuilding();
    const rows = [
      ["Conjunto Los Cedros: residentes"],
      ["Actualizado por la administración", "Torre"],
      [],
      HEADERS,
      ["A", "1", "A-101", "Rosa Líder", cedula()],
      ["A", "1", "A-102", "Sin Cédula", "no"],
    ];
    const tried = await send(building.id, xlsxOf(rows));
    expect(tried.body.rows.map(({ row, outcome }) => ({ row, outcome }))).toEqual([
      { row: 5, outcome: "create" },
      { row: 6, outcome: "error" },
    ]);
    const title = Buffer.from("Residentes, torre A\n");
    const asCsv = await send(
      building.id,
      Buffer.concat([title, csv(["A", "1", "A-103", "Andrés", cedula()])]),
    );
    expect(asCsv.body.rows).toMatchObject([{ row: 3, outcome: "create" }]);
    const noHeaders = await send(building.id, Buffer.from("Un título\nTorre;Piso;Apartamento\nA;1;A-101"));
    expect(noHeaders.body.errors[0]?.message).toBe("Faltan columnas: nombre, cedula.");
  });

  it("answers others while a file that was made to hang it is refused", async () => {
    const building = await server.newBuilding();
    const sheet = { "xl/worksheets/sheet1.xml": `<worksheet>${"<c ".repeat(1_000_000)}` };
    const hostile = zipOf(sheet);
    expect(hostile.length).toBeLessThan(4000);
    const sent = send(building.id, hostile, true);
    const others = await Promise.all([1, 2, 3].map(() => fetch(`${server.url}/healthz`)));
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await sent).toMatchObject({ status: 422, body: { code: "SHEET_NOT_VALID" } });
  });

  it("refuses files that are none, and two at once bring everything in once", async () => {
    const building = await server.newBuilding();
    const noColumns = await send(building.id, Buffer.from("uno;dos\n1;2"));
    expect(noColumns).toMatchObject({ status: 422, body: { code: "SHEET_NOT_VALID" } });
    expect(noColumns.body.errors[0]?.message).toBe(
      "Faltan columnas: torre, piso, apartamento, nombre, cedula.",
    );
    expect((await send(building.id, csv())).body.errors[0]?.message).toBe("El archivo no tiene filas.");
    const sheet = csv(["E", "1", "E-101", "Una Vez", cedula()]);
    const both = await Promise.all([send(building.id, sheet, true), send(building.id, sheet, true)]);
    expect(both.flatMap(outcomes).sort()).toEqual(["create", "same"]);
  });

  it("brings in temporary residents until their last day, and staff without a home", async () => {
    const building = await server.newBuilding();
    const [tomas, pedro, sergio] = [cedula(), cedula(), cedula()];
    const mailOf = (number: string) => `m${number}@example.org`;
    const person = (place: string[], name: string, number: string, role: string, until = "") => [
      ...place,
      name,
      number,
      "",
      "",
      mailOf(number),
      role,
      "",
      "",
      until,
    ];
    const home = ["A", "1", "A-101"];
    const none = ["", "", ""];
    const sheet = csv(
      person(home, "Tomás Temporal", tomas, "Residente temporal", "31/12/2099"),
      person(none, "Pedro Portero", pedro, "Portería", "2099-06-30"),
      person(home, "Sergio Servicios", sergio, "Servicios"),
    );
    const { body } = await send(building.id, sheet, true);
    expect(body.rows.map(({ words }) => words.at(-1))).toEqual([
      "Invita a Tomás Temporal como residente temporal, hasta el 31 dic 2099.",
      "Invita a Pedro Portero como portería, hasta el 30 jun 2099.",
      "Invita a Sergio Servicios como servicios.",
    ]);
    expect(outcomes(await send(building.id, sheet))).toEqual(["same", "same", "same"]);
    for (const number of [tomas, pedro, sergio]) {
      expect(await acceptAs(server, mailOf(number))).toMatchObject({ status: 200 });
    }
    const spaces = await server.db
      .selectFrom("spaces")
      .innerJoin("users", "users.id", "spaces.user_id")
      .leftJoin("apartments", "apartments.id", "spaces.apartment_id")
      .select(["spaces.role", "spaces.ends_at", "apartments.name"])
      .where("users.cedula", "in", [tomas, pedro, sergio])
      .orderBy("users.cedula")
      .execute();
    // The last moment of the day in Bogotá.
    expect(spaces).toEqual([
      { role: "RESIDENTE_TEMPORAL", ends_at: new Date("2100-01-01T04:59:59.999Z"), name: "A-101" },
      { role: "PORTERIA", ends_at: new Date("2099-07-01T04:59:59.999Z"), name: null },
      { role: "SERVICIOS", ends_at: null, name: "A-101" },
    ]);
    expect(outcomes(await send(building.id, sheet))).toEqual(["same", "same", "same"]);

    const off = await server.newPerson();
    await server.db.updateTable("users").set({ active: false }).where("id", "=", off.id).execute();
    const wrong = await send(
      building.id,
      csv(
        person(home, "Sin Fin", cedula(), "Temporal"),
        person(home, "Con Fin", cedula(), "Residente", "31/12/2099"),
        person(home, "Sin Día", cedula(), "Temporal", "31/02/2099"),
        person(home, "Pasado", cedula(), "Temporal", "20/11/2020"),
        person(home, "Portera", cedula(), "Portero"),
        person(none, "Sin Casa", cedula(), "Residente"),
        person(none, "", off.cedula, "Conserje"),
      ),
    );
    expect(wrong.body.rows.map(({ words }) => words.join(" "))).toEqual([
      "Falta hasta qué día se queda.",
      "Solo los residentes temporales y el personal tienen un último día.",
      "El último día debe escribirse como 31/12/2026.",
      "El último día ya pasó.",
      "El personal del edificio no lleva torre, piso ni apartamento.",
      "Faltan la torre, el piso o el apartamento.",
      "Esa persona está desactivada.",
    ]);
    // A spreadsheet keeps a day as a number.
    const kept = await send(
      building.id,
      xlsxOf([HEADERS, person(none, "Elena", cedula(), "Servicios", "73050")]),
    );
    expect(kept.body.rows[0]?.words.at(-1)).toBe("Invita a Elena como servicios, hasta el 31 dic 2099.");
  });
});
