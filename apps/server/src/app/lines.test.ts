import { EventEmitter, once } from "node:events";
import pino from "pino";
import { expect, it } from "vitest";
import { z } from "zod";
import { readEnv } from "../platform/env.ts";
import { openLines } from "./lines.ts";

it("a stop lets what was asked be answered whole, and takes nothing new", async () => {
  const lines = openLines(
    readEnv({ PORT: "0", DATA_DIR: "/nowhere", DEMO: "1" }),
    pino({ level: "silent" }),
    Buffer.alloc(32),
  );
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
