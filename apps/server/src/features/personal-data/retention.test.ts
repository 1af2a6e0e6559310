import { randomBytes } from "node:crypto";
import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { jpegBytes, picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givenCode, verify } from "../../../testing/test-visits.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import type { PictureKind } from "../../platform/pictures.queries.ts";
import { tidyAccess } from "../access-control/access-facts.ts";
import { tidyDocuments } from "../accounts/index.ts";
import { tidyOpeningPictures } from "../doors/opening-pictures.ts";
import { tidyVisitPictures } from "../visits/visit-pictures.ts";

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

describe("pictures of what somebody did", () => {
  it("run out, but not under a legal hold", async () => {
    const admin = await server.newSession(laura.id);
    const [free, held] = [
      await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] }),
      await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId: building.id }] }),
    ];
    await asking(server, admin)("PUT", `/api/bb/users/${held.id}/legal-hold`, {
      isHeld: true,
      reason: "Fiscalía",
    });
    const at = clock.now();
    const kept = (kind: PictureKind) =>
      withPictures(services, async (_trx, keep) => keep(kind, await jpegBytes()));
    for (const { id } of [free, held]) {
      const what = { building_id: building.id, user_id: id };
      await db
        .insertInto("open_door_events")
        .values({
          id: services.newId(),
          ...what,
          door_name: "Puerta",
          origin: "APP",
          occurred_at: at,
          picture_file_id: await kept("opening"),
        })
        .execute();
      await db
        .insertInto("access_events")
        .values({
          id: services.newId(),
          ...what,
          outcome: "granted",
          is_offline: false,
          occurred_at: at,
          picture_file_id: await kept("access"),
        })
        .execute();
      await db
        .insertInto("visits")
        .values({
          id: services.newId(),
          ...what,
          day: "2026-11-23",
          code_digest: randomBytes(32),
          requested_at: at,
          expires_at: new Date(at.getTime() + DAY_MS),
          photo_file_id: await kept("visit"),
        })
        .execute();
    }
    clock.push(400 * DAY_MS);
    await new Housekeeping(services, [tidyOpeningPictures, tidyAccess, tidyVisitPictures]).tidy();
    const picturesOf = async (userId: string) => {
      const { rows } = await sql<{ count: number }>`
        select (select count(picture_file_id) from open_door_events where user_id = ${userId})
          + (select count(picture_file_id) from access_events where user_id = ${userId})
          + (select count(photo_file_id) from visits where user_id = ${userId}) as count`.execute(db);
      return rows[0]?.count;
    };
    expect([await picturesOf(free.id), await picturesOf(held.id)]).toEqual([0, 3]);
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
    const pedro = await server.newPerson({
      name: "Pedro Portero",
      spaces: [{ role: "PORTERIA", buildingId: building.id }],
    });
    await db.updateTable("users").set({ phone: "+573001234567" }).where("id", "=", person.id).execute();
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
    // Found alone by their number, and at the lobby behind the code of their visit.
    clock.push(20 * 60_000);
    expect((await asking(server, admin)("GET", `/api/bb/users/${person.cedula}`)).status).toBe(200);
    clock.push(20 * 60_000);
    const { code } = await givenCode(server, { building, victor: person });
    expect((await verify(server, pedro, building.id, code)).status).toBe(200);
    clock.release();
    expect(await looksSeenBy(admin)).toEqual([
      ["Pedro Portero", false],
      ["Laura Plataforma", false],
      ["Alberto Administrador", false],
      ["Laura Plataforma", false],
      ["Alberto Administrador", false],
    ]);
    expect(await looksSeenBy(ofBuilding)).toEqual([
      ["Pedro Portero", false],
      ["Alberto Administrador", false],
      ["Alberto Administrador", false],
    ]);
  });
});
