import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN" });
const marta = { cedula: "52.000.111", name: "Marta Nueva", email: "marta@example.org" };

async function ask(
  headers: Record<string, string>,
  method: "GET" | "POST" | "DELETE",
  path = "",
  payload?: object,
) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/bb/administrators${path}`,
    headers,
    ...(payload && { payload }),
  });
  return { status: reply.statusCode, body: reply.json() };
}

it("is for platform administrators alone", async () => {
  const { id } = await server.newBuilding();
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: id }] });
  expect((await ask({}, "GET")).status).toBe(401);
  expect((await ask(alberto.headers, "GET")).status).toBe(403);
  expect((await ask(alberto.headers, "POST", "", marta)).status).toBe(403);
  expect((await ask(alberto.headers, "DELETE", `/${laura.id}/second-factor`)).status).toBe(403);
});

it("makes an administrator once, also when two do at once, and invites them by mail", async () => {
  const both = await Promise.all([
    ask(laura.headers, "POST", "", marta),
    ask(laura.headers, "POST", "", { ...marta, email: "otra@example.org" }),
  ]);
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = both.find(({ status }) => status === 409);
  expect(refused?.body.errors).toEqual([{ property: "cedula", message: "already exists" }]);
  const made = both.find(({ status }) => status === 200)?.body.administrator;
  expect(made).toMatchObject({
    cedula: "52000111",
    active: true,
    hasPassword: false,
    hasSecondFactor: false,
  });
  const invitations = () =>
    server.db.selectFrom("outbox").select("body").where("user_id", "=", made.id).execute();
  expect(await invitations()).toHaveLength(1);
  const { administrators } = (await ask(laura.headers, "GET")).body;
  expect(administrators.map(({ id }: { id: string }) => id)).toContain(made.id);

  const link = async () =>
    (
      await server.db
        .selectFrom("link_tokens")
        .select("token_hash")
        .where("user_id", "=", made.id)
        .executeTakeFirstOrThrow()
    ).token_hash;
  const first = await link();
  expect((await ask(laura.headers, "POST", `/${made.id}/invitation`)).status).toBe(200);
  expect((await link()).equals(first)).toBe(false);
  expect(await invitations()).toHaveLength(2);
  const lines = await server.db
    .selectFrom("audit_lines")
    .select("action")
    .where("subject_id", "=", made.id)
    .where("actor_id", "=", laura.id)
    .orderBy("id")
    .execute();
  expect(lines.map(({ action }) => action)).toEqual(["administrators.created", "administrators.invited"]);
});

it("refuses an address that somebody has, what is no address, and people who are no administrators", async () => {
  const rosa = await server.newPerson({ email: "rosa@example.org" });
  const asked = { cedula: "52000222", name: "Otra", email: "ROSA@example.org" };
  expect((await ask(laura.headers, "POST", "", asked)).body.errors).toEqual([
    { property: "email", message: "already exists" },
  ]);
  expect((await ask(laura.headers, "POST", "", { ...asked, email: "nada" })).status).toBe(400);
  expect((await ask(laura.headers, "POST", "", { name: "Sin nada" })).status).toBe(422);
  expect((await ask(laura.headers, "POST", `/${rosa.id}/invitation`)).status).toBe(404);
  expect((await ask(laura.headers, "POST", `/${randomUUID()}/invitation`)).status).toBe(404);
});

it("takes away the second factor of who lost it, with their sessions, and never one's own", async () => {
  const other = await server.newPerson({ userType: "ADMIN" });
  expect((await ask(laura.headers, "DELETE", `/${other.id}/second-factor`)).status).toBe(404);
  await server.db
    .insertInto("second_factors")
    .values({ user_id: other.id, secret: Buffer.alloc(60), confirmed_at: new Date() })
    .execute();
  expect((await ask(laura.headers, "DELETE", `/${laura.id}/second-factor`)).status).toBe(409);
  expect((await ask(other.headers, "GET")).status).toBe(200);
  const device = await server.connectAs(other);
  const ended = device.ended();
  expect((await ask(laura.headers, "DELETE", `/${other.id}/second-factor`)).status).toBe(200);
  expect(await ended).toBe("io server disconnect");
  expect((await ask(other.headers, "GET")).status).toBe(401);
});
