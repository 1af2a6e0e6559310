import { type ChildProcess, execFile, type ForkOptions, fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir } from "node:fs/promises";
import { connect } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { startTestRedis } from "../apps/server/testing/test-redis.ts";
import { endAll, hear, saysItsAddress } from "./children.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import type { Seeded } from "./nodes.seed.ts";
import { program, temporaryFolder } from "./product.ts";
import type { AskedReading } from "./reads.asker.ts";

const NODES = 3;
/**
 * Who watches in all, once so many and once more: what a picture costs a process by itself is shared by those who watch there. And how
 * many pictures a second: all that are delivered, some 140 MB a second, one processor has to take in.
 */
const AUDIENCES: readonly Audience[] = [
  { watching: 300, perSecond: 10 },
  { watching: 900, perSecond: 4 },
];
const FRAME_BYTES = 40_000;
const ASKED_MS = 3000;
const WATCHED_MS = 6000;
/** Code is compiled and statements are prepared by then, in each process. */
const WARM_UP_MS = 5000;
const SETTLES_MS = 3000;
/** Rounds before the first that counts: three processes compile what one compiles, with a third of the work each. */
const COMPILES = 2;
/** Where there are so many processors, the servers have the first one and all that is not the product the second. */
const [SERVERS, OTHERS, ALL] = ["0", "1", `0-${availableParallelism() - 1}`];
const LISTENS = /http:\/\/127\.0\.0\.1:\d+/;

/**
 * Three server processes of one installation, with Redis between them, beside one process by itself: what a reading and a delivered
 * picture of a camera cost the processors of all of them above what they take at rest, turn by turn in one run, with the same
 * requests and as many viewers. And how often a picture is said to Redis: once for the two processes where its
 * controller does not hang. Who cannot take in what the servers send falls behind, and what a picture costs then says nothing: the smallest
 * part of a round's pictures that arrived is told beside it.
 *
 * The servers share one processor, and who watches, the camera and Redis another: in life none of them is on a server's machine, and
 * what they take of its caches is no cost of the product's.
 */
export const nodes: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  // Whatever this process starts begins where it is.
  await keepAt(OTHERS, process.pid);
  const redis = await startTestRedis();
  const children: ChildProcess[] = [];
  const start = (file: string, words: string[] = [], more: ForkOptions = {}): ChildProcess => {
    const options = { execArgv: ["--import", "tsx"], serialization: "advanced" as const, ...more };
    const child = fork(file, words, options);
    child.setMaxListeners(0);
    children.push(child);
    return child;
  };
  /** An installation on so many processes, with so many viewers spread over them. */
  const install = async (count: number, audience: Audience, redisUrl?: string): Promise<Installation> => {
    const { watching, perSecond } = audience;
    const dataDir = join(folder.path, `${count}-${watching}`);
    await mkdir(dataDir);
    const seeded = await hear<Seeded>(start(besides("nodes.seed.ts"), [dataDir, String(watching)]));
    const { databaseUrl, sessionSecret, tokens, buildingId, camId, code } = seeded;
    const token = tokens[0] ?? "";
    const servers: ChildProcess[] = [];
    const urls: string[] = [];
    for (let node = 0; node < count; node += 1) {
      const server = start(program, [], {
        execArgv: ["--import", "tsx", "--import", besides("meter.preload.ts")],
        env: {
          ...process.env,
          PORT: "0",
          DEMO: "0",
          LOG_LEVEL: "error",
          DATA_DIR: dataDir,
          DATABASE_URL: databaseUrl,
          SESSION_SECRET: sessionSecret,
          ...(redisUrl === undefined ? {} : { REDIS_URL: redisUrl }),
        },
        stdio: ["ignore", "pipe", "inherit", "ipc"],
      });
      servers.push(server);
      urls.push(await saysItsAddress(server, LISTENS));
      await keepAt(SERVERS, server.pid);
    }
    const asker = start(besides("reads.asker.ts"));
    await hear(asker);
    for (const url of urls) {
      asker.send({ ...readingAt(url, token), forMs: WARM_UP_MS } satisfies AskedReading);
      await hear(asker);
    }
    // They find one another, and rest.
    await pause(SETTLES_MS);
    const restMs = await spentIn(servers, () => pause(WATCHED_MS));
    const camera = start(besides("frames.camera.ts"), [
      urls[0] ?? "",
      code,
      camId,
      String(FRAME_BYTES),
      String(perSecond),
      randomBytes(4).toString("hex"),
    ]);
    await hear(camera);
    const viewers: ChildProcess[] = [];
    // As many processes watch one server as three.
    for (let part = 0; part < NODES; part += 1) {
      const url = urls[part % count];
      const own = tokens.slice((watching / NODES) * part, (watching / NODES) * (part + 1));
      const some = start(besides("frames.viewers.ts"), [
        JSON.stringify({ url, tokens: own, buildingId, camId }),
      ]);
      viewers.push(some);
      await hear(some);
    }
    return { audience, token, urls, servers, viewers, asker, camera, restMs };
  };

  try {
    const figures: Figure[] = [];
    for (const audience of AUDIENCES) {
      const { watching, perSecond } = audience;
      // A camera is told to film so long in each round.
      const filmed = (perSecond * (SETTLES_MS + WATCHED_MS)) / 1000;
      const one = await install(1, audience);
      const three = await install(NODES, audience, redis.url);
      await pause(SETTLES_MS);
      // What is read has nothing to do with who watches.
      const isAsked = audience === AUDIENCES[0];
      const rounds = isLong ? 12 : 5;
      const costs: Costs = { one: { request: [], frame: [] }, three: { request: [], frame: [] } };
      let [crossings, arrived] = [0, 1];
      for (let round = 1 - COMPILES; round <= rounds; round += 1) {
        for (const [name, installation] of [
          ["one", one],
          ["three", three],
        ] as const) {
          const request = isAsked ? await costOfRequest(installation) : 0;
          const before = await bytesInto(redis.url);
          const frame = await costOfFrame(installation);
          const after = await bytesInto(redis.url);
          if (round > 0) {
            costs[name].request.push(request);
            costs[name].frame.push(frame.cpuMs);
            arrived = Math.min(arrived, frame.arrived);
          }
          if (name === "three") {
            crossings = (after - before) / FRAME_BYTES / filmed;
          }
        }
      }
      if (isAsked) {
        figures.push(...compared("request", costs, "request"), restOf("one", one), restOf("three", three));
      }
      figures.push(
        ...compared(`frame-of-${watching}`, costs, "frame"),
        { name: `nodes-arrived-of-${watching}`, value: rounded(arrived) },
        { name: `nodes-crossings-of-${watching}`, value: rounded(crossings) },
      );
      await endAll(children.splice(0));
    }
    return figures;
  } finally {
    await endAll(children);
    await redis.kill();
    await keepAt(ALL, process.pid);
    await folder.remove();
  }
};

type Costs = Record<"one" | "three", { request: number[]; frame: number[] }>;

/** The middle of what each took for one, and how many times as much it was in three processes in the same round: machines change their pace. */
function compared(what: string, { one, three }: Costs, of: "request" | "frame"): Figure[] {
  const ratios = three[of].map((together, round) => together / (one[of][round] ?? Number.NaN));
  return [
    { name: `nodes-one-cpu-ms-per-${what}`, value: rounded(percentile(one[of], 0.5), 4) },
    { name: `nodes-three-cpu-ms-per-${what}`, value: rounded(percentile(three[of], 0.5), 4) },
    { name: `nodes-${what}-ratio`, value: rounded(percentile(ratios, 0.5)) },
  ];
}

const restOf = (name: "one" | "three", { restMs }: Installation): Figure => ({
  name: `nodes-${name}-rest-cpu-ms-per-second`,
  value: rounded((restMs / WATCHED_MS) * 1000),
});

interface Audience {
  watching: number;
  perSecond: number;
}

interface Installation {
  audience: Audience;
  token: string;
  urls: string[];
  servers: ChildProcess[];
  viewers: ChildProcess[];
  asker: ChildProcess;
  camera: ChildProcess;
  /** What its processes spend together in {@link WATCHED_MS} in which nobody does anything. */
  restMs: number;
}

const readingAt = (url: string, token: string) => ({ address: `${url}/api/user/auth/currentUser`, token });

const besides = (file: string): string => join(import.meta.dirname, file);

/** A process and all its threads stay at these processors, where there are several. */
async function keepAt(processors: string, pid: number | undefined): Promise<void> {
  if (pid !== undefined && availableParallelism() > 1) {
    await promisify(execFile)("taskset", ["--all-tasks", "--cpu-list", "--pid", processors, String(pid)]);
  }
}

/**
 * Milliseconds of all its processes' processors for one reading, asked of one process after the other. No camera films meanwhile:
 * a process that is busy takes its pictures on the way, one that rests is woken for each.
 */
async function costOfRequest({ token, urls, servers, asker }: Installation): Promise<number> {
  let [cpuMs, answered] = [0, 0];
  // Each as long as the one by itself: what has to be compiled and to grow again after a rest is a part of both.
  const forMs = ASKED_MS;
  const rest = await spentIn(servers, () => pause(forMs));
  for (const url of urls) {
    const spent = await spentIn(servers, async () => {
      asker.send({ ...readingAt(url, token), forMs } satisfies AskedReading);
      answered += (await hear<{ answered: number }>(asker)).answered;
    });
    // What they spend by themselves meanwhile is none of the readings'.
    cpuMs += spent - rest;
  }
  return cpuMs / answered;
}

/**
 * The same for a picture that reaches one who watches, while the other installation's camera is still. What it costs that they are
 * there is none of a picture's.
 */
async function costOfFrame(installation: Installation): Promise<{ cpuMs: number; arrived: number }> {
  const { audience, servers, viewers, camera } = installation;
  let frames = 0;
  const restMs = await spentIn(servers, () => pause(WATCHED_MS));
  camera.send("film");
  await pause(SETTLES_MS);
  const cpuMs = await spentIn(servers, async () => {
    for (const some of viewers) {
      some.send({ kind: "begin" });
    }
    await pause(WATCHED_MS);
    const counted = viewers.map((some) => {
      some.send({ kind: "end" });
      return hear<number>(some);
    });
    frames = (await Promise.all(counted)).reduce((sum, own) => sum + own, 0);
  });
  camera.send("still");
  const expected = (audience.watching * audience.perSecond * WATCHED_MS) / 1000;
  return { cpuMs: (cpuMs - restMs) / frames, arrived: frames / expected };
}

/** Milliseconds of their processors while something goes on. */
async function spentIn(servers: readonly ChildProcess[], work: () => Promise<unknown>): Promise<number> {
  for (const server of servers) {
    server.send({ kind: "begin" });
  }
  await work();
  let spent = 0;
  for (const server of servers) {
    server.send({ kind: "end" });
    spent += (await hear<{ cpuMs: number }>(server)).cpuMs;
  }
  return spent;
}

/** Bytes that Redis was sent until now. */
async function bytesInto(redisUrl: string): Promise<number> {
  const { hostname, port } = new URL(redisUrl);
  const socket = connect(Number(port), hostname);
  socket.end("INFO stats\r\nQUIT\r\n");
  let said = "";
  for await (const chunk of socket) {
    said += String(chunk);
  }
  return Number(/total_net_input_bytes:(\d+)/.exec(said)?.[1]);
}
