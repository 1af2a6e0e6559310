import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { switchOff } from "./administrator-states.ts";
import { SessionWatch } from "./session-watch.ts";

const server = await startTestServer();
afterAll(() => server.close());
const laura = await server.newPerson({ userType: "ADMIN", password: "la de Laura, que es larga" });
const marta = { cedula: "52.000.111", name: "Marta Nueva", email: "marta@example.org" };

async function ask(
  headers: Record<string, string>,
  method: "GET" | "POST" | "PUT" | "DELETE",
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
    server.db.selectFrom("outbox").select("id").where("user_id", "=", made.id).execute();
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

describe("switching an administrator off and on", () => {
  const PASSWORD = "una frase que nadie adivina";
  const newAdmin = () =>
    server.newPerson({ userType: "ADMIN", password: PASSWORD, isDemonstration: true, name: "Marta Otra" });
  const signIn = async ({ cedula }: { cedula: string }) => {
    const payload = { cedula, password: PASSWORD, userType: "ADMIN" };
    const reply = await server.app.http.inject({ method: "POST", url: "/api/bb/auth/login", payload });
    return { status: reply.statusCode, body: reply.json() };
  };

  it("ends sessions, sockets and links at once, refuses the sign-in, and is written down", async () => {
    const other = await newAdmin();
    await ask(laura.headers, "POST", `/${other.id}/invitation`);
    expect((await signIn(other)).status).toBe(200);
    const device = await server.connectAs(other);
    const ended = device.ended();
    const off = await ask(laura.headers, "PUT", `/${other.id}/deactivate`);
    expect(off).toMatchObject({
      status: 200,
      body: { administrator: { id: other.id, active: false }, wasActive: true },
    });
    expect(await ended).toBe("io server disconnect");
    expect((await ask(other.headers, "GET")).status).toBe(401);
    expect((await signIn(other)).body).toMatchObject({
      code: "BAD_CREDENTIALS",
      message: "* Usuario o contraseña inválidos",
    });
    expect(
      await server.db.selectFrom("link_tokens").select("user_id").where("user_id", "=", other.id).execute(),
    ).toEqual([]);
    expect((await ask(laura.headers, "POST", `/${other.id}/invitation`)).body.code).toBe(
      "ADMINISTRATOR_IS_OFF",
    );
    // A second time it changes nothing, and nothing is written down.
    expect(await ask(laura.headers, "PUT", `/${other.id}/deactivate`)).toMatchObject({
      status: 200,
      body: { wasActive: false },
    });
    const on = await ask(laura.headers, "PUT", `/${other.id}/activate`);
    expect(on).toMatchObject({ status: 200, body: { administrator: { active: true } } });
    expect((await signIn(other)).status).toBe(200);
    // What was ended stays so.
    expect((await ask(other.headers, "GET")).status).toBe(401);

    const lines = await server.db
      .selectFrom("audit_lines")
      .innerJoin("audit_values", "audit_values.line_id", "audit_lines.id")
      .select(["action", "actor_id", "audit_values.value as value"])
      .where("subject_id", "=", other.id)
      .where("action", "in", ["administrators.deactivated", "administrators.activated"])
      .where("audit_values.part", "=", "change")
      .orderBy("audit_lines.id")
      .execute();
    expect(lines.map((line) => ({ ...line, value: JSON.parse(line.value) }))).toEqual([
      {
        action: "administrators.deactivated",
        actor_id: laura.id,
        value: { before: { active: true }, after: { active: false } },
      },
      {
        action: "administrators.activated",
        actor_id: laura.id,
        value: { before: { active: false }, after: { active: true } },
      },
    ]);
  });

  it("is never for oneself, nor for people who are no administrators", async () => {
    expect((await ask(laura.headers, "PUT", `/${laura.id}/deactivate`)).body.code).toBe(
      "ADMINISTRATOR_IS_YOU",
    );
    const rosa = await server.newPerson();
    expect((await ask(rosa.headers, "PUT", `/${laura.id}/deactivate`)).status).toBe(403);
    expect((await ask(laura.headers, "PUT", `/${rosa.id}/deactivate`)).status).toBe(404);
    expect((await ask(laura.headers, "PUT", `/${rosa.id}/activate`)).status).toBe(404);
    expect((await ask(rosa.headers, "GET")).status).toBe(403);
  });

  it("leaves one of two who switch each other off in the same moment", async () => {
    for (let time = 0; time < 5; time++) {
      const [one, two] = [await newAdmin(), await newAdmin()];
      const both = await Promise.all([
        ask(one.headers, "PUT", `/${two.id}/deactivate`),
        ask(two.headers, "PUT", `/${one.id}/deactivate`),
      ]);
      expect(both.map(({ status }) => status).sort()).toEqual([200, 401]);
      const { administrators } = (await ask(laura.headers, "GET")).body;
      const left = administrators.filter(({ id }: { id: string }) => id === one.id || id === two.id);
      expect(left.filter(({ active }: { active: boolean }) => active)).toHaveLength(1);
    }
  });

  it("at the console never leaves nobody who could sign in; the server ends the sockets by itself", async () => {
    const other = await newAdmin();
    const others = await server.db
      .selectFrom("users")
      .select("id")
      .where("user_type", "=", "ADMIN")
      .where("id", "!=", other.id)
      .execute();
    const device = await server.connectAs(other);
    const ended = device.ended();
    const at = server.clock.now();
    const off = (id: string) =>
      server.db.transaction().execute((trx) => switchOff(trx, { actorId: null, id, at }));
    // Whoever is left without a password counts for nobody.
    await server.db
      .updateTable("users")
      .set({ password_hash: null })
      .where(
        "id",
        "in",
        others.map(({ id }) => id),
      )
      .execute();
    await expect(off(other.id)).rejects.toMatchObject({ code: "ADMINISTRATOR_IS_LAST" });
    expect((await ask(other.headers, "GET")).status).toBe(200);

    await newAdmin();
    await off(other.id);
    const watch = new SessionWatch(server.app.io, server.app.services);
    await watch.look();
    expect(await ended).toBe("io server disconnect");
    expect((await ask(laura.headers, "GET")).status).toBe(200);
  });
});
