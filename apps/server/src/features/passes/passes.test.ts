import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { actionsOf, changesOf } from "../../../testing/test-admin.ts";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { askPasses, type House, madePass, newHouse, wantedPass } from "../../../testing/test-passes.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { digestOfPassSecret } from "./pass-secrets.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
atNoon(server);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const inTime = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

const rowOf = (id: string) =>
  db.selectFrom("passes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
/** So many of the same home, as this one is, without codes. */
async function insertLike(passId: string, count: number): Promise<{ id: string }[]> {
  const row = await rowOf(passId);
  const others = Array.from({ length: count }, () => ({
    ...row,
    id: services.newId(),
    request_id: randomUUID(),
    code_digest: null,
    secret_digest: null,
    hours: null,
  }));
  await db.insertInto("passes").values(others).execute();
  return others;
}
const listed = async (house: House, who: House["rosa"], query = "") =>
  (await askPasses(server, house.building, who, "GET", query)).body;
const namesIn = ({ passes }: { passes: { guest: { name: string } }[] }) =>
  passes.map(({ guest }) => guest.name);

/** Rosa's guest. */
async function newPass(change: object = {}) {
  const house = await newHouse(server);
  const made = await madePass(server, house.building, house.rosa, { apartmentId: house.home.id, ...change });
  return { ...house, ...made, path: `/${made.pass.id}` };
}

describe("a pass of a home", () => {
  it("is made with a code and a page of its own, of which digests are kept, and is told with its host", async () => {
    const house = await newHouse(server);
    const atAndres = await server.connectAs(house.andres);
    const requestId = randomUUID();
    const wanted = {
      ...wantedPass(server, { entries: 4, tellsExit: true }),
      guest: { name: " Carlos  Invitado ", phone: "300 123 45 67", plate: "ABC123" },
      apartmentId: house.home.id,
      requestId,
    };
    const reply = await askPasses(server, house.building, house.rosa, "POST", "", wanted);
    expect(reply).toMatchObject({
      status: 200,
      body: {
        pass: {
          buildingId: house.building.id,
          apartment: { id: house.home.id, name: house.home.name },
          madeAs: "home",
          madeBy: { id: house.rosa.id, name: "Rosa Líder" },
          guest: {
            name: "Carlos Invitado",
            phone: "+573001234567",
            plate: "ABC123",
            cedula: "",
            email: "",
            company: "",
          },
          from: wanted.from,
          until: wanted.until,
          hours: null,
          entries: 4,
          entered: 0,
          left: 0,
          tellsExit: true,
          tellsOverstay: true,
          state: "waiting",
          isOverstaying: false,
          lastMovementAt: null,
        },
        sharing: { code: expect.stringMatching(/^\d{6}$/) },
      },
    });
    const { pass, sharing } = reply.body;
    const [, secret = ""] = /^http:\/\/[^/]+\/i\/#([\w-]{43})$/.exec(sharing.address) ?? [];
    expect(await rowOf(pass.id)).toMatchObject({
      code_digest: pinDigest(services, house.building.id, sharing.code),
      secret_digest: digestOfPassSecret(server.app.services.digest, secret),
      digits: 6,
      controller_id: null,
    });
    expect(JSON.stringify(await rowOf(pass.id))).not.toContain(secret);
    expect(await atAndres.hear("passes:changed")).toEqual({
      buildingId: house.building.id,
      apartmentId: house.home.id,
      passId: pass.id,
    });
    expect(await actionsOf(server, house.rosa.id)).toEqual(["passes.made"]);
    expect(await changesOf(server, house.rosa.id)).toMatchObject([{ after: { name: "Carlos Invitado" } }]);

    // The same press again made nothing more, whoever waited for the answer.
    const again = await askPasses(server, house.building, house.rosa, "POST", "", wanted);
    expect(again).toEqual(reply);
    expect((await listed(house, house.andres, `?apartmentId=${house.home.id}`)).passes).toEqual([pass]);
    expect(await actionsOf(server, house.rosa.id)).toEqual(["passes.made"]);
  });

  it("is shared by all who live there, as often as they ask, and each time is written down", async () => {
    const { building, rosa, andres, path, sharing } = await newPass();
    for (const who of [rosa, andres]) {
      expect(await askPasses(server, building, who, "GET", `${path}/sharing`)).toEqual({
        status: 200,
        body: sharing,
      });
    }
    expect(await actionsOf(server, andres.id)).toEqual(["passes.shared"]);
  });

  it("is seen and changed by nobody else: another home, the administration, the desk, another building", async () => {
    const { building, home, next, tomas, alberto, pedro, pass, path } = await newPass();
    const { rosa: stranger, building: elsewhere } = await newHouse(server);
    const before = await rowOf(pass.id);
    for (const who of [tomas, alberto, pedro, stranger]) {
      const answers = [
        await askPasses(server, building, who, "GET", `?apartmentId=${home.id}`),
        await askPasses(server, building, who, "PUT", path, wantedPass(server)),
        await askPasses(server, building, who, "DELETE", path),
        await askPasses(server, building, who, "GET", `${path}/sharing`),
        await askPasses(server, building, who, "POST", `${path}/messages`, {
          by: "email",
          requestId: randomUUID(),
        }),
        await askPasses(server, building, who, "POST", "", {
          ...wantedPass(server),
          apartmentId: home.id,
          requestId: randomUUID(),
        }),
      ];
      const missing = "PASS_NOT_FOUND";
      expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
        [404, "NOT_FOUND"],
        ...[missing, missing, missing, missing].map((code) => [404, code]),
        [404, "NOT_FOUND"],
      ]);
    }
    // Nor by its own people in another building's address, or as the building's own guests.
    const { rosa } = { rosa: stranger };
    expect((await askPasses(server, elsewhere, rosa, "GET", `${path}/sharing`)).body.code).toBe(
      "PASS_NOT_FOUND",
    );
    expect((await askPasses(server, building, tomas, "GET", "")).body.code).toBe("NOT_ALLOWED");
    expect((await askPasses(server, building, tomas, "GET", `?apartmentId=${next.id}`)).status).toBe(200);
    expect(await rowOf(pass.id)).toEqual(before);
  });

  it("asks who is not signed in to sign in, and is for neither the platform nor visitors", async () => {
    const { building, home } = await newPass();
    const laura = await server.newPerson({ userType: "ADMIN" });
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: building.id }],
    });
    const of = `?apartmentId=${home.id}`;
    expect((await askPasses(server, building, null, "GET", of)).status).toBe(401);
    expect((await askPasses(server, building, laura, "GET", of)).body.code).toBe("NOT_ALLOWED");
    expect((await askPasses(server, building, visitor, "GET", of)).body.code).toBe("NOT_ALLOWED");
  });

  it("is changed and extended by its home, and keeps its code and its page", async () => {
    const { building, rosa, andres, path, pass, sharing } = await newPass();
    const atRosa = await server.connectAs(rosa);
    clock.push(3 * HOUR_MS);
    const changed = {
      guest: { name: "Carlos Cambiado" },
      from: pass.from,
      until: inTime(5 * HOUR_MS),
      hours: { hours: [{ days: [1, 2, 3], from: "08:00", to: "17:00" }], onHolidays: { kind: "closed" } },
      entries: null,
      tellsOverstay: false,
    };
    const reply = await askPasses(server, building, andres, "PUT", path, changed);
    expect(reply).toMatchObject({
      status: 200,
      body: { pass: { ...changed, id: pass.id, guest: { name: "Carlos Cambiado" }, state: "waiting" } },
    });
    await atRosa.hear("passes:changed");
    expect((await askPasses(server, building, rosa, "GET", `${path}/sharing`)).body).toEqual(sharing);
    expect(await changesOf(server, andres.id)).toMatchObject([
      {
        before: { name: "Carlos Invitado", hours: null },
        after: { name: "Carlos Cambiado", hours: "lun–mié 8:00 AM–5:00 PM" },
      },
    ]);
  });

  it("is taken back once and for good, and stays in the list", async () => {
    const { building, home, rosa, andres, path, pass } = await newPass();
    const taken = await askPasses(server, building, andres, "DELETE", path);
    expect(taken).toMatchObject({ status: 200, body: { pass: { id: pass.id, state: "taken-back" } } });
    expect(await askPasses(server, building, rosa, "DELETE", path)).toEqual(taken);
    expect(await rowOf(pass.id)).toMatchObject({ taken_back_by: andres.id });
    expect(await actionsOf(server, rosa.id)).toEqual(["passes.made"]);
    for (const [method, where, body] of [
      ["PUT", path, wantedPass(server)],
      ["GET", `${path}/sharing`, undefined],
      ["POST", `${path}/messages`, { by: "email", requestId: randomUUID() }],
    ] as const) {
      expect((await askPasses(server, building, rosa, method, where, body)).body.code).toBe("PASS_IS_OVER");
    }
    const of = `?apartmentId=${home.id}`;
    expect((await askPasses(server, building, rosa, "GET", of)).body.passes).toEqual([]);
    expect((await askPasses(server, building, rosa, "GET", `${of}&which=past`)).body).toMatchObject({
      passes: [{ id: pass.id }],
      totalPages: 1,
    });
  });

  it("ends with the stay of whoever made it, and with theirs alone", async () => {
    const { building, home, rosa, andres, pass } = await newPass();
    const { pass: other } = await madePass(server, building, andres, { apartmentId: home.id });
    await db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: clock.now() })
      .where("user_id", "=", rosa.id)
      .execute();
    expect(await rowOf(pass.id)).toMatchObject({ taken_back_at: expect.any(Date), taken_back_by: null });
    expect(await rowOf(other.id)).toMatchObject({ taken_back_at: null });
    const list = await askPasses(server, building, andres, "GET", `?apartmentId=${home.id}&which=past`);
    expect(list.body.passes).toMatchObject([{ id: pass.id, state: "taken-back" }]);
  });

  it("is made by nobody whose stay ends in the same moment", async () => {
    const house = await newHouse(server);
    const waiting = await db.transaction().execute(async (trx) => {
      await trx
        .updateTable("spaces")
        .set({ status: "ENDED", ended_at: clock.now() })
        .where("user_id", "=", house.rosa.id)
        .execute();
      // It waits for what ends the stay, and finds that Rosa is nothing there any more.
      const asked = askPasses(server, house.building, house.rosa, "POST", "", {
        ...wantedPass(server),
        apartmentId: house.home.id,
        requestId: randomUUID(),
      });
      await expect.poll(() => waitingForALock(server)).toBe(1);
      return { asked };
    });
    expect((await waiting.asked).body.code).toBe("NOT_FOUND");
  });

  it("goes no further than the end of a temporary resident's stay", async () => {
    const { building, next, tomas } = await newHouse(server);
    const end = inTime(3 * DAY_MS);
    await db
      .updateTable("spaces")
      .set({ ends_at: new Date(end) })
      .where("user_id", "=", tomas.id)
      .execute();
    const ask = (until: string) =>
      askPasses(server, building, tomas, "POST", "", {
        ...wantedPass(server, { until }),
        apartmentId: next.id,
        requestId: randomUUID(),
      });
    expect(await ask(new Date(Date.parse(end) + 1).toISOString())).toMatchObject({
      status: 422,
      body: { code: "PASS_TIMES_NOT_VALID", errors: [{ property: "until" }] },
    });
    const made = await ask(end);
    expect(made.status).toBe(200);
    const { id } = made.body.pass;
    // Extended by somebody whose stay has no end, it still stands on whose it is.
    const leader = await server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: next.id }],
    });
    const longer = { ...wantedPass(server), until: inTime(5 * DAY_MS) };
    expect((await askPasses(server, building, leader, "PUT", `/${id}`, longer)).body.code).toBe(
      "PASS_TIMES_NOT_VALID",
    );
    // And a stay that ends sooner shortens it.
    const sooner = new Date(inTime(DAY_MS));
    await db.updateTable("spaces").set({ ends_at: sooner }).where("user_id", "=", tomas.id).execute();
    expect((await rowOf(id)).ends_at).toEqual(sooner);
  });

  it("has times that make sense: 30 days, or a year of hours of the week", async () => {
    const { building, home, rosa } = await newHouse(server);
    const hours = { hours: [{ days: [1], from: "08:00", to: "17:00" }], onHolidays: { kind: "closed" } };
    const answers: unknown[] = [];
    const atOnce = inTime(HOUR_MS);
    for (const times of [
      { from: atOnce, until: atOnce },
      { from: inTime(-2 * HOUR_MS), until: inTime(-HOUR_MS) },
      { until: inTime(31 * DAY_MS) },
      { from: inTime(3 * DAY_MS), until: inTime(32 * DAY_MS) },
      { from: inTime(400 * DAY_MS), until: inTime(401 * DAY_MS) },
      { until: inTime(31 * DAY_MS), hours },
      { until: inTime(367 * DAY_MS), hours },
      { hours: { ...hours, hours: [] } },
    ]) {
      const wanted = { ...wantedPass(server, times), apartmentId: home.id, requestId: randomUUID() };
      const { body } = await askPasses(server, building, rosa, "POST", "", wanted);
      answers.push(body.code ?? body.pass.state);
    }
    const refused = "PASS_TIMES_NOT_VALID";
    expect(answers).toEqual([refused, refused, refused, "waiting", refused, "waiting", refused, refused]);
  });

  it("is refused when a home has a hundred that may be used", async () => {
    const house = await newPass();
    const { building, home, rosa, pass } = house;
    await insertLike(pass.id, 98);
    await madePass(server, building, rosa, { apartmentId: home.id });
    const wanted = { ...wantedPass(server), apartmentId: home.id, requestId: randomUUID() };
    const full = await askPasses(server, building, rosa, "POST", "", wanted);
    expect(full).toMatchObject({ status: 409, body: { code: "PASSES_FULL" } });
    await askPasses(server, building, rosa, "DELETE", `/${pass.id}`);
    expect((await askPasses(server, building, rosa, "POST", "", wanted)).status).toBe(200);
  });

  it("of a hundred counts none that is used up, until it lets somebody in again", async () => {
    const { building, home, rosa, pass } = await newPass();
    const others = await insertLike(pass.id, 99);
    await db.updateTable("passes").set({ entries: 1, entered: 1 }).where("id", "=", pass.id).execute();
    await madePass(server, building, rosa, { apartmentId: home.id });
    const again = () =>
      askPasses(server, building, rosa, "PUT", `/${pass.id}`, { ...wantedPass(server), entries: 2 });
    expect(await again()).toMatchObject({ status: 409, body: { code: "PASSES_FULL" } });
    await askPasses(server, building, rosa, "DELETE", `/${others[0]?.id}`);
    expect((await again()).status).toBe(200);
  });

  it("that is over takes a place again when it is extended, and what may be used is changed all the same", async () => {
    const { building, rosa, pass } = await newPass();
    const [began, ended] = [new Date(inTime(-2 * HOUR_MS)), new Date(inTime(-HOUR_MS))];
    const over = { starts_at: began, ends_at: ended };
    await db.updateTable("passes").set(over).where("id", "=", pass.id).execute();
    const row = await rowOf(pass.id);
    const others = Array.from({ length: 100 }, () => ({
      ...row,
      id: services.newId(),
      request_id: randomUUID(),
      code_digest: null,
      secret_digest: null,
      hours: null,
      ends_at: new Date(inTime(HOUR_MS)),
    }));
    await db.insertInto("passes").values(others).execute();
    const extend = (id: string) => askPasses(server, building, rosa, "PUT", `/${id}`, wantedPass(server));
    expect(await extend(pass.id)).toMatchObject({ status: 409, body: { code: "PASSES_FULL" } });
    expect((await extend(others[0]?.id ?? "")).status).toBe(200);
    await askPasses(server, building, rosa, "DELETE", `/${others[0]?.id}`);
    expect((await extend(pass.id)).body.pass).toMatchObject({ state: "waiting" });
  });
});

describe("the list of a home's passes", () => {
  it("has who is inside first, then the soonest, and apart from them what is over", async () => {
    const house = await newHouse(server);
    const { building, home, rosa } = house;
    const make = async (name: string, change: object) =>
      (await madePass(server, building, rosa, { apartmentId: home.id, guest: { name }, ...change })).pass.id;
    await make("Zoila Después", { from: inTime(2 * HOUR_MS), until: inTime(4 * HOUR_MS) });
    await make("Ana Pronto", { from: inTime(HOUR_MS), until: inTime(4 * HOUR_MS) });
    const inside = await make("Iván Adentro", { from: inTime(3 * HOUR_MS), until: inTime(4 * HOUR_MS) });
    const used = await make("Úrsula Usada", {});
    const over = await make("Vencido Ayer", {});
    await db.updateTable("passes").set({ entered: 1 }).where("id", "=", inside).execute();
    await db.updateTable("passes").set({ entered: 1, went_out: 1 }).where("id", "=", used).execute();
    await db
      .updateTable("passes")
      .set({ starts_at: new Date(inTime(-2 * DAY_MS)), ends_at: new Date(inTime(-DAY_MS)) })
      .where("id", "=", over)
      .execute();
    await db
      .updateTable("spaces")
      .set({ decided_at: new Date(inTime(-30 * DAY_MS)) })
      .where("user_id", "=", rosa.id)
      .execute();
    const of = `?apartmentId=${home.id}`;
    const current = await listed(house, rosa, of);
    expect(namesIn(current)).toEqual(["Iván Adentro", "Ana Pronto", "Zoila Después"]);
    expect(current.passes[0]).toMatchObject({ state: "inside", isOverstaying: false });
    const past = await listed(house, rosa, `${of}&which=past`);
    expect(namesIn(past)).toEqual(["Úrsula Usada", "Vencido Ayer"]);
    expect(past.passes.map(({ state }: { state: string }) => state)).toEqual(["used-up", "expired"]);
    // Who came later sees none that was over by then: its guest was somebody else's.
    const next = await server.newPerson({
      spaces: [{ role: "RESIDENTE", buildingId: house.building.id, apartmentId: home.id }],
    });
    // By the clock that the test has pushed, as all else here.
    await db.updateTable("spaces").set({ decided_at: clock.now() }).where("user_id", "=", next.id).execute();
    expect(namesIn(await listed(house, next, `${of}&which=past`))).toEqual(["Úrsula Usada"]);
    // Nor one by which somebody went in then, whose exit nobody noted.
    await db
      .updateTable("passes")
      .set({ starts_at: new Date(inTime(-2 * DAY_MS)), ends_at: new Date(inTime(-DAY_MS)) })
      .where("id", "=", inside)
      .execute();
    expect(namesIn(await listed(house, next, of))).toEqual(["Ana Pronto", "Zoila Después"]);
    expect(namesIn(await listed(house, rosa, `${of}&search=iVAN`))).toEqual(["Iván Adentro"]);
    expect(await listed(house, rosa, `${of}&limit=2&page=2`)).toMatchObject({
      passes: [{ guest: { name: "Zoila Después" } }],
      totalPages: 2,
    });
  });
});

describe("the building's own guests", () => {
  it("are the administration's, for as long as it likes, and the lobby's for the day", async () => {
    const house = await newHouse(server);
    const { building, alberto, pedro } = house;
    const visit = await madePass(server, building, alberto, {
      apartmentId: null,
      guest: { name: "Revisora de Ascensores" },
      until: inTime(20 * DAY_MS),
    });
    expect(visit.pass).toMatchObject({ madeAs: "administration", apartment: null });
    const today = await madePass(server, building, pedro, {
      apartmentId: null,
      guest: { name: "Mensajero" },
    });
    expect(today.pass).toMatchObject({ madeAs: "lobby", apartment: null });
    // Noon in Bogotá: twelve hours are left.
    for (const times of [
      { until: inTime(13 * HOUR_MS) },
      {
        until: inTime(11 * HOUR_MS),
        hours: { hours: [{ days: [1], from: "08:00", to: "17:00" }], onHolidays: { kind: "closed" } },
      },
    ]) {
      const wanted = { ...wantedPass(server, times), apartmentId: null, requestId: randomUUID() };
      expect((await askPasses(server, building, pedro, "POST", "", wanted)).body.code).toBe(
        "PASS_TIMES_NOT_VALID",
      );
    }
    expect(namesIn(await listed(house, pedro))).toEqual(["Mensajero"]);
    expect(namesIn(await listed(house, alberto)).sort()).toEqual(["Mensajero", "Revisora de Ascensores"]);
    expect((await askPasses(server, building, pedro, "DELETE", `/${visit.pass.id}`)).body.code).toBe(
      "PASS_NOT_FOUND",
    );
    expect((await askPasses(server, building, alberto, "DELETE", `/${today.pass.id}`)).status).toBe(200);
  });

  it("are also for whoever is on shift at the lobby's device, and not for the device alone", async () => {
    const { building, pedro } = await newHouse(server);
    const kiosk = await server.newKiosk(building.id);
    expect((await askPasses(server, building, kiosk, "GET", "")).body.code).toBe("NOT_ALLOWED");
    const onShift = await kiosk.onShift(pedro.id);
    const { pass } = await madePass(server, building, onShift, { apartmentId: null });
    expect(pass).toMatchObject({ madeAs: "lobby", madeBy: { id: pedro.id } });
  });
});
