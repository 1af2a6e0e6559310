import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestBuilding } from "../../../testing/factories.ts";
import { newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { passesInLists } from "../passes/passes-in-lists.ts";
import { AccessKeeper } from "./access-keeper.ts";

const server = await startTestServer();
const { services } = server.app;
beforeAll(() => server.app.accessKeeper.stop());
afterAll(() => server.close());

/** Another process's, which hears of every list that it changed. */
const newKeeper = (list: (buildingId: string) => void) =>
  new AccessKeeper(services, passesInLists, { list, passes: async () => undefined });

async function newCard({ id: buildingId, apartments }: TestBuilding, tag: string): Promise<void> {
  const apartmentId = apartments[0]?.id ?? "";
  const { id } = await server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId, apartmentId }] });
  await server.db.updateTable("users").set({ verified: true }).where("id", "=", id).execute();
  await server.db
    .insertInto("cards")
    .values({ id: services.newId(), tag, user_id: id, type: "PERSON", created_at: server.clock.now() })
    .execute();
}

type Desk = Awaited<ReturnType<typeof newDesk>>;

/** What changes, in a building whose list was reckoned before; nothing where it is new. */
const changes: Record<string, ((desk: Desk, at: number) => Promise<unknown>) | null> = {
  "whole buildings": null,
  people: ({ building }, at) => newCard(building, `04ACCE00000${at}`),
  passes: ({ newPass }) => newPass(),
};
for (const [what, change] of Object.entries(changes)) {
  it(`whoever stops it waits for one building, and the next process goes on with the others (${what})`, async () => {
    const desks = [await newDesk(server), await newDesk(server), await newDesk(server)];
    if (change !== null) {
      await newKeeper(() => undefined).round();
      await Promise.all(desks.map(change));
    }

    const told: string[] = [];
    await new Promise<void>((resolve) => {
      const leaving = newKeeper((buildingId) => {
        told.push(buildingId);
        resolve(leaving.stop());
      });
      leaving.start();
    });
    expect(told).toHaveLength(1);

    await newKeeper((buildingId) => told.push(buildingId)).round();
    expect([...new Set(told)].sort()).toEqual(desks.map(({ building }) => building.id).sort());
  });
}
