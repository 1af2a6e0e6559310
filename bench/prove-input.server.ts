import { sql } from "kysely";
import { z } from "zod";
import { makeAskers, mended, renewed } from "../apps/server/testing/prove/input/installation.ts";
import { TidiedDatabase } from "../apps/server/testing/prove/input/tidied.ts";
import { seeMessages } from "../apps/server/testing/seen-messages.ts";
import { startTestServer } from "../apps/server/testing/test-server.ts";
import { Asker } from "./prove-input.asker.ts";

// The server under the inputs, in a process of its own: it makes who asks, and between two installations takes everything
// away that they made. It ends at the first thing that nobody caught, as the product does.

/** As long as attempts are counted, and a moment: what was too often is not any more. */
const WINDOW_MS = 15 * 60_000 + 1000;
/** What is counted against guessing is forgotten so often: else most inputs would only be refused as too often. */
const FORGET_EVERY_MS = 500;
const TRIES = 5;

const Asked = z.discriminatedUnion("what", [
  z.object({ id: z.number(), what: z.literal("installation") }),
  z.object({ id: z.number(), what: z.literal("renew"), asker: Asker }),
  z.object({ id: z.number(), what: z.literal("mend"), askers: z.array(Asker) }),
  z.object({ id: z.number(), what: z.literal("memory") }),
]);

const server = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1", LOG_LEVEL: "error" });
await seeMessages(server);
const tidied = await TidiedDatabase.of(server.db);
setInterval(() => {
  sql`delete from attempts`.execute(server.db).catch(() => undefined);
}, FORGET_EVERY_MS).unref();

async function answer(asked: z.infer<typeof Asked>): Promise<unknown> {
  switch (asked.what) {
    case "installation":
      return newInstallation();
    case "renew":
      return renewed(server, asked.asker);
    case "mend":
      return mended(server, asked.askers);
    case "memory":
      globalThis.gc?.();
      return {
        heapMegabytes: process.memoryUsage().heapUsed / 1e6,
        residentMegabytes: process.memoryUsage().rss / 1e6,
        rows: await tidied.rows(),
      };
  }
}

async function newInstallation() {
  for (let tried = 1; ; tried += 1) {
    try {
      await tidied.reset();
      break;
    } catch (error) {
      // Some work of the server's own held a table that another wanted.
      if (tried === TRIES) {
        throw error;
      }
    }
  }
  server.clock.push(WINDOW_MS);
  return makeAskers(server);
}

process.on("message", (message) => {
  const asked = Asked.parse(message);
  answer(asked).then(
    (answered) => process.send?.({ id: asked.id, answered }),
    (error: unknown) => process.send?.({ id: asked.id, error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
process.send?.({ id: 0, answered: server.url });
