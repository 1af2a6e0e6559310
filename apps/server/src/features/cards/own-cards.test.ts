import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const building = await server.newBuilding();

async function ask(
  actor: Pick<TestPerson, "headers">,
  method: "GET" | "POST" | "PUT",
  url: string,
  body?: object,
) {
  const { headers } = actor;
  const reply = await server.app.http.inject({ method, url, headers, ...(body ? { payload: body } : {}) });
  return { status: reply.statusCode, body: reply.json() };
}

/** Somebody of the building with so many cards. */
async function newHolder(tags: readonly string[]) {
  const person = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" }],
  });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", person.id).execute();
  const cards: string[] = [];
  for (const tag of tags) {
    const given = await ask(laura, "POST", "/api/bb/cardsv2", { userId: person.id, tag, type: "PERSON" });
    cards.push(given.body.card.id);
  }
  return { person, cards };
}

describe("'Perdí mi tarjeta'", () => {
  it("takes a card of one's own away at once, and shows no more of its tag than its end", async () => {
    const { person, cards } = await newHolder(["04D1AA01", "04D1AA02"]);
    const [lost = ""] = cards;
    const own = await ask(person, "GET", "/api/user/cards");
    expect(
      own.body.cards.map(({ ending, state }: { ending: string; state: string }) => [ending, state]),
    ).toEqual([
      ["AA02", "active"],
      ["AA01", "active"],
    ]);
    expect(JSON.stringify(own.body)).not.toContain("04D1AA01");
    expect((await ask(person, "POST", `/api/user/cards/${lost}/lost`)).body.card).toMatchObject({
      ending: "AA01",
      state: "lost",
    });
    const seen = await ask(laura, "GET", `/api/bb/cardsv2?document=${person.cedula}`);
    expect(seen.body.cards[1].card).toMatchObject({ active: false, lostAt: expect.any(String) });
    // Said again it is the same loss, written down once.
    expect((await ask(person, "POST", `/api/user/cards/${lost}/lost`)).status).toBe(200);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id"])
      .where("subject_id", "=", lost)
      .where("action", "=", "cards.lost")
      .execute();
    expect(lines).toEqual([{ action: "cards.lost", actor_id: person.id }]);
  });

  it("stays lost when somebody's cards are made active all at once, and is found when it is made active itself", async () => {
    const { person, cards } = await newHolder(["04D2AA01"]);
    const [lost = ""] = cards;
    await ask(person, "POST", `/api/user/cards/${lost}/lost`);
    for (const act of ["deactivate", "activate"]) {
      expect((await ask(laura, "PUT", `/api/bb/usersV2/${person.id}/${act}`, {})).status).toBe(200);
    }
    const still = await ask(laura, "GET", `/api/bb/cardsv2?document=${person.cedula}`);
    expect(still.body.cards[0].card).toMatchObject({ active: false, lostAt: expect.any(String) });
    const found = await ask(laura, "PUT", `/api/bb/cardsv2/${lost}`, {
      tag: "04D2AA01",
      type: "PERSON",
      active: true,
    });
    expect(found.body.card).toMatchObject({ active: true, lostAt: null });
  });

  it("stays lost when somebody saves its dates or its type from a list that was read before", async () => {
    const { person, cards } = await newHolder(["04D4AA01"]);
    const [lost = ""] = cards;
    const url = `/api/bb/cardsv2/${lost}`;
    const [{ card: listed }] = (await ask(laura, "GET", `/api/bb/cardsv2?document=${person.cedula}`)).body
      .cards;
    expect(listed).toMatchObject({ active: true, lostAt: null });
    await ask(person, "POST", `/api/user/cards/${lost}/lost`);
    const until = "2126-01-01T05:00:00.000Z";
    expect((await ask(laura, "PUT", url, { until })).body.card).toMatchObject({
      active: false,
      lostAt: expect.any(String),
      tag: "04D4AA01",
      type: "PERSON",
      until,
    });
    expect((await ask(laura, "PUT", url, { type: "CAR" })).body.card).toMatchObject({
      active: false,
      lostAt: expect.any(String),
      type: "CAR",
      until,
    });
  });

  it("stays lost when somebody takes back that they suspended it, and is found by who sees that it is lost", async () => {
    const { person, cards } = await newHolder(["04D5AA01"]);
    const [lost = ""] = cards;
    const url = `/api/bb/cardsv2/${lost}`;
    const back = { active: true, unlessLost: true };
    expect((await ask(laura, "PUT", url, { active: false })).body.wasActive).toBe(true);
    // Who comes after has taken nothing that they could give back.
    expect((await ask(laura, "PUT", url, { active: false })).body.wasActive).toBe(false);
    expect((await ask(laura, "PUT", url, back)).body.card).toMatchObject({ active: true });
    await ask(laura, "PUT", url, { active: false });
    await ask(person, "POST", `/api/user/cards/${lost}/lost`);
    expect(await ask(laura, "PUT", url, back)).toMatchObject({ status: 409, body: { code: "CARD_LOST" } });
    // What is not about making it active is saved all the same.
    expect((await ask(laura, "PUT", url, { type: "CAR", unlessLost: true })).body.card).toMatchObject({
      active: false,
      lostAt: expect.any(String),
    });
    expect((await ask(laura, "PUT", url, { active: true })).body.card).toMatchObject({
      active: true,
      lostAt: null,
    });
  });

  it("is refused for somebody else's card, and for one that is none", async () => {
    const { person } = await newHolder([]);
    const { cards } = await newHolder(["04D3AA01"]);
    for (const id of [cards[0], randomUUID()]) {
      expect(await ask(person, "POST", `/api/user/cards/${id}/lost`)).toMatchObject({
        status: 404,
        body: { code: "CARD_NOT_FOUND" },
      });
    }
    const kept = await server.db
      .selectFrom("cards")
      .select("active")
      .where("id", "=", cards[0] ?? "")
      .execute();
    expect(kept).toEqual([{ active: true }]);
  });
});
