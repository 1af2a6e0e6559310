import Fastify from "fastify";
import { jwtVerify } from "jose";
import pg from "pg";
import { meterThisProcess } from "./meter.ts";
import type { ToServe } from "./reads.captured.ts";

// Fastify by itself with the same driver: it looks at the token, asks the same questions of the same database, and writes
// the same answer with JSON.stringify.
process.once("message", (product: ToServe) => void serve(product));

async function serve({ sessionSecret, connection, captured }: ToServe): Promise<void> {
  const key = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(sessionSecret),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["verify"],
  );
  const pool = new pg.Pool({ ...connection, max: 8 });
  const app = Fastify();
  for (const { path, stages, reply } of captured) {
    app.get(path, async (request, answer) => {
      await jwtVerify((request.headers.authorization ?? "").slice("JWT ".length), key);
      for (const stage of stages) {
        await Promise.all(stage.map((question) => pool.query(question)));
      }
      answer.send(reply);
      return answer;
    });
  }
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  meterThisProcess();
  process.send?.(url);
}
// Whoever started it may have been killed.
process.on("disconnect", () => process.exit());
