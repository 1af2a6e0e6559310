import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { askPasses, madePass, newHouse } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { tidyPassPictures } from "./pass-pictures.ts";
import { insertMovement } from "./pass-rows.queries.ts";
import { tidyPasses } from "./pass-tidying.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
clock.hold();

const DAY_MS = 24 * 3_600_000;
const housekeeping = new Housekeeping(services, [tidyPasses, tidyPassPictures]);

const rowOf = (id: string) =>
  db.selectFrom("passes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

it("lets code and page go a week after a pass was over, or was taken back", async () => {
  const { building, rosa, home } = await newHouse(server);
  const until = new Date(clock.now().getTime() + 20 * DAY_MS).toISOString();
  const make = (change: object = {}) => madePass(server, building, rosa, { apartmentId: home.id, ...change });
  const [over, taken, living] = [await make(), await make({ until }), await make({ until })];
  await askPasses(server, building, rosa, "DELETE", `/${taken.pass.id}`);
  const left = async () => {
    await housekeeping.tidy();
    const rows = await Promise.all([over, taken, living].map(({ pass }) => rowOf(pass.id)));
    return rows.map(({ code_digest, secret_digest, sealed }) => {
      const kept = [code_digest, secret_digest, sealed].map((secret) => secret !== null);
      return kept.every((is) => is === kept[0]) ? kept[0] : kept;
    });
  };
  clock.push(7 * DAY_MS);
  expect(await left()).toEqual([true, true, true]);
  clock.push(DAY_MS);
  expect(await left()).toEqual([false, false, true]);
  // Whose code is gone is neither shared nor extended: there is nothing to show any more.
  const path = `/${over.pass.id}`;
  for (const [method, where, body] of [
    ["GET", `${path}/sharing`, undefined],
    ["PUT", path, { guest: { name: "Otro" }, from: over.pass.from, until, hours: null, entries: 1 }],
  ] as const) {
    expect((await askPasses(server, building, rosa, method, where, body)).body.code).toBe("PASS_IS_OVER");
  }
});

it("forgets who a pass was for as the building forgets its events, but for a legal hold", async () => {
  const { building, rosa, andres, home } = await newHouse(server);
  await db
    .updateTable("buildings")
    .set({ intrusion_retention_days: 10 })
    .where("id", "=", building.id)
    .execute();
  const laura = await server.newPerson({ userType: "ADMIN" });
  const held = await asking(server, laura)("PUT", `/api/bb/users/${andres.id}/legal-hold`, {
    isHeld: true,
    reason: "Fiscalía",
  });
  expect(held.status).toBe(200);
  const guest = { name: "Carlos", cedula: "52", phone: "3001234567", email: "c@example.org", plate: "A" };
  const make = (who: typeof rosa) =>
    madePass(server, building, who, { apartmentId: home.id, guest, names: ["Luis"], entries: 2 });
  const [own, later, ofHeld] = [await make(rosa), await make(rosa), await make(andres)];
  // Somebody went out days after their time was over.
  await db
    .updateTable("passes")
    .set({ entered: 1, went_out: 1, last_movement_at: new Date(clock.now().getTime() + 5 * DAY_MS) })
    .where("id", "=", later.pass.id)
    .execute();
  const inAudit = async () => {
    const rows = await db
      .selectFrom("audit_values")
      .innerJoin("audit_lines", "audit_lines.id", "audit_values.line_id")
      .select("audit_lines.subject_id as of")
      .where("subject_id", "in", [own.pass.id, later.pass.id, ofHeld.pass.id])
      .where("value", "like", "%3001234567%")
      .execute();
    return new Set(rows.map(({ of }) => of));
  };
  const names = async () => {
    await housekeeping.tidy();
    return Promise.all([own, later, ofHeld].map(async ({ pass }) => (await rowOf(pass.id)).guest_name));
  };
  clock.push(10 * DAY_MS);
  expect(await names()).toEqual(["Carlos", "Carlos", "Carlos"]);
  clock.push(DAY_MS);
  expect(await inAudit()).toEqual(new Set([own.pass.id, later.pass.id, ofHeld.pass.id]));
  expect(await names()).toEqual([null, "Carlos", "Carlos"]);
  expect(await inAudit()).toEqual(new Set([later.pass.id, ofHeld.pass.id]));
  clock.push(5 * DAY_MS);
  expect(await names()).toEqual([null, null, "Carlos"]);
  expect(await rowOf(own.pass.id)).toMatchObject({
    guest_cedula: null,
    guest_phone: null,
    guest_email: null,
    guest_plate: null,
    guest_company: null,
    made_by: rosa.id,
  });
  const lists = await db.selectFrom("pass_names").select("pass_id as of").execute();
  expect(lists).toEqual([{ of: ofHeld.pass.id }]);
  const list = await askPasses(server, building, rosa, "GET", `?apartmentId=${home.id}&which=past`);
  expect(list.body.passes).toMatchObject([{ id: ofHeld.pass.id }]);
  expect((await askPasses(server, building, rosa, "DELETE", `/${own.pass.id}`)).body.code).toBe(
    "PASS_NOT_FOUND",
  );
});

it("lets pictures of guests go when those of visits go", async () => {
  const { building, rosa, home } = await newHouse(server);
  const { pass } = await madePass(server, building, rosa, { apartmentId: home.id });
  const id = services.newId();
  await withPictures(services, async (trx, keep) => {
    const pictureFileId = await keep("pass", await jpegBytes());
    await insertMovement(trx, {
      id,
      passId: pass.id,
      kind: "in",
      people: 1,
      at: clock.now(),
      byUser: null,
      nameId: null,
      doorId: null,
      pictureFileId,
      documentFileId: null,
    });
  });
  const kept = async () => {
    await housekeeping.tidy();
    const { picture_file_id } = await db
      .selectFrom("pass_movements")
      .select("picture_file_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    return picture_file_id !== null;
  };
  clock.push(30 * DAY_MS);
  expect(await kept()).toBe(true);
  clock.push(DAY_MS);
  expect(await kept()).toBe(false);
});
