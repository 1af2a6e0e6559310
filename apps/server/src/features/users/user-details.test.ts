import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { giveCard } from "../../../testing/test-admin.ts";
import { newCall, newHome, newRunningCall } from "../../../testing/test-calls.ts";
import { fileOf, picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newPasswordLink } from "../auth/links.service.ts";

const server = await startTestServer();
afterAll(() => server.close());

const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

type Somebody = Pick<TestPerson, "headers">;
const stranger: Somebody = { headers: { authorization: "" } };

async function ask(actor: Somebody, method: "GET" | "PUT", url: string, payload?: Record<string, unknown>) {
  const reply = await server.app.http.inject({
    method,
    url: `/api/bb/${url}`,
    headers: actor.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}

const list = "usersV2/ResidentUserDetails";

describe("the people of all buildings", () => {
  it("are the administration's to see and to change", async () => {
    const building = await server.newBuilding();
    const person = await server.newPerson();
    const doorman = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
    const requests = [
      ["GET", list, undefined],
      ["GET", `users/${person.cedula}`, undefined],
      ["GET", `apartments/${building.apartments[0]?.id}/users`, undefined],
      ["PUT", `userV2/${person.id}/`, { alias: "x" }],
      ["PUT", `usersV2/${person.id}/deactivate`, {}],
      ["PUT", `usersV2/${person.id}/activate`, {}],
    ] as const;
    for (const [method, url, payload] of requests) {
      expect([url, (await ask(stranger, method, url, payload)).status]).toEqual([url, 401]);
      expect([url, (await ask(doorman, method, url, payload)).status]).toEqual([url, 403]);
    }
    for (const url of ["userV2", "usersV2"] as const) {
      const path = url === "userV2" ? `userV2/${randomUUID()}` : `usersV2/${randomUUID()}/deactivate`;
      expect(await ask(laura, "PUT", path, {})).toMatchObject({
        status: 404,
        body: { code: "USER_NOT_FOUND", message: "No se encontró el usuario ingresado." },
      });
    }
    expect((await ask(laura, "GET", "users/123456")).status).toBe(404);
    expect((await ask(laura, "GET", `users/${laura.cedula}`)).status).toBe(404);
    expect((await ask(laura, "PUT", `usersV2/${laura.id}/deactivate`, {})).status).toBe(404);
    expect((await ask(laura, "GET", `apartments/${randomUUID()}/users`)).status).toBe(404);
  });

  it("are told with everything that they are", async () => {
    const building = await server.newBuilding("Edificio Los Nogales");
    const [home, other] = building.apartments;
    const person = await server.newPerson({
      name: "Íngrid Ñáñez",
      email: "ingrid@nogales.example",
      phone: "+573001112233",
      spaces: [
        { role: "PROPIETARIO", buildingId: building.id, apartmentId: home?.id ?? "" },
        { role: "RESIDENTE", buildingId: building.id, apartmentId: other?.id ?? "" },
      ],
    });
    await giveCard(server, person.id, "AB12CD");
    const { body } = await ask(laura, "GET", `users/${person.cedula}`);
    const nogales = { buildingName: "Edificio Los Nogales", timeZone: "America/Bogota" };
    expect(body.user).toEqual({
      id: person.id,
      photo: null,
      name: "Íngrid Ñáñez",
      cedula: person.cedula,
      phone: "+573001112233",
      email: "ingrid@nogales.example",
      active: true,
      verified: false,
      roleName: "PROPIETARIO",
      apartmentName: "A-101",
      buildingName: "Edificio Los Nogales",
      places: [
        { roleName: "PROPIETARIO", ...nogales, apartmentName: "A-101" },
        { roleName: "RESIDENTE", ...nogales, apartmentName: "A-102" },
      ],
      tags: [{ tag: "AB12CD", type: "CAR" }],
      alias: "",
    });
    const { body: apartment } = await ask(laura, "GET", `apartments/${other?.id}/users`);
    expect(apartment).toMatchObject({
      apartment: { name: "A-102", buildingName: "Edificio Los Nogales" },
      users: [{ id: person.id }],
    });
    const empty = building.apartments.at(-1);
    expect((await ask(laura, "GET", `apartments/${empty?.id}/users`)).body.users).toEqual([]);
  });
});

describe("somebody's data", () => {
  it("are changed one by one, each change written down without what it says", async () => {
    const person = await server.newPerson({ phone: "+573001112233" });
    await server.db.transaction().execute((trx) => newPasswordLink(server.app.services, trx, person.id));
    const first = await ask(laura, "PUT", `userV2/${person.id}/`, { phone: "310 555 1212" });
    // A link to a new password that went to the number before is nobody's.
    expect(
      await server.db.selectFrom("link_tokens").select("purpose").where("user_id", "=", person.id).execute(),
    ).toEqual([]);
    expect(first.body.user).toMatchObject({ phone: "+573105551212", alias: "" });
    const second = await ask(laura, "PUT", `userV2/${person.id}/`, { alias: "  La  vecina " });
    expect(second.body.user).toMatchObject({ phone: "+573105551212", alias: "La vecina" });
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.changed", actor_id: laura.id, detail: { phone: true, alias: false } },
      { action: "users.changed", actor_id: laura.id, detail: { phone: false, alias: true } },
    ]);
    expect(await ask(laura, "PUT", `userV2/${person.id}/`, { phone: "12" })).toMatchObject({
      status: 400,
      body: { errors: [{ property: "phone" }] },
    });
    expect((await ask(laura, "PUT", `userV2/${person.id}/`, { name: "Otro" })).status).toBe(400);
  });
});

describe("somebody who is deactivated", () => {
  it("rings nobody any more, and leaves the call in which they stand", async () => {
    const home = await newHome(server);
    const off = (who: TestPerson) => ask(laura, "PUT", `usersV2/${who.id}/deactivate`, {});
    const { call, atHome } = await newRunningCall(server, home);
    const ringing = await newCall(server, home.lobby, home.andres);
    const atAndres = await server.connectAs(home.andres);
    await (await server.connectAs(home.lobby)).ask("request", { callId: ringing.id });
    await atAndres.hear("request");
    expect((await off(home.lobby)).status).toBe(200);
    expect(await atHome.hear("end")).toEqual({ callId: call.id, status: "TERMINADA" });
    expect(await atAndres.hear("end")).toEqual({ callId: ringing.id, status: "TERMINADA" });
    expect(await atAndres.ask("call_accepted", { callId: ringing.id })).toMatchObject({ ok: false });
  });

  it("is signed out at once on HTTP and on every socket, with their cards", async () => {
    const person = await server.newPerson();
    const tablet = await server.newSession(person.id);
    await giveCard(server, person.id, "1A2B3C");
    const [phone, screen] = [await server.connectAs(person), await server.connectAs(tablet)];
    const ends = Promise.all([phone.ended(), screen.ended()]);

    const { body } = await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {
      shouldDeactivateCards: true,
    });
    expect(body.user).toMatchObject({ active: false });
    expect(await ends).toEqual(["io server disconnect", "io server disconnect"]);
    for (const headers of [person.headers, tablet.headers]) {
      const reply = await server.app.http.inject({ url: "/api/user/auth/currentUser", headers });
      expect(reply.statusCode).toBe(401);
    }
    const cardState = async () =>
      (
        await server.db
          .selectFrom("cards")
          .select("active")
          .where("user_id", "=", person.id)
          .executeTakeFirstOrThrow()
      ).active;
    expect(await cardState()).toBe(false);

    // Done again, nothing is different.
    expect((await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {})).status).toBe(200);
    const back = await ask(laura, "PUT", `usersV2/${person.id}/activate`, { shouldActivateCards: false });
    expect(back.body.user).toMatchObject({ active: true });
    expect(await cardState()).toBe(false);
    await ask(laura, "PUT", `usersV2/${person.id}/activate`, {});
    expect(await cardState()).toBe(true);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.deactivated", detail: { cards: 1, sessionsEnded: 2 } },
      { action: "users.deactivated", detail: { cards: 0, sessionsEnded: 0 } },
      { action: "users.activated", detail: { cards: 0 } },
      { action: "users.activated", detail: { cards: 1 } },
    ]);
  });

  it("are let in again just as they were, when that is taken back", async () => {
    const person = await server.newPerson();
    const stranger = await server.newPerson();
    for (const tag of ["AA01", "AA02", "AA03"]) {
      await giveCard(server, person.id, tag);
    }
    await giveCard(server, stranger.id, "AA04");
    const cards = async () =>
      await server.db
        .selectFrom("cards")
        .select(["id", "tag", "active"])
        .where("tag", "like", "AA0%")
        .orderBy("tag")
        .execute();
    const states = async () => (await cards()).map(({ tag, active }) => `${tag} ${active}`);
    // One was suspended before, one is lost meanwhile, one is another's.
    await server.db
      .updateTable("cards")
      .set({ active: false })
      .where("tag", "in", ["AA02", "AA04"])
      .execute();
    const { body } = await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {});
    expect(body.wasActive).toBe(true);
    // Shutting out who is out already takes nothing, so that nothing of it is given back.
    const again = (await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {})).body;
    expect([again.wasActive, again.cardIds]).toEqual([false, []]);
    const all = await cards();
    expect(body.cardIds.toSorted()).toEqual([all[0]?.id, all[2]?.id].toSorted());
    await server.db
      .updateTable("cards")
      .set({ lost_at: server.clock.now() })
      .where("tag", "=", "AA03")
      .execute();
    const cardIds = [...body.cardIds, all[3]?.id];
    expect((await ask(laura, "PUT", `usersV2/${person.id}/activate`, { cardIds })).status).toBe(200);
    expect(await states()).toEqual(["AA01 true", "AA02 false", "AA03 false", "AA04 false"]);
  });

  it("keeps their cards as they are, when that was chosen", async () => {
    const person = await server.newPerson();
    await giveCard(server, person.id, "1A2B3D");
    await ask(laura, "PUT", `usersV2/${person.id}/deactivate`, { shouldDeactivateCards: false });
    const card = await server.db
      .selectFrom("cards")
      .select("active")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(card.active).toBe(true);
  });

  it("is not signed in by a sign-in at the same moment", async () => {
    const person = await server.newPerson({ password: "una clave larga" });
    const signIn = () =>
      server.app.http.inject({
        method: "POST",
        url: "/api/user/auth/login",
        payload: { cedula: person.cedula, password: "una clave larga", userType: "USER" },
      });
    await Promise.all([signIn(), ask(laura, "PUT", `usersV2/${person.id}/deactivate`, {}), signIn()]);
    const open = await server.db
      .selectFrom("sessions")
      .select("id")
      .where("user_id", "=", person.id)
      .where("ended_at", "is", null)
      .execute();
    expect(open).toEqual([]);
    expect((await signIn()).statusCode).toBe(401);
  });
});

describe("a validation", () => {
  const form = async (cedula: string) => ({
    cedula,
    photo: await picture(),
    cedulaFrontal: await picture({ format: "png" }),
    cedulaPosterior: await picture({ format: "webp" }),
  });

  it("keeps the three pictures and makes somebody verified", async () => {
    const person = await server.newPerson();
    const doorman = await server.newPerson({
      spaces: [{ role: "PORTERIA", buildingId: (await server.newBuilding()).id }],
    });
    expect((await postForm(server, null, "/api/bb/userv2", await form(person.cedula))).status).toBe(401);
    expect((await postForm(server, doorman, "/api/bb/userv2", await form(person.cedula))).status).toBe(403);
    const reply = await postForm(server, laura, "/api/bb/userv2", await form(person.cedula));
    expect(reply).toMatchObject({ status: 200, body: { user: { id: person.id, verified: true } } });
    const kept = await server.db
      .selectFrom("user_identities")
      .selectAll()
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(kept.verified_by).toBe(laura.id);
    const kinds = await server.db
      .selectFrom("files")
      .select("kind")
      .where("id", "in", [kept.photo_file_id, kept.front_file_id, kept.back_file_id])
      .orderBy("kind")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["document", "document", "profile"]);

    // The face is their picture now, since they had none; that it is shown is written down.
    const { body } = await ask(laura, "GET", `users/${person.cedula}`);
    expect(body.user.photo).toMatch(/^\/api\/files\//);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "detail"])
      .where("subject_id", "=", person.id)
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      { action: "users.verified", detail: {} },
      { action: "users.shown", detail: { faces: 1 } },
    ]);
    // Again, with better pictures.
    await postForm(server, laura, "/api/bb/userv2", await form(person.cedula));
    const after = await server.db
      .selectFrom("user_identities")
      .select("photo_file_id")
      .where("user_id", "=", person.id)
      .executeTakeFirstOrThrow();
    expect(after.photo_file_id).not.toBe(kept.photo_file_id);
  });

  it("needs a person and all three, and keeps nothing of what it refuses", async () => {
    const person = await server.newPerson();
    const count = async () =>
      (
        await server.db
          .selectFrom("files")
          .select((eb) => eb.fn.countAll<number>().as("count"))
          .executeTakeFirstOrThrow()
      ).count;
    const before = await count();
    const whole = await form(person.cedula);
    expect((await postForm(server, laura, "/api/bb/userv2", { ...whole, cedula: "1" })).status).toBe(404);
    for (const missing of ["photo", "cedulaFrontal", "cedulaPosterior"] as const) {
      const { [missing]: _, ...rest } = whole;
      expect(await postForm(server, laura, "/api/bb/userv2", rest)).toMatchObject({
        status: 422,
        body: { code: "INCOMPLETE", errors: [{ property: missing }] },
      });
    }
    expect(
      await postForm(server, laura, "/api/bb/userv2", {
        ...whole,
        cedulaPosterior: fileOf("no soy una foto"),
      }),
    ).toMatchObject({ status: 422, body: { code: "PICTURE_NOT_VALID" } });
    expect(await count()).toBe(before);
  });
});
