import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { giveCard } from "../../../testing/test-admin.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { giveFreeCards } from "./card-states.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const building = await server.newBuilding();
const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });

type Somebody = Pick<TestPerson, "headers">;
const stranger: Somebody = { headers: { authorization: "" } };

async function ask(
  actor: Somebody,
  method: "GET" | "POST" | "PUT" | "DELETE",
  url: string,
  payload?: Record<string, unknown>,
) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/bb/${url}`,
    headers: actor.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function verifiedPerson(name?: string) {
  const person = await server.newPerson(name === undefined ? {} : { name });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", person.id).execute();
  return person;
}

let tags = 0;
const newTag = () => {
  tags += 1;
  return `04A2${String(tags).padStart(6, "0")}`;
};
const give = (userId: string, tag = newTag(), type = "PERSON") =>
  ask(laura, "POST", "cardsv2", { userId, tag, type });
const cardsOf = async (person: TestPerson) =>
  (await ask(laura, "GET", `cardsv2?document=${person.cedula}`)).body.cards;
const auditOf = async (subjectId: string) =>
  (
    await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", subjectId)
      .orderBy("id")
      .execute()
  ).map(({ action, detail }) => [action, detail]);

describe("cards", () => {
  it("keep in the audit what they were before and after, beside whom they belong to", async () => {
    const person = await verifiedPerson();
    const { card } = (await give(person.id, "04A2FFEE")).body;
    await ask(laura, "PUT", `cardsv2/${card.id}`, { tag: "04a2ffee", type: "CAR", active: false });
    await ask(laura, "DELETE", `cardsv2/${card.id}`);
    const kept = await server.db
      .selectFrom("audit_values")
      .innerJoin("audit_lines", "audit_lines.id", "audit_values.line_id")
      .select(["person_id", "value"])
      .where("subject_id", "=", card.id)
      .where("part", "=", "change")
      .orderBy("line_id")
      .execute();
    expect(kept.map(({ value }) => JSON.parse(value))).toEqual([
      { before: {}, after: { tag: "04A2FFEE", type: "PERSON", active: true } },
      { before: { type: "PERSON", active: true }, after: { type: "CAR", active: false } },
      { before: { tag: "04A2FFEE", type: "CAR", active: false }, after: {} },
    ]);
    expect(new Set(kept.map(({ person_id }) => person_id))).toEqual(new Set([person.id]));
  });

  it("are the administration's alone", async () => {
    const person = await verifiedPerson();
    const card = { userId: person.id, tag: newTag(), type: "CAR" };
    const requests = [
      ["GET", `cardsv2?document=${person.cedula}`, undefined],
      ["POST", "cardsv2", card],
      ["PUT", `cardsv2/${randomUUID()}`, { tag: newTag(), type: "CAR", active: true }],
      ["DELETE", `cardsv2/${randomUUID()}`, undefined],
    ] as const;
    for (const [method, url, payload] of requests) {
      expect([url, (await ask(stranger, method, url, payload)).status]).toEqual([url, 401]);
      expect([url, (await ask(doorman, method, url, payload)).status]).toEqual([url, 403]);
    }
    const elsewhere = await server.app.http.inject({
      method: "GET",
      url: `/api/other/cardsv2?document=${person.cedula}`,
      headers: laura.headers,
    });
    expect(elsewhere.statusCode).toBe(404);
  });

  it("are given, listed the newest first, changed and deleted, each written down", async () => {
    const person = await verifiedPerson();
    const first = await give(person.id, "04:a2:b1:c9:00");
    expect(first).toMatchObject({
      status: 200,
      body: {
        message: "Proceso realizado con éxito",
        card: { tag: "04A2B1C900", type: "PERSON", active: true, lastTimeUsed: null },
      },
    });
    const second = await give(person.id, newTag(), "CAR");
    const { id } = second.body.card;
    expect((await cardsOf(person)).map(({ card }: { card: { id: string } }) => card.id)).toEqual([
      id,
      first.body.card.id,
    ]);

    const changed = await ask(laura, "PUT", `cardsv2/${id}/`, {
      tag: "0xbeef01",
      type: "PERSON",
      active: false,
    });
    expect(changed.body.card).toMatchObject({ id, tag: "BEEF01", type: "PERSON", active: false });

    expect((await ask(laura, "DELETE", `cardsv2/${id}/`)).body).toEqual({ ok: true });
    expect(await cardsOf(person)).toHaveLength(1);
    expect(await auditOf(id)).toEqual([
      ["cards.created", { userId: person.id, type: "CAR" }],
      ["cards.changed", { userId: person.id, tagChanged: true, type: "PERSON", active: false }],
      ["cards.deleted", { userId: person.id }],
    ]);
  });

  it("may have a time of their own, which stays where nothing is said of it and is taken away where it is", async () => {
    const person = await verifiedPerson();
    const tag = newTag();
    const [from, until] = ["2026-01-01T05:00:00.000Z", "2126-01-01T05:00:00.000Z"];
    const given = await ask(laura, "POST", "cardsv2", {
      userId: person.id,
      tag,
      type: "PERSON",
      from,
      until,
    });
    expect(given.body.card).toMatchObject({ from, until });
    const url = `cardsv2/${given.body.card.id}`;
    const card = { tag, type: "PERSON", active: true };
    expect((await ask(laura, "PUT", url, card)).body.card).toMatchObject({ from, until });
    const fewer = await ask(laura, "PUT", url, { ...card, from: null });
    expect(fewer.body.card).toMatchObject({ from: null, until });
    // An end that is over by now is kept, and chosen by nobody.
    const over = "2026-01-02T05:00:00.000Z";
    expect(await ask(laura, "PUT", url, { ...card, until: over })).toMatchObject({
      status: 422,
      body: { code: "GRANT_IN_THE_PAST" },
    });
    const row = server.db.updateTable("cards").where("id", "=", given.body.card.id);
    await row.set({ valid_until: new Date(over) }).execute();
    expect((await ask(laura, "PUT", url, { ...card, active: false })).body.card).toMatchObject({
      until: over,
    });
    // Also against the side that is not said.
    for (const wrong of [{ from, until: from }, { from: "2126-02-01T00:00:00.000Z" }]) {
      expect((await ask(laura, "PUT", url, { ...card, ...wrong })).status).toBeGreaterThanOrEqual(400);
    }
  });

  it("are refused with the specification's words of each status", async () => {
    const person = await verifiedPerson();
    const tag = newTag();
    const { body } = await give(person.id, tag);
    const taken = {
      status: 400,
      body: {
        code: "CARD_TAKEN",
        message: "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada.",
      },
    };
    const another = await verifiedPerson();
    expect(await give(another.id, tag.toLowerCase())).toMatchObject(taken);
    const other = await give(another.id);
    expect(
      await ask(laura, "PUT", `cardsv2/${other.body.card.id}`, { tag, type: "CAR", active: true }),
    ).toMatchObject(taken);
    // Its own tag is no other's.
    expect(
      (await ask(laura, "PUT", `cardsv2/${body.card.id}`, { tag, type: "CAR", active: true })).status,
    ).toBe(200);

    expect(await give(randomUUID())).toMatchObject({
      status: 404,
      body: { code: "USER_NOT_FOUND", message: "No se encontró el usuario ingresado." },
    });
    expect(await give(laura.id)).toMatchObject({ status: 404 });
    expect(await ask(laura, "GET", "cardsv2?document=1")).toMatchObject({ status: 404 });
    expect(await ask(laura, "DELETE", `cardsv2/${randomUUID()}`)).toMatchObject({ status: 404 });

    const incomplete = {
      status: 422,
      body: { message: "Por favor ingresar toda la información solicitada." },
    };
    expect(await ask(laura, "POST", "cardsv2", { userId: person.id, tag: "", type: "CAR" })).toMatchObject(
      incomplete,
    );
    expect(await ask(laura, "POST", "cardsv2", { userId: person.id, tag: newTag() })).toMatchObject(
      incomplete,
    );
    expect(await ask(laura, "GET", "cardsv2?document=")).toMatchObject(incomplete);
    expect(await give(person.id, "tarjeta de Rosa")).toMatchObject({
      status: 422,
      body: { code: "TAG_NOT_VALID", errors: [{ property: "tag" }] },
    });
    expect(await give((await server.newPerson()).id)).toMatchObject({
      status: 422,
      body: { code: "USER_NOT_VERIFIED" },
    });
  });

  it("are taken as a file, which is written down", async () => {
    const person = await verifiedPerson("=Rosa; Líder");
    await give(person.id, "CC11CC11", "CAR");
    const file = (actor: Somebody) =>
      server.app.http.inject({ url: "/api/bb/cardsv2.csv", headers: actor.headers });
    expect((await file(stranger)).statusCode).toBe(401);
    expect((await file(doorman)).statusCode).toBe(403);
    const { body, headers } = await file(laura);
    expect(headers["content-type"]).toContain("text/csv");
    expect(body).toContain("Etiqueta;Tipo;Activa;Último uso (UTC);Persona;Documento");
    expect(body).toContain(`CC11CC11;Carro;Sí;;"'=Rosa; Líder";${person.cedula}`);
    const { id } = await server.db
      .selectFrom("cards")
      .select("id")
      .where("tag", "!=", "CC11CC11")
      .executeTakeFirstOrThrow();
    const chosen = await server.app.http.inject({
      url: `/api/bb/cardsv2.csv?ids=${id}`,
      headers: laura.headers,
    });
    expect(chosen.body.trimEnd().split("\r\n")).toHaveLength(2);
    expect(chosen.body).not.toContain("CC11CC11");
    const line = await server.db
      .selectFrom("audit_lines")
      .select("actor_id")
      .where("action", "=", "cards.exported")
      .execute();
    expect(line).toEqual([{ actor_id: laura.id }, { actor_id: laura.id }]);
  });

  it("of who is gone are given to somebody else, and of who is under a legal hold to nobody", async () => {
    const place = { role: "CONSERJE" as const, buildingId: building.id };
    const [gone, held, next] = [
      await server.newPerson({ spaces: [place] }),
      await server.newPerson({ spaces: [place] }),
      await verifiedPerson(),
    ];
    const tag = { gone: newTag(), held: newTag() };
    for (const [{ id }, one] of [
      [gone, tag.gone],
      [held, tag.held],
    ] as const) {
      await server.db.updateTable("users").set({ verified: true }).where("id", "=", id).execute();
      expect((await give(id, one)).status).toBe(200);
    }
    expect((await give(next.id, tag.gone)).body.code).toBe("CARD_TAKEN");
    // Their stays run out by themselves, and nobody of the building sees them any more.
    await server.db
      .updateTable("spaces")
      .set({ ends_at: server.clock.now() })
      .where("user_id", "in", [gone.id, held.id])
      .execute();
    await ask(laura, "PUT", `users/${held.id}/legal-hold`, { isHeld: true, reason: "Fiscalía" });
    expect((await give(next.id, tag.held)).body.code).toBe("CARD_TAKEN");
    const [{ card: before }] = await cardsOf(gone);
    expect((await give(next.id, tag.gone)).status).toBe(200);
    expect([await cardsOf(gone), (await cardsOf(next)).length]).toEqual([[], 1]);
    expect((await auditOf(before.id)).at(-1)).toEqual(["cards.deleted", { userId: gone.id }]);
    // Likewise a card that takes the number of another: nobody sees whose it was.
    await giveCard(server, gone.id, "60AE11");
    const [{ card }] = await cardsOf(next);
    const change = (tag: string) => ask(laura, "PUT", `cardsv2/${card.id}`, { tag });
    expect((await change(tag.held)).body.code).toBe("CARD_TAKEN");
    expect((await change("60AE11")).body).toMatchObject({ card: { id: card.id, tag: "60AE11" } });
    expect(await cardsOf(gone)).toEqual([]);
  });

  it("that were promised are given to who accepts, also one of who is gone, and never one of who is there", async () => {
    const place = { role: "CONSERJE" as const, buildingId: building.id };
    const [gone, neighbour, next] = [
      await server.newPerson({ spaces: [place] }),
      await server.newPerson({ spaces: [place] }),
      await server.newPerson(),
    ];
    const [fresh, left, theirs] = [newTag(), newTag(), newTag()];
    for (const [{ id }, tag] of [
      [gone, left],
      [neighbour, theirs],
    ] as const) {
      await server.db.updateTable("users").set({ verified: true }).where("id", "=", id).execute();
      expect((await give(id, tag)).status).toBe(200);
    }
    await server.db
      .updateTable("spaces")
      .set({ ends_at: server.clock.now() })
      .where("user_id", "=", gone.id)
      .execute();
    const [{ card: before }] = await cardsOf(gone);
    await server.db.transaction().execute((trx) =>
      giveFreeCards(
        server.app.services,
        trx,
        next.id,
        [fresh, left, theirs].map((tag) => ({ tag, type: "PERSON" as const })),
      ),
    );
    const given = (await cardsOf(next)).map(({ card }: { card: { tag: string } }) => card.tag);
    expect(given.toSorted()).toEqual([fresh, left].toSorted());
    expect([(await cardsOf(gone)).length, (await cardsOf(neighbour)).length]).toEqual([0, 1]);
    expect((await auditOf(before.id)).at(-1)).toEqual(["cards.deleted", { userId: gone.id }]);
  });

  it("that an invitation promises wait for its person while it can be accepted, also by hand", async () => {
    const [ana, bruno] = [await verifiedPerson(), await verifiedPerson()];
    const [promised, overdue, ended] = [newTag(), newTag(), newTag()];
    const now = server.clock.now();
    const expiresAt = new Date(now.getTime() + 60_000);
    for (const [tag, role, expires_at, ends_at] of [
      [promised, "CONSERJE", expiresAt, null],
      [overdue, "PORTERIA", now, null],
      // Nobody accepts a role after its own end.
      [ended, "SERVICIOS", expiresAt, now],
    ] as const) {
      const invitation_id = randomUUID();
      await server.db
        .insertInto("invitations")
        .values({
          ...{ id: invitation_id, building_id: building.id, role, expires_at, ends_at },
          ...{ cedula: ana.cedula, document_type: "CEDULA_CIUDADANIA", name: "Ana", email: "ana@ejemplo.co" },
          ...{ phone: "", invited_by: laura.id, created_at: now },
        })
        .execute();
      await server.db.insertInto("invitation_cards").values({ tag, invitation_id, type: "PERSON" }).execute();
    }
    expect(await give(bruno.id, promised)).toMatchObject({ status: 400, body: { code: "CARD_TAKEN" } });
    expect((await give(bruno.id, ended)).status).toBe(200);
    // It ran out: sent again, the invitation promises nothing that somebody else has by now.
    const { card } = (await give(bruno.id, overdue)).body;
    const change = await ask(laura, "PUT", `cardsv2/${card.id}`, { tag: promised });
    expect(change).toMatchObject({ status: 400, body: { code: "CARD_TAKEN" } });
    const promises = await server.db
      .selectFrom("invitation_cards")
      .select("tag")
      .where("tag", "in", [promised, overdue, ended])
      .execute();
    expect(promises).toEqual([{ tag: promised }]);
    expect((await give(ana.id, promised)).status).toBe(200);
  });

  it("are one person's each, when two are given the same at once", async () => {
    const [one, other] = [await verifiedPerson(), await verifiedPerson()];
    const tag = newTag();
    const answers = await Promise.all([give(one.id, tag), give(other.id, tag)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([...(await cardsOf(one)), ...(await cardsOf(other))]).toHaveLength(1);
  });

  it("are one person's each, when two become the same at once", async () => {
    const person = await verifiedPerson();
    const ids = [(await give(person.id)).body.card.id, (await give(person.id)).body.card.id];
    const tag = newTag();
    const answers = await Promise.all(
      ids.map((id) => ask(laura, "PUT", `cardsv2/${id}`, { tag, type: "CAR", active: true })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });
});
