import { type ChildProcess, type ForkOptions, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { endAll, hear, saysItsAddress } from "./children.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { program, READY, signIn, temporaryFolder } from "./product.ts";
import type { AskedReading } from "./reads.asker.ts";
import { type Captured, type Noted, stagesOf, type ToServe } from "./reads.captured.ts";

const RESIDENT = "1000000001";
/** Statements are prepared by then, and their plans chosen. */
const WARM_UP = 40;
/** What the product does by itself between two captures is told from what a reading asks: that asks the same each time. */
const CAPTURES = 3;
const BETWEEN_CAPTURES_MS = 300;
const WINDOW_MS = 1500;
/** Rounds that do not count. After one alone, of some hundred readings where processors are busy, half of a program was not compiled. */
const COMPILING = 3;

/**
 * Readings a second over eight lines: the product beside bare Fastify that looks at the same token, asks the same questions of the same
 * database with the same driver, each prepared once, and answers the same. Turn by turn in one run; the asker is a process of its own.
 */
export const reads: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const children: ChildProcess[] = [];
  const start = (file: string, more: ForkOptions = {}): ChildProcess => {
    const child = fork(file, { execArgv: ["--import", "tsx"], serialization: "advanced", ...more });
    children.push(child);
    // Each question waits for its answer or this end, one after the other.
    child.setMaxListeners(0);
    return child;
  };
  try {
    const sessionSecret = randomBytes(32).toString("base64url");
    const server = start(program, {
      execArgv: ["--import", "tsx", "--import", besides("reads.preload.ts")],
      env: {
        ...process.env,
        PORT: "0",
        DATA_DIR: folder.path,
        DEMO: "1",
        LOG_LEVEL: "error",
        SESSION_SECRET: sessionSecret,
      },
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    const url = await saysItsAddress(server, READY);
    const { token, buildingId } = await signIn(url, RESIDENT);
    const product = { url, token, ...(await capture(server, { url, token, buildingId })) };
    const bare = start(besides("reads.bare.ts"));
    bare.send({ sessionSecret, ...product } satisfies ToServe);
    const bareUrl = await hear<string>(bare);
    const asker = start(besides("reads.asker.ts"));
    await hear(asker);
    const measure = async (side: ChildProcess, address: string): Promise<Measured> => {
      side.send({ kind: "begin" });
      const asked: AskedReading = { address, token: product.token, forMs: WINDOW_MS };
      asker.send(asked);
      const { answered, ms } = await hear<{ answered: number; ms: number }>(asker);
      side.send({ kind: "end" });
      const { cpuMs } = await hear<{ cpuMs: number }>(side);
      return { perSecond: (answered / ms) * 1000, cpuMs: cpuMs / answered };
    };
    const figures: Figure[] = [];
    for (const { name, path, stages } of product.captured) {
      const pairs: { ours: Measured; theirs: Measured }[] = [];
      // The first rounds compile.
      for (let round = 1 - COMPILING; round <= (isLong ? 30 : 5); round += 1) {
        const theirs = await measure(bare, `${bareUrl}${path}`);
        const ours = await measure(server, `${product.url}${path}`);
        if (round > 0) {
          pairs.push({ ours, theirs });
        }
      }
      const middle = (of: (pair: (typeof pairs)[number]) => number) =>
        rounded(percentile(pairs.map(of), 0.5), 3);
      figures.push(
        { name: `reads-${name}-questions`, value: stages.flat().length },
        { name: `reads-${name}-per-second`, value: middle(({ ours }) => ours.perSecond) },
        { name: `reads-${name}-bare-per-second`, value: middle(({ theirs }) => theirs.perSecond) },
        {
          name: `reads-${name}-ratio`,
          value: middle(({ ours, theirs }) => ours.perSecond / theirs.perSecond),
        },
        { name: `reads-${name}-cpu-ms`, value: middle(({ ours }) => ours.cpuMs) },
        { name: `reads-${name}-bare-cpu-ms`, value: middle(({ theirs }) => theirs.cpuMs) },
      );
    }
    return figures;
  } finally {
    await endAll(children);
    await folder.remove();
  }
};

const besides = (file: string): string => join(import.meta.dirname, file);

/** What the product asks its database for each reading, and what it answers. */
async function capture(
  server: ChildProcess,
  { url, token, buildingId }: { url: string; token: string; buildingId: string },
): Promise<Pick<ToServe, "captured" | "connection">> {
  const readings = [
    ["current-user", "/api/user/auth/currentUser"],
    ["doors", `/api/buildings/${buildingId}/doors`],
    ["buildings", "/api/buildings"],
  ] as const;
  const captured: Captured[] = [];
  let connection: object = {};
  for (const [name, path] of readings) {
    const read = async () =>
      (await fetch(`${url}${path}`, { headers: { authorization: `JWT ${token}` } })).json();
    for (let turn = 0; turn < WARM_UP; turn += 1) {
      await read();
    }
    let least: Noted[] | undefined;
    let reply: unknown;
    for (let time = 0; time < CAPTURES; time += 1) {
      server.send({ kind: "note" });
      await hear(server);
      reply = await read();
      server.send({ kind: "noted" });
      const noted = await hear<Noted[]>(server);
      least = least && least.length <= noted.length ? least : noted;
      await pause(BETWEEN_CAPTURES_MS);
    }
    connection = least?.[0]?.connection ?? connection;
    captured.push({ name, path, stages: stagesOf(name, least ?? []), reply });
  }
  return { captured, connection };
}

interface Measured {
  perSecond: number;
  /** Of the server's processor, for one. */
  cpuMs: number;
}
