import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, Socket as TcpSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { doorAction } from "@umbral/contract/doors/doors.contract";
import type { Acknowledgement } from "@umbral/contract/lib/message";
import pino from "pino";
import { io as connectSocket, type Socket } from "socket.io-client";
import { type App, buildApp, type Parts } from "../src/app.ts";
import { SessionTokens } from "../src/features/auth/session-tokens.ts";
import { ordersSettled } from "../src/features/doors/door-orders.ts";
import { newAccessKey } from "../src/platform/access-key.ts";
import { keepAttemptsUnder } from "../src/platform/attempts.queries.ts";
import { type Clock, systemClock } from "../src/platform/clock.ts";
import { type Database, openDatabase } from "../src/platform/database.ts";
import type { PostgresConnection } from "../src/platform/embedded-postgres.ts";
import { type Env, readEnv } from "../src/platform/env.ts";
import { EncryptedFiles } from "../src/platform/files.ts";
import { filesOf } from "../src/platform/files-place.ts";
import { KeyedDigest } from "../src/platform/keyed-digest.ts";
import { PreparedStatements } from "../src/platform/prepared-statements.ts";
import { SignedTokens } from "../src/platform/signed-tokens.ts";
import { testDatabase } from "./cluster.ts";
import { type Factories, factoriesFor } from "./factories.ts";

const quiet = { error: () => undefined, info: () => undefined };

/** A clock that a test moves: the date by pushes, the steady time by stalls. Both go on by themselves. */
export class PushedClock implements Clock {
  #ahead = 0;
  #stalledMs = 0;
  #heldAt: number | undefined;
  /** Hear that the date was set, as a server finds by itself after a while. */
  readonly onSet = new Set<() => void>();
  now(): Date {
    return new Date((this.#heldAt ?? Date.now()) + this.#ahead);
  }
  steadyMs(): number {
    return systemClock.steadyMs() + this.#stalledMs;
  }
  /** The process stands still for so long: whatever is under way is that much older. */
  stall(milliseconds: number): void {
    this.#stalledMs += milliseconds;
  }
  push(milliseconds: number): void {
    this.#ahead += milliseconds;
    for (const hear of this.onSet) {
      hear();
    }
  }
  /** From here it goes on by pushes alone, however long the test itself takes. */
  hold(): void {
    this.#heldAt ??= Date.now();
  }
  /** Goes on by itself again, from where it stands. */
  release(): void {
    if (this.#heldAt !== undefined) {
      this.#ahead -= Date.now() - this.#heldAt;
      this.#heldAt = undefined;
    }
  }
}

export interface TestServer extends Factories {
  app: App;
  /** As the owner: a test may look at, and break, what the server itself cannot. */
  db: Database;
  clock: PushedClock;
  /** What its tokens are signed with. */
  sessionSecret: string;
  /** `http://127.0.0.1:port`, listening. */
  url: string;
  /** Opens a socket without signing it in. */
  connect(): Promise<TestSocket>;
  /** Opens a socket and signs it in. */
  connectAs(person: { token: string }, url?: string): Promise<TestSocket>;
  /** Writes its keys where a process of its own looks for them (`DATA_DIR/keys`). */
  copyKeys(dataDir: string): Promise<void>;
  /** How its owner reaches the database. */
  connection: PostgresConnection;
  /** A second server process' worth of application on the same database and files, or on copies of them elsewhere. */
  another(place?: TestPlace): Promise<{ app: App; url: string; close(): Promise<void> }>;
  close(): Promise<void>;
}

/** Where a server's data are. */
interface TestPlace {
  asServer: PostgresConnection;
  dataDir: string;
}

/** A whole server on a database of its own, listening on a free port of the loopback. */
export async function startTestServer(
  variables: Record<string, string> = {},
  more: Pick<Parts, "demonstration" | "ways"> = {},
): Promise<TestServer> {
  const database = await testDatabase();
  const folder = await mkdtemp(join(tmpdir(), "umbral-files-"));
  const env = readEnv({ PORT: "0", DATA_DIR: folder, DEMO: "0", LOG_LEVEL: "silent", ...variables });
  const clock = new PushedClock();
  const sessionSecret = randomBytes(32).toString("base64url");
  const filesKey = randomBytes(32);
  const installation = new KeyedDigest(filesKey).fingerprint;
  const accessKey = newAccessKey();
  const sockets: Socket[] = [];

  const build = async (
    { asServer, dataDir }: TestPlace = { asServer: database.asServer, dataDir: folder },
  ) => {
    const prepared = new PreparedStatements();
    const db = openDatabase({ ...asServer, max: 8 }, () => undefined, prepared);
    const app = await buildApp({
      env: { ...env, dataDir },
      db,
      prepared,
      owner: { ...asServer, user: database.connection.user },
      clock,
      sessionSecret,
      filesKey,
      accessKey,
      files: new EncryptedFiles(filesOf({ ...env, dataDir }, { installation, log: quiet }), filesKey),
      log: pino({ level: env.logLevel }),
      // What is written is looked at, whether anybody is there to deliver it; `undefined` is as it is configured.
      ways: ["mail", "sms"],
      ...more,
    });
    const url = await listen(app, env);
    const look = () => app.services.news.wakeAll();
    clock.onSet.add(look);
    const close = async () => {
      clock.onSet.delete(look);
      await app.close();
      await db.destroy();
    };
    return { app, url, close };
  };
  const first = await build();
  const owner = openDatabase({ ...database.connection, max: 4 }, () => undefined);
  keepAttemptsUnder(owner, first.app.services.digest);

  const connect = async (url = first.url): Promise<TestSocket> => {
    const socket = connectSocket(url, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
    });
    sockets.push(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("connect_error", reject);
    });
    return new TestSocket(socket);
  };

  return {
    ...first,
    ...factoriesFor(first.app.services, new SessionTokens(new SignedTokens(sessionSecret))),
    db: owner,
    clock,
    sessionSecret,
    connection: database.connection,
    connect: () => connect(),
    async connectAs(person, url) {
      const socket = await connect(url);
      const answer = await socket.ask("init", { token: person.token });
      if (!answer.ok) {
        throw new Error(`init was refused: ${answer.code}`);
      }
      return socket;
    },
    async copyKeys(dataDir) {
      const keys = join(dataDir, "keys");
      await mkdir(keys, { recursive: true, mode: 0o700 });
      await writeFile(join(keys, "files.key"), filesKey, { mode: 0o600 });
      const pem = accessKey.export({ format: "pem", type: "pkcs8" });
      await writeFile(join(keys, "access.key"), pem, { mode: 0o600 });
    },
    another: build,
    async close() {
      for (const socket of sockets) {
        socket.disconnect();
      }
      await first.close();
      await owner.destroy();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function listen(app: App, env: Env): Promise<string> {
  await app.http.listen({ port: env.port, host: env.host });
  const address = app.http.server.address() as AddressInfo;
  return `http://127.0.0.1:${address.port}`;
}

/** Long enough for any answer on this machine; a message that never comes fails here with its name. */
const PATIENCE_MS = 20_000;

/** A browser's socket in a test's hands: it asks, and waits for what it should hear. */
export class TestSocket {
  readonly raw: Socket;
  readonly #heard: { event: string; args: unknown[] }[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(raw: Socket) {
    this.raw = raw;
    raw.onAny((event: string, ...args: unknown[]) => {
      this.#heard.push({ event, args });
      for (const look of this.#waiting) {
        look();
      }
    });
  }

  get id(): string {
    return this.raw.id ?? "";
  }

  /** Sends a message and gives its acknowledgement, with what follows the answer of a door written down. */
  async ask(event: string, ...payload: unknown[]): Promise<Acknowledgement<Record<string, unknown>>> {
    const answer = await this.raw.timeout(PATIENCE_MS).emitWithAck(event, ...payload);
    if (event === doorAction.event) {
      await ordersSettled();
    }
    return answer;
  }

  /** The next event of this name that has not been taken yet, heard already or still to come. */
  async hear<Payload = Record<string, unknown>>(
    event: string,
    matches: (payload: Payload) => boolean = () => true,
  ): Promise<Payload> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`never heard ${event}; heard: ${this.#heard.map((item) => item.event).join(", ")}`));
      }, PATIENCE_MS);
      const look = () => {
        const at = this.#heard.findIndex((item) => item.event === event && matches(item.args[0] as Payload));
        if (at >= 0) {
          const [item] = this.#heard.splice(at, 1);
          clearTimeout(timer);
          this.#waiting.delete(look);
          resolve(item?.args[0] as Payload);
        }
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** Events of this name that came and were not taken. */
  heardSoFar(event: string): unknown[] {
    return this.#heard.filter((item) => item.event === event).map((item) => item.args[0]);
  }

  disconnect(): void {
    this.raw.disconnect();
  }

  /** Reads nothing more from the line, as a phone does that fell asleep with the connection open. */
  pause(): void {
    this.#line().pause();
  }

  resume(): void {
    this.#line().resume();
  }

  /** The TCP connection under the layers of two libraries, which hide it. */
  #line(): { pause(): void; resume(): void } {
    const websocket: unknown = Reflect.get(this.raw.io.engine.transport, "ws");
    const line: unknown = Reflect.get(Object(websocket), "_socket");
    if (!(line instanceof TcpSocket)) {
      throw new Error("the socket's line is not where it was");
    }
    return line;
  }

  /** Resolves with the reason when the line ends. */
  ended(): Promise<string> {
    return new Promise((resolve) => {
      this.raw.once("disconnect", resolve);
    });
  }
}
