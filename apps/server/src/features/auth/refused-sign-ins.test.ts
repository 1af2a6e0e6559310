import type { FastifyInstance } from "fastify";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { codeAt } from "../../../testing/code-app.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Refused } from "../../platform/refused.ts";
import { RefusedSignIns } from "./refused-sign-ins.ts";

const server = await startTestServer();
afterAll(() => server.close());

const PASSWORD = "una clave de prueba";
const WINDOW_MS = 15 * 60_000;
const MINUTE_MS = 60_000;
const ACTIONS = ["auth.sign-in-refused", "auth.second-factor-refused", "auth.sign-ins-held"];

// Nothing of the test before counts any more.
beforeEach(() => server.clock.push(WINDOW_MS));

interface Tried {
  cedula: string;
  password: string;
  userType?: "USER" | "ADMIN";
  code?: string;
}

async function signIn(http: FastifyInstance, tried: Tried) {
  const { userType = "USER" } = tried;
  const reply = await http.inject({
    method: "POST",
    url: userType === "ADMIN" ? "/api/bb/auth/login" : "/api/user/auth/login",
    remoteAddress: "198.51.100.7",
    headers: { "user-agent": "Firefox of whoever guesses" },
    payload: { userType, ...tried },
  });
  return { status: reply.statusCode, body: reply.json() };
}

const linesOf = (userId: string) =>
  server.db
    .selectFrom("audit_lines")
    .selectAll()
    .where("action", "in", ACTIONS)
    .where("subject_id", "=", userId)
    .orderBy("id")
    .execute();

const countLines = async () => {
  const all = server.db.selectFrom("audit_lines").select(({ fn }) => fn.countAll<number>().as("count"));
  return (await all.executeTakeFirstOrThrow()).count;
};

/** How often each kind was refused of somebody, when the process that refused has written all of it down. */
async function refusedOf(userId: string, story: (http: FastifyInstance) => Promise<void>) {
  const { app, close } = await server.another();
  await story(app.http);
  await close();
  const lines = await linesOf(userId);
  return {
    lines,
    times: Object.fromEntries(
      ACTIONS.map((action) => [
        action,
        lines
          .filter((line) => line.action === action)
          .reduce((sum, { detail }) => sum + Number(Object(detail).times), 0),
      ]),
    ),
  };
}

describe("a sign-in that opens nothing", () => {
  it("is in the audit of the account, with how often and without a word of who tried or with what", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const { lines, times } = await refusedOf(rosa.id, async (http) => {
      for (let turn = 0; turn < 12; turn += 1) {
        const { status } = await signIn(http, { cedula: rosa.cedula, password: "adivinada" });
        expect(status).toBe(turn < 10 ? 401 : 429);
      }
    });
    expect(times).toEqual({
      "auth.sign-in-refused": 10,
      "auth.second-factor-refused": 0,
      "auth.sign-ins-held": 2,
    });
    // A line at once, and what came after it with the stop: never one each.
    expect(lines.length).toBeLessThan(6);
    for (const line of lines) {
      expect(line).toMatchObject({ actor_id: null, building_id: null });
      expect(JSON.stringify(line)).not.toMatch(new RegExp(`${rosa.cedula}|adivinada|198\\.51|Firefox`));
    }
    const values = await server.db
      .selectFrom("audit_values")
      .select("part")
      .where(
        "line_id",
        "in",
        lines.map(({ id }) => id),
      )
      .execute();
    expect(values).toEqual([]);
  });

  it("is written down whatever others typed, also what no database can hold", async () => {
    const rosa = await server.newPerson({ password: PASSWORD });
    const { times } = await refusedOf(rosa.id, async (http) => {
      for (let turn = 0; turn < 11; turn += 1) {
        const { status } = await signIn(http, { cedula: "1\u0000", password: "adivinada" });
        expect(status).toBe(turn < 10 ? 400 : 429);
      }
      await signIn(http, { cedula: rosa.cedula, password: "adivinada" });
    });
    expect(times["auth.sign-in-refused"]).toBe(1);
  });

  it("tells a wrong second step from a wrong password", async () => {
    const laura = await server.newPerson({ userType: "ADMIN", password: PASSWORD });
    const tried: Tried = { cedula: laura.cedula, password: PASSWORD, userType: "ADMIN" };
    const { times } = await refusedOf(laura.id, async (http) => {
      const { secret } = (await signIn(http, tried)).body.enrolment;
      const code = codeAt(secret, server.clock.now());
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      expect((await signIn(http, { ...tried, code: wrong })).body.code).toBe("SECOND_FACTOR_NOT_VALID");
      // To be asked for it is no refusal, nor is a code that is right.
      expect((await signIn(http, { ...tried, code })).status).toBe(200);
      expect((await signIn(http, tried)).body.code).toBe("SECOND_FACTOR_NEEDED");
    });
    expect(times).toEqual({
      "auth.sign-in-refused": 0,
      "auth.second-factor-refused": 1,
      "auth.sign-ins-held": 0,
    });
  });

  it("of a number that nobody has is in no line: it may be anything that somebody typed", async () => {
    const before = await countLines();
    await refusedOf(crypto.randomUUID(), async (http) => {
      expect((await signIn(http, { cedula: "7700112233", password: PASSWORD })).status).toBe(401);
    });
    expect(await countLines()).toBe(before);
  });
});

describe("a flood of them", () => {
  const wrong = new Refused("BAD_CREDENTIALS");
  const timesOf = async (userId: string) =>
    (await linesOf(userId)).map(({ detail }) => Number(Object(detail).times));

  it("is a line a minute of each account", async () => {
    const { id } = await server.newPerson();
    const refused = new RefusedSignIns(server.app.services);
    refused.start();
    refused.note({ userId: id }, wrong);
    await expect.poll(() => timesOf(id)).toEqual([1]);
    for (let turn = 0; turn < 500; turn += 1) {
      refused.note({ userId: id }, wrong);
    }
    // Another account's is written meanwhile, and that round leaves this one counted.
    const other = await server.newPerson();
    refused.note({ userId: other.id }, wrong);
    await expect.poll(() => timesOf(other.id)).toEqual([1]);
    expect(await timesOf(id)).toEqual([1]);
    server.clock.stall(MINUTE_MS);
    refused.note({ userId: other.id }, wrong);
    await expect.poll(() => timesOf(id)).toEqual([1, 500]);
    await refused.stop();
  });

  it("of many accounts fills the audit with two hundred lines in a quarter of an hour, and no more", async () => {
    const before = await countLines();
    const refuseSome = async (accounts: number) => {
      const refused = new RefusedSignIns(server.app.services);
      for (let turn = 0; turn < accounts; turn += 1) {
        refused.note({ userId: crypto.randomUUID() }, wrong);
      }
      await refused.stop();
    };
    await refuseSome(1);
    // Nothing else was counted in this window: these are the lines.
    const window = new Date(server.clock.now().getTime() - WINDOW_MS);
    await server.db.updateTable("attempts").set({ count: 198 }).where("window_start", ">", window).execute();
    await refuseSome(5);
    expect((await countLines()) - before).toBe(1 + 2);
  });

  it("leaves nothing of what was no refusal", async () => {
    const { id } = await server.newPerson();
    const refused = new RefusedSignIns(server.app.services);
    refused.start();
    for (const other of [
      new Error("a fault"),
      new Refused("SECOND_FACTOR_NEEDED"),
      new Refused("UNAVAILABLE"),
    ]) {
      refused.note({ userId: id }, other);
    }
    await refused.stop();
    expect(await linesOf(id)).toEqual([]);
  });
});
