import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds } from "../../../testing/broken-parts.ts";
import type { TestBuilding, TestPerson } from "../../../testing/factories.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { tidyAccess } from "./access-facts.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const HOUR_MS = 3_600_000;
const jpeg = await jpegBytes();
const ago = (ms: number) => new Date(services.clock.now().getTime() - ms).toISOString();

let tags = 0;

/** A building with a controller, a door, and somebody of its access list with a card. */
async function newScene() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  const { homeId, ...sergio } = await newResident(building);
  let seq = 0;
  const tell = (...facts: object[]) =>
    controller.socket.ask("facts", {
      facts: facts.map((fact) => {
        seq += 1;
        return { seq, ...fact };
      }),
    });
  const decided = (more: object = {}) => ({
    at: ago(0),
    kind: "access-decided",
    accessId: randomUUID(),
    doorId: door.id,
    outcome: "granted",
    cardId: sergio.cardId,
    holderId: sergio.person.id,
    tag: null,
    isOffline: false,
    ...more,
  });
  return { building, door, tell, decided, homeId, ...sergio };
}

async function newResident(building: TestBuilding) {
  const home = building.apartments[0]?.id;
  if (home === undefined) {
    throw new Error("a building without homes");
  }
  const person = await server.newPerson({
    spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId: home }],
  });
  return { person, homeId: home, cardId: await newCard(person) };
}

/** A card in the list that the building's controller has. */
async function newCard({ id: holderId }: Pick<TestPerson, "id">): Promise<string> {
  const id = services.newId();
  tags += 1;
  const tag = `04ACCE55${tags.toString(16).toUpperCase().padStart(4, "0")}`;
  await server.db
    .insertInto("cards")
    .values({ id, user_id: holderId, tag, type: "PERSON", created_at: services.clock.now() })
    .execute();
  await server.app.accessKeeper.round();
  return id;
}

const rowsOf = ({ id }: TestBuilding) =>
  server.db
    .selectFrom("access_events")
    .selectAll()
    .where("building_id", "=", id)
    // Those of one transaction were made at one moment: as they lie in the table.
    .orderBy(sql`ctid`)
    .execute();
const lastUseOf = async (cardId: string) =>
  (
    await server.db
      .selectFrom("cards")
      .select("last_time_used as at")
      .where("id", "=", cardId)
      .executeTakeFirstOrThrow()
  ).at?.toISOString();

describe("what a controller decided at a reader", () => {
  it("is written down once, however often it is told, and is the card's last use", async () => {
    const { building, door, tell, decided, person, cardId } = await newScene();
    const [late, recent] = [decided({ at: ago(2 * HOUR_MS), isOffline: true }), decided()];
    expect(await tell(recent, late)).toEqual({ ok: true, acknowledged: 2 });
    // A controller whose disk was restored may number the same things anew.
    expect(await tell(recent, { ...late, outcome: "suspended" })).toEqual({ ok: true, acknowledged: 4 });
    const of = { door_id: door.id, door_name: `Puerta ${door.localId}`, card_id: cardId, user_id: person.id };
    expect(await rowsOf(building)).toMatchObject([
      { id: recent.accessId, outcome: "granted", is_offline: false, ...of },
      { id: late.accessId, outcome: "granted", is_offline: true, occurred_at: new Date(late.at), ...of },
    ]);
    expect(await lastUseOf(cardId)).toBe(recent.at);
  });

  it("tells nothing that may have been typed as a PIN at a reader that types its cards", async () => {
    const { building, door, tell, decided } = await newScene();
    const reader = JSON.stringify({ kind: "keyboard-wedge", device: "/dev/input/event3" });
    await server.db.updateTable("doors").set({ reader }).where("id", "=", door.id).execute();
    const nobody = { outcome: "unknown", cardId: null, holderId: null };
    await tell(decided({ ...nobody, tag: "482913" }), decided({ ...nobody, tag: "04FFEE77" }));
    expect((await rowsOf(building)).map(({ tag }) => tag)).toEqual([null, "04FFEE77"]);
  });

  it("is no use of a card that did not open, and tells the tag that nobody knows", async () => {
    const { building, tell, decided, cardId } = await newScene();
    const nobody = { cardId: null, holderId: null };
    // The last of them by a board that was alone, and told afterwards.
    const late = decided({ outcome: "controller-away", at: ago(2 * HOUR_MS), isOffline: true });
    await tell(
      decided({ outcome: "not-now" }),
      decided({ outcome: "unknown", tag: "04FFEEDD", ...nobody }),
      late,
    );
    expect(await rowsOf(building)).toMatchObject([
      { outcome: "not-now", card_id: cardId, tag: null },
      { outcome: "unknown", card_id: null, user_id: null, tag: "04FFEEDD" },
      { outcome: "controller-away", card_id: cardId, occurred_at: new Date(late.at) },
    ]);
    expect(await lastUseOf(cardId)).toBeUndefined();
  });

  it("names whom the door opened for, with their home", async () => {
    const { building, door, tell, decided, person, homeId } = await newScene();
    const granted = decided();
    const opened = { at: ago(0), kind: "door-opened", doorId: door.id, origin: "CARD", orderId: null };
    const refused = decided({ outcome: "expired" });
    await tell(granted, { ...opened, openingId: granted.accessId }, refused, {
      ...opened,
      openingId: refused.accessId,
    });
    const openings = await server.db
      .selectFrom("open_door_events")
      .select(["id", "origin", "user_id", "apartment_id"])
      .where("building_id", "=", building.id)
      .execute();
    const find = (id: string) => openings.find((opening) => opening.id === id);
    expect(find(granted.accessId)).toMatchObject({
      origin: "CARD",
      user_id: person.id,
      apartment_id: homeId,
    });
    expect(find(refused.accessId)).toMatchObject({ origin: "CARD", user_id: null });
  });

  it("stays within its own building, whatever its controller names", async () => {
    const { building, tell, decided } = await newScene();
    const other = await newScene();
    const [theirs, before] = [other.decided(), await storedIds(services.files)];
    await other.tell(theirs);
    const named = { doorId: other.door.id, cardId: other.cardId, holderId: other.person.id };
    const foreign = decided(named);
    expect(
      await tell(
        foreign,
        { at: ago(0), kind: "access-picture", accessId: theirs.accessId, cameraId: randomUUID(), jpeg },
        {
          at: ago(0),
          kind: "door-opened",
          openingId: theirs.accessId,
          doorId: other.door.id,
          origin: "CARD",
          orderId: null,
        },
      ),
    ).toEqual({ ok: true, acknowledged: 3 });
    // What is another controller's it cannot have decided: written into the audit, and not believed.
    expect(await rowsOf(building)).toEqual([]);
    expect(await rowsOf(other.building)).toMatchObject([{ id: theirs.accessId, picture_file_id: null }]);
    expect(await lastUseOf(other.cardId)).toBe(theirs.at);
    expect(await storedIds(services.files)).toEqual(before);
  });

  it("keeps one picture, and goes with it after as long as its building keeps what it notices", async () => {
    const { building, tell, decided } = await newScene();
    await server.db
      .updateTable("buildings")
      .set({ intrusion_retention_days: 2 })
      .where("id", "=", building.id)
      .execute();
    const [old, recent] = [decided({ at: ago(49 * HOUR_MS) }), decided({ at: ago(47 * HOUR_MS) })];
    const picture = { at: ago(0), kind: "access-picture", cameraId: randomUUID(), jpeg };
    await tell(
      ...[old, recent].flatMap((fact) => [
        fact,
        { ...picture, accessId: fact.accessId },
        { ...picture, accessId: fact.accessId },
      ]),
    );
    const files = (await rowsOf(building)).map(({ picture_file_id }) => picture_file_id ?? "");
    expect((await storedIds(services.files)).filter((id) => files.includes(id))).toHaveLength(2);
    await tidyAccess(services);
    expect(await rowsOf(building)).toMatchObject([{ id: recent.accessId, picture_file_id: files[1] }]);
    expect((await storedIds(services.files)).filter((id) => files.includes(id))).toEqual([files[1]]);
  });
});
