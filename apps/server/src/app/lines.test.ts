import { EventEmitter, once } from "node:events";
import pino from "pino";
import { expect, it } from "vitest";
import { z } from "zod";
import { readEnv } from "../platform/env.ts";
import { openLines } from "./lines.ts";

const newLines = () =>
  openLines(
    readEnv({ PORT: "0", DATA_DIR: "/nowhere", DEMO: "1" }),
    pino({ level: "silent" }),
    Buffer.alloc(32),
  );

it("a stop lets what was asked be answered whole, and takes nothing new", async () => {
  const lines = newLines();
  const came = new EventEmitter();
  const [asked, going] = [once(came, "asked"), once(came, "going")];
  lines.http.get("/slow", async () => {
    came.emit("asked");
    await going;
    return "x".repeat(3_000_000);
  });
  const place = await lines.http.listen({ port: 0, host: "127.0.0.1" });
  const answer = fetch(`${place}/slow`).then((reply) => reply.text());
  await asked;
  const closed = lines.close(async () => undefined);
  await expect.poll(() => lines.http.server.listening).toBe(false);
  came.emit("going");
  expect(await answer).toHaveLength(3_000_000);
  await closed;
  const { cause } = z
    .object({ cause: z.object({ code: z.string() }) })
    .parse(await fetch(place).catch((error: unknown) => error));
  expect(cause.code).toBe("ECONNREFUSED");
});

it("a stop waits for what was asked to be changed, though whoever asked does not", async () => {
  const lines = newLines();
  const came = new EventEmitter();
  const [asked, going] = [once(came, "asked"), once(came, "going")];
  const order: string[] = [];
  lines.http.post("/slow", async () => {
    came.emit("asked");
    await going;
    // As long as a few questions to a database.
    for (let turn = 0; turn < 20; turn += 1) {
      await new Promise(setImmediate);
    }
    order.push("changed");
    return {};
  });
  const place = await lines.http.listen({ port: 0, host: "127.0.0.1" });
  const leaving = new AbortController();
  const answer = fetch(`${place}/slow`, { method: "POST", signal: leaving.signal }).catch(() => undefined);
  await asked;
  leaving.abort();
  await answer;
  lines.http.server.once("close", () => came.emit("going"));
  await lines.close(async () => void order.push("settled"));
  expect(order).toEqual(["changed", "settled"]);
});
