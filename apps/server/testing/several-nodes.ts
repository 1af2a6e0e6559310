import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { v7 } from "uuid";
import { type ControllerProcess, startController } from "../../controller/testing/controller-process.ts";
import { SessionTokens } from "../src/features/auth/session-tokens.ts";
import { systemClock } from "../src/platform/clock.ts";
import { type Database, openDatabase } from "../src/platform/database.ts";
import { S3Requests } from "../src/platform/s3-requests.ts";
import { SignedTokens } from "../src/platform/signed-tokens.ts";
import { type Factories, factoriesFor } from "./factories.ts";
import { type MailServer, startMailServer } from "./mail-server.ts";
import { programFile, type RunningServer, startServerFile } from "./server-process.ts";
import { type SystemPostgres, startSystemPostgres } from "./system-postgres.ts";
import { startTestRedis, type TestRedis } from "./test-redis.ts";
import { startTestS3, type TestS3 } from "./test-s3.ts";

/*
 * An installation as an operator has one: three server processes, each with a folder of its own, before them what passes
 * connections on, beside them PostgreSQL, Redis and an object store, and in the building a controller.
 */

/** The places of the nodes, as they are called in what is told. */
export const NODES = ["A", "B", "C"] as const;
export type NodeName = (typeof NODES)[number];

export interface Installation {
  make: Factories;
  /** As the owner of the tables. */
  db: Database;
  postgres: SystemPostgres;
  redis: TestRedis;
  store: TestS3;
  mail: MailServer;
  /** Where a node listens, which is elsewhere after it was killed and started. */
  urlOf(name: NodeName): string;
  kill(name: NodeName): Promise<void>;
  start(name: NodeName): Promise<void>;
  /** The ids of all files in the object store. */
  storedIds(): Promise<string[]>;
  /** What passes each connection on to the first of the nodes that is there, beginning with the last. */
  balancer: string;
  /** The settings of a command that is run beside them. */
  variables: Record<string, string>;
  folder: string;
  startController(pairingCode: string): Promise<ControllerProcess>;
  close(): Promise<void>;
}

const DATABASE = "umbral";

export async function startInstallation(): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "umbral-nodes-"));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.toReversed()) {
      await step();
    }
  };
  try {
    const [postgres, redis, store, mail] = await Promise.all([
      startSystemPostgres(),
      startTestRedis(),
      startTestS3(),
      startMailServer(),
    ]);
    undo.push(() => Promise.all([postgres.stop(), redis.kill(), store.close(), mail.down()]));
    await postgres.run("createdb", ["-U", "umbral", "-h", "", DATABASE]);
    const sessionSecret = randomBytes(32).toString("base64url");
    const variables = {
      DATABASE_URL: postgres.connectionTo(DATABASE),
      REDIS_URL: redis.url,
      SESSION_SECRET: sessionSecret,
      FILES_KEY_FILE: join(folder, "keys", "files.key"),
      SMTP_URL: mail.url,
      MAIL_FROM: "umbral@example.com",
      DEMO: "0",
      ...store.variables("umbral"),
    };
    const program = await programFile("main");
    const running = new Map<NodeName, RunningServer>();
    const start = async (name: NodeName) => {
      running.set(
        name,
        await startServerFile(program, folder, { ...variables, DATA_DIR: join(folder, name) }),
      );
    };
    undo.push(() => Promise.all([...running.values()].map((node) => node.kill())));
    // The first brings the database to its shape and makes the keys.
    await start("A");
    await Promise.all([start("B"), start("C")]);
    const db = openDatabase({ connectionString: variables.DATABASE_URL, max: 2 }, () => undefined);
    undo.push(() => db.destroy());
    const urlOf = (name: NodeName): string => {
      const node = running.get(name);
      if (node === undefined) {
        throw new Error(`${name} is not there`);
      }
      return node.url;
    };
    const balancer = await startBalancer(() =>
      NODES.toReversed().flatMap((name) => running.get(name)?.url ?? []),
    );
    undo.push(balancer.close);
    return {
      make: factoriesFor(
        { db, newId: v7, clock: systemClock },
        new SessionTokens(new SignedTokens(sessionSecret)),
      ),
      db,
      postgres,
      redis,
      store,
      mail,
      urlOf,
      async kill(name) {
        const node = running.get(name);
        running.delete(name);
        await node?.kill();
      },
      start,
      async storedIds() {
        const ids: string[] = [];
        const requests = new S3Requests(store.place("umbral"), {
          error: () => undefined,
          info: () => undefined,
        });
        for await (const { name } of requests.list("files/")) {
          ids.push(name.slice("files/".length));
        }
        return ids;
      },
      balancer: balancer.url,
      variables,
      folder,
      async startController(pairingCode) {
        const controller = await startController({
          SERVER_URL: balancer.url,
          CONTROLLER_DATA_DIR: join(folder, "controller"),
          PAIRING_CODE: pairingCode,
          LOG_LEVEL: "info",
        });
        undo.push(() => controller.kill("SIGKILL"));
        await controller.heard("ready");
        return controller;
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Passes connections on as they are, and ends them with what they were passed on to. */
async function startBalancer(
  urls: () => readonly string[],
): Promise<{ url: string; close(): Promise<void> }> {
  const lines = new Set<Socket>();
  const passOn = (from: Socket, [first, ...others]: readonly string[]) => {
    if (first === undefined) {
      from.destroy();
      return;
    }
    const to = connect(Number(new URL(first).port), "127.0.0.1");
    lines.add(to);
    to.once("error", () => {
      // One that was killed a moment ago takes nothing.
      if (to.bytesRead === 0 && !from.destroyed) {
        passOn(from, others);
      }
    });
    to.once("connect", () => {
      from.pipe(to).pipe(from);
      to.once("close", () => from.destroy());
      from.once("close", () => to.destroy());
    });
  };
  const server = createServer((from) => {
    lines.add(from);
    from.on("error", () => from.destroy());
    passOn(from, urls());
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      for (const line of lines) {
        line.destroy();
      }
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
