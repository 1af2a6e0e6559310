import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import {
  type App,
  buildApp,
  type Database,
  Demonstration,
  newAccessKey,
  newDemonstration,
  openDatabase,
  PushedClock,
  readEnv,
} from "#server";

/** The whole product with the demonstration: a server in this process, its controllers in their own. */
export interface Product {
  url: string;
  app: App;
  db: Database;
  /** The server's wall clock, which a story may push. */
  clock: PushedClock;
  /** Stops the server's listening and sockets, as a restart does; the database and controllers stay. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param connected the buildings that have their line: each controller costs two seconds of a core, and its share later */
export async function startProduct(
  variables: Record<string, string> = {},
  connected: readonly string[] = [],
): Promise<Product> {
  const folder = await mkdtemp(join(tmpdir(), "umbral-e2e-"));
  const { database, files, filesKey } = await newDemonstration(join(folder, "files"));
  const env = readEnv({ PORT: "0", DATA_DIR: folder, DEMO: "1", LOG_LEVEL: "error", ...variables });
  const log = pino({ level: env.logLevel });
  const db = openDatabase({ ...database.asServer, max: 8 }, (error) =>
    log.warn({ reason: error.message }, "a database connection ended"),
  );
  const sessionSecret = randomBytes(32).toString("base64url");
  const accessKey = newAccessKey();

  const clock = new PushedClock();

  let demonstration: Demonstration | undefined;
  const build = () =>
    buildApp({
      env,
      db,
      owner: database.connection,
      files,
      filesKey,
      accessKey,
      log,
      clock,
      sessionSecret,
      demonstration: (services) => {
        demonstration ??= new Demonstration(services);
        return demonstration;
      },
    });

  let app = await build();
  await app.http.listen({ port: 0, host: "127.0.0.1" });
  const { port } = app.http.server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  if (connected.length > 0) {
    await demonstration?.start(url, connected);
  }

  return {
    url,
    get app() {
      return app;
    },
    db,
    clock,
    async restart() {
      await app.close();
      app = await build();
      await app.http.listen({ port, host: "127.0.0.1" });
    },
    async close() {
      await demonstration?.stop();
      await app.close();
      await db.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
