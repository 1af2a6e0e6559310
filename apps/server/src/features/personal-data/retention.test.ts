import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { tidyDocuments } from "../accounts/index.ts";

/* How long documents and pictures are kept, on a clock that is pushed; and who looked at them. */

const DAY_MS = 24 * 3_600_000;
const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
const building = await server.newBuilding();
const longer = await server.newBuilding();
const alberto = await server.newPerson({
  name: "Alberto Administrador",
  spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
});

async function validated(...buildingIds: string[]) {
  const person = await server.newPerson({
    spaces: buildingIds.map((buildingId) => ({ role: "CONSERJE", buildingId })),
  });
  const form = {
    cedula: person.cedula,
    photo: await picture(),
    cedulaFrontal: await picture(),
    cedulaPosterior: await picture(),
  };
  expect((await postForm(server, laura, "/api/bb/userv2", form)).status).toBe(200);
  return person;
}

const hold = (id: string, isHeld: boolean) =>
  asking(server, laura)("PUT", `/api/bb/users/${id}/legal-hold`, { isHeld, reason: "Fiscalía" });
const settle = (id: string, body: object) => asking(server, laura)("PUT", `/api/bb/buildings/${id}`, body);

async function documentsOf(id: string): Promise<number> {
  const { front, back, face } = await db
    .selectFrom("user_identities")
    .select(["front_file_id as front", "back_file_id as back", "photo_file_id as face"])
    .where("user_id", "=", id)
    .executeTakeFirstOrThrow();
  expect(face).not.toBeNull();
  return [front, back].filter((file) => file !== null).length;
}

describe("pictures of documents", () => {
  it("go 90 days after somebody was validated, or when their building says, and never under a legal hold", async () => {
    expect((await settle(longer.id, { identityRetentionDays: 120 })).status).toBe(200);
    expect((await settle(longer.id, { identityRetentionDays: 3651 })).status).toBe(400);
    const [usual, both, held] = [
      await validated(building.id),
      await validated(building.id, longer.id),
      await validated(building.id),
    ];
    await hold(held.id, true);
    const tidy = new Housekeeping(services, [tidyDocuments]);
    const left = async () => [
      await documentsOf(usual.id),
      await documentsOf(both.id),
      await documentsOf(held.id),
    ];
    clock.push(89 * DAY_MS);
    await tidy.tidy();
    expect(await left()).toEqual([2, 2, 2]);
    clock.push(DAY_MS + 1000);
    await tidy.tidy();
    expect(await left()).toEqual([0, 2, 2]);
    const { body } = await asking(server, await server.newSession(laura.id))(
      "GET",
      `/api/bb/users/${usual.id}/page`,
    );
    expect(body.person).toMatchObject({ verified: true, kept: { hasIdentity: true, hasDocument: false } });
    clock.push(30 * DAY_MS);
    await tidy.tidy();
    expect(await left()).toEqual([0, 0, 2]);
  });

  it("go with the next round where a building keeps none", async () => {
    const strict = await server.newBuilding();
    const admin = await server.newSession(laura.id);
    const settled = await asking(server, admin)("PUT", `/api/bb/buildings/${strict.id}`, {
      identityRetentionDays: 0,
    });
    expect(settled.status).toBe(200);
    const person = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: strict.id }] });
    const form = {
      cedula: person.cedula,
      photo: await picture(),
      cedulaFrontal: await picture(),
      cedulaPosterior: await picture(),
    };
    expect((await postForm(server, admin, "/api/bb/userv2", form)).status).toBe(200);
    await tidyDocuments(services);
    expect(await documentsOf(person.id)).toBe(0);
  });
});

describe("who looked at somebody", () => {
  it("is told once for some minutes, to the platform and to the building where it was", async () => {
    const admin = await server.newSession(laura.id);
    const ofBuilding = await server.newSession(alberto.id);
    const person = await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] });
    const form = {
      cedula: person.cedula,
      photo: await picture(),
      cedulaFrontal: await picture(),
      cedulaPosterior: await picture(),
    };
    expect((await postForm(server, admin, "/api/bb/userv2", form)).status).toBe(200);
    const looksSeenBy = async (who: { headers: { authorization: string } }) => {
      const { body } = await asking(server, who)("GET", `/api/bb/users/${person.id}/personal-data`);
      return body.personalData.looks.map(({ by, isTaken }: { by: { name: string }; isTaken: boolean }) => [
        by.name,
        isTaken,
      ]);
    };
    expect(await looksSeenBy(admin)).toEqual([]);
    clock.hold();
    await asking(server, ofBuilding)("GET", `/api/bb/users/${person.id}/page`);
    await asking(server, ofBuilding)("GET", `/api/bb/users/${person.id}/page`);
    clock.push(20 * 60_000);
    await asking(server, admin)("GET", `/api/bb/users/${person.id}/page`);
    clock.push(20 * 60_000);
    await asking(server, ofBuilding)("GET", `/api/bb/users/${person.id}/page`);
    clock.release();
    expect(await looksSeenBy(admin)).toEqual([
      ["Alberto Administrador", false],
      ["Laura Plataforma", false],
      ["Alberto Administrador", false],
    ]);
    expect(await looksSeenBy(ofBuilding)).toEqual([
      ["Alberto Administrador", false],
      ["Alberto Administrador", false],
    ]);
  });
});
