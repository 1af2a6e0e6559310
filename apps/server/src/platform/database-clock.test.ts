import pino from "pino";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../testing/test-server.ts";
import { buildApp } from "../app.ts";
import { newAccessKey } from "./access-key.ts";
import { type Clock, systemClock } from "./clock.ts";
import { isApart } from "./database-clock.ts";

const server = await startTestServer();
afterAll(() => server.close());

const { db } = server;
const pushedBy = (ms: number): Clock => ({
  now: () => new Date(Date.now() + ms),
  steadyMs: () => systemClock.steadyMs() + ms,
});

/** A process on the same database whose machine's clock is pushed. */
async function anotherWith(clock: Clock) {
  const lines: { msg: string; behindMs?: number }[] = [];
  const { env, files } = server.app.services;
  const log = pino({ level: "error" }, { write: (line) => void lines.push(JSON.parse(line)) });
  const secrets = { sessionSecret: "x".repeat(32), filesKey: Buffer.alloc(32), accessKey: newAccessKey() };
  const app = await buildApp({ env, db, owner: server.connection, files, log, clock, ...secrets });
  return { app, lines };
}

describe("a process whose clock is not the database's", () => {
  it.each([-90_000, 4000])("is not ready and says so, pushed by %i ms", async (ms) => {
    const { app, lines } = await anotherWith(pushedBy(ms));
    expect((await app.http.inject("/readyz")).statusCode).toBe(503);
    expect(lines).toMatchObject([{ msg: expect.stringContaining("clock is not the database's") }]);
    expect(Math.abs((lines[0]?.behindMs ?? 0) + ms)).toBeLessThan(1000);
    await app.close();
  });

  it("is ready when it differs by less than matters", async () => {
    const { app, lines } = await anotherWith(pushedBy(300));
    expect((await app.http.inject("/readyz")).statusCode).toBe(200);
    expect(lines).toEqual([]);
    await app.close();
  });

  it("times its door orders as every other process does", async () => {
    const { app } = await anotherWith(pushedBy(-90_000));
    const apart = app.services.clock.steadyMs() - server.app.services.clock.steadyMs();
    expect(Math.abs(apart)).toBeLessThan(100);
    await app.close();
  });

  it("is not accused by one slow answer", () => {
    expect(isApart({ behindMs: 1400, uncertaintyMs: 900 })).toBe(false);
    expect(isApart({ behindMs: -1400, uncertaintyMs: 3 })).toBe(true);
  });
});
