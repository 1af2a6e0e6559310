import { type ChildProcess, execFile, spawn } from "node:child_process";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { findPostgresFolder } from "../../../scripts/postgres-folder.mjs";
import { asIdentity, chooseIdentity, giveTo } from "../src/platform/embedded-postgres-identity.ts";

const run = promisify(execFile);

const USER = "umbral";

/** A server of the system's own PostgreSQL, as an operator has one, with the programs that come with it. */
export interface SystemPostgres {
  connectionTo(database: string): string;
  /** Runs one of its programs (`pg_dump`, `createdb`) on this server, and gives what it wrote. */
  run(program: string, args: readonly string[]): Promise<string>;
  /** It ends at once, with whatever was under way, and what it wrote is recovered at its start. */
  crash(): Promise<void>;
  /** It comes back. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts one in a folder of its own; `npm test` installs it where it is missing. */
export async function startSystemPostgres(): Promise<SystemPostgres> {
  const programs = await findPostgresFolder();
  if (programs === undefined) {
    throw new Error("No system PostgreSQL: install the packages that npm test names (Debian: postgresql).");
  }
  const folder = await mkdtemp(join(tmpdir(), "umbral-pg-"));
  const files = join(folder, "data");
  const env = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" };
  await chmod(folder, 0o711);
  const identity = await chooseIdentity(folder, files, join(programs, "postgres"), env);
  await giveTo(identity, folder);
  const [initdb, initdbArgs] = asIdentity(identity, join(programs, "initdb"), [
    `--pgdata=${files}`,
    `--username=${USER}`,
    "--encoding=UTF8",
    "--locale=C",
    "--auth=trust",
    "--no-sync",
  ]);
  await run(initdb, initdbArgs, { ...identity.ids, env, cwd: "/" });
  const [postgres, postgresArgs] = asIdentity(identity, join(programs, "postgres"), [
    ...["-D", files, "-c", "listen_addresses=", "-c", `unix_socket_directories=${folder}`],
    ...["-c", "fsync=off", "-c", "lc_messages=C"],
  ]);
  let running: { child: ChildProcess; closed: Promise<void> };
  const start = async (): Promise<void> => {
    const child = spawn(postgres, postgresArgs, {
      ...identity.ids,
      env,
      cwd: "/",
      stdio: ["ignore", "ignore", "pipe"],
    });
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    running = { child, closed };
    const heard: string[] = [];
    await new Promise<void>((resolve, reject) => {
      createInterface({ input: child.stderr }).on("line", (line) => {
        heard.push(line);
        if (line.includes("ready to accept connections")) {
          resolve();
        }
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(heard.join("\n"))));
    });
  };
  await start();
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    running.child.kill(signal);
    await running.closed;
  };
  return {
    connectionTo: (database) => `postgres://${USER}@localhost/${database}?host=${encodeURIComponent(folder)}`,
    run: async (program, args) => {
      const settings = { ...env, PGHOST: folder, PGUSER: USER };
      const { stdout } = await run(join(programs, program), args, { env: settings, maxBuffer: 2 ** 28 });
      return stdout;
    },
    crash: () => end("SIGQUIT"),
    start,
    async stop() {
      await end("SIGINT");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
