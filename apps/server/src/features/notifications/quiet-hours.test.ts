import type { QuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { newCall, newHome } from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { registerDevice } from "../../../testing/test-firebase.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { writePushes, writeToMany } from "./notifications.service.ts";
import { type PushKind, pushKinds, waitsInQuietHours } from "./push-kinds.ts";
import { QuietClock, summaryOf } from "./quiet-clock.ts";

/* When somebody does not want to be told of ordinary things. It is noon in Bogotá, and quiet until one. */

/** The server's own does not turn: it would have in hand at times what a test means to be taken by another. */
vi.spyOn(QuietClock.prototype, "start").mockImplementation(() => {});
const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
const messages = await seeMessages(server);
atNoon(server);

const HOUR_MS = 3_600_000;
const quiet: QuietHours = {
  days: [1, 2, 3, 4, 5, 6, 7],
  from: "11:00",
  to: "13:00",
  timeZone: "America/Bogota",
};

const ask = (person?: Pick<TestPerson, "headers">, payload?: object) =>
  server.app.http.inject({
    method: payload ? "PUT" : "GET",
    url: "/api/user/notifications/quiet-hours",
    headers: person?.headers ?? {},
    ...(payload ? { payload } : {}),
  });
const set = async (person: TestPerson, quietHours: QuietHours | null) =>
  expect((await ask(person, { quietHours })).statusCode).toBe(200);

/** Somebody with two devices that take pushes. */
async function newQuiet(quietHours: QuietHours | null = quiet): Promise<TestPerson> {
  const person = await server.newPerson();
  await registerDevice(server, person, `device-${person.id}-0123456789`);
  await registerDevice(server, await server.newSession(person.id), `tablet-${person.id}-0123456789`);
  await set(person, quietHours);
  return person;
}

const write = (userId: string, push: PushKind, subject = push as string, tag = subject) =>
  db.transaction().execute((trx) =>
    writePushes(services, trx, {
      push,
      subject,
      body: "x",
      data: { path: "/x", tag },
      userId,
      callId: null,
      expiresAt: new Date(clock.now().getTime() + HOUR_MS),
    }),
  );
const told = async ({ id }: { id: string }) => (await messages.to(id)).map(({ subject }) => subject);
const held = async ({ id }: { id: string }) =>
  (await db.selectFrom("held_notices").select("id").where("user_id", "=", id).execute()).length;

/** As any process has it. */
const quietClock = () => new QuietClock(services);

describe("quiet hours", () => {
  it("are one's own: set, read and taken away, and nothing changes by what they cannot be", async () => {
    const [rosa, other] = [await newQuiet(null), await newQuiet(null)];
    expect((await ask()).statusCode).toBe(401);
    expect((await ask(rosa)).json()).toEqual({ quietHours: null });
    expect((await ask(rosa, { quietHours: quiet })).json()).toEqual({ quietHours: quiet });
    for (const wrong of [{ to: "11:00" }, { days: [] }, { timeZone: "Macondo" }, { from: "25:00" }]) {
      expect((await ask(rosa, { quietHours: { ...quiet, ...wrong } })).json()).toMatchObject({
        code: "BAD_REQUEST",
      });
    }
    expect((await ask(rosa)).json()).toEqual({ quietHours: quiet });
    expect((await ask(other)).json()).toEqual({ quietHours: null });
    expect((await ask(rosa, { quietHours: null })).json()).toEqual({ quietHours: null });
  });

  it("hold what may wait, and never a call, an alarm or what the building is in trouble with", async () => {
    const rosa = await newQuiet();
    const kinds = Object.keys(pushKinds) as PushKind[];
    for (const kind of kinds) {
      await write(rosa.id, kind);
    }
    const rang = [...new Set(await told(rosa))];
    expect(rang).toEqual(kinds.filter((kind) => !waitsInQuietHours(kind)));
    expect(rang).toEqual(
      expect.arrayContaining(["call", "call-ended", "bell-test", "alarm", "alarm-silenced", "door-trouble"]),
    );
    expect(await held(rosa)).toBe(kinds.length - rang.length);
  });

  it("do not keep a home from hearing who rings, nor an alarm that somebody gives", async () => {
    const { building, lobby, rosa, andres } = await newHome(server);
    await newController(server, building.id);
    for (const person of [rosa, andres]) {
      await registerDevice(server, person, `device-${person.id}-0123456789`);
      await set(person, quiet);
    }
    const call = await newCall(server, lobby, rosa);
    const atLobby = await server.connectAs(lobby);
    await atLobby.ask("request", { callId: call.id });
    expect(await messages.to(rosa.id)).toMatchObject([{ channel: "push", data: { kind: "call" } }]);
    await atLobby.ask("user_event", { buildingId: building.id, event: "EMERGENCY" });
    await expect
      .poll(async () => (await messages.to(andres.id)).map(({ data }) => data["kind"]))
      .toEqual(["alarm"]);
  });

  it("end with one push that says what waited, once, whichever process looks", async () => {
    const rosa = await newQuiet();
    await write(rosa.id, "guest", "Llegó Carlos", "pass-1");
    await write(rosa.id, "guest", "Salió Carlos", "pass-1");
    await write(rosa.id, "access-asked", "Nueva solicitud de acceso");
    expect(await told(rosa)).toEqual([]);
    await quietClock().tellDue();
    expect(await told(rosa)).toEqual([]);
    clock.push(HOUR_MS);
    await Promise.all([quietClock().tellDue(), quietClock().tellDue(), quietClock().tellDue()]);
    atNoon(server);
    // One for each device.
    const summary = "Mientras tenías silencio: 2 avisos";
    expect(await told(rosa)).toEqual([summary, summary]);
    expect(await messages.to(rosa.id)).toMatchObject([
      { body: "Salió Carlos · Nueva solicitud de acceso", data: { kind: "notice", path: "/" } },
      {},
    ]);
    expect(await held(rosa)).toBe(0);
  });

  it("lose nothing when a process dies while it tells", async () => {
    const rosa = await newQuiet();
    await write(rosa.id, "guest", "Llegó Carlos");
    clock.push(HOUR_MS);
    const newId = () => {
      throw new Error("killed");
    };
    await expect(new QuietClock({ ...services, newId }).tellDue()).rejects.toThrow("killed");
    await quietClock().tellDue();
    await quietClock().tellDue();
    atNoon(server);
    expect(await told(rosa)).toEqual(["Llegó Carlos", "Llegó Carlos"]);
    expect(await messages.to(rosa.id)).toMatchObject([{ data: { kind: "notice", path: "/x" } }, {}]);
  });

  it("that are taken away or become others let what waited come, or wait on", async () => {
    const rosa = await newQuiet();
    await write(rosa.id, "guest", "Llegó Carlos");
    await set(rosa, { ...quiet, to: "14:00" });
    await quietClock().tellDue();
    expect(await told(rosa)).toEqual([]);
    clock.push(HOUR_MS);
    await quietClock().tellDue();
    expect(await told(rosa)).toEqual([]);
    await set(rosa, null);
    await quietClock().tellDue();
    expect(await told(rosa)).toEqual(["Llegó Carlos", "Llegó Carlos"]);
    atNoon(server);
  });

  it("are of one person and not of whoever is told the same", async () => {
    const [rosa, pedro] = [await newQuiet(), await newQuiet(null)];
    await db.transaction().execute((trx) =>
      writeToMany(
        services,
        trx,
        { pushes: [rosa.id, pedro.id], sms: [] },
        {
          push: "guest",
          subject: "Llegó Carlos",
          body: "x",
          smsBody: "",
          data: { path: "/x", tag: "t" },
          expiresAt: new Date(clock.now().getTime() + HOUR_MS),
        },
      ),
    );
    expect([await told(rosa), (await told(pedro)).length]).toEqual([[], 2]);
  });
});

describe("what waited", () => {
  it("is counted beyond the first three", () => {
    const notices = ["Uno", "Dos", "Tres", "Cuatro", "Cinco"].map((subject) => ({
      subject,
      body: "",
      data: { tag: subject },
    }));
    expect(summaryOf(notices)).toMatchObject({
      subject: "Mientras tenías silencio: 5 avisos",
      body: "Uno · Dos · Tres · y 2 más",
    });
  });
});
