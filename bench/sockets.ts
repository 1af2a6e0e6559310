import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { endAll } from "./children.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { temporaryFolder } from "./product.ts";
import type { Held } from "./sockets.holders.ts";
import type { Asked } from "./sockets.weigh.ts";

const SOCKETS = 2000;
/** The machine lets a process have 20,000 open files. */
const SOCKETS_LONG = 18_000;
const ROUNDS = 20;
const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 20;
/** Timers and buffers of the connecting are done with. */
const SETTLES_MS = 3000;

/**
 * Signed-in sockets in one process of the product, a person and a session each: what each of them weighs over the process
 * before the first, and how long it takes until all have heard that something changed. Beside it as many connections of a bare `ws`
 * server, told the same words turn by turn. `--sessions N` for another number.
 */
export const sockets: Benchmark = async ({ isLong, sessions = isLong ? SOCKETS_LONG : SOCKETS }) => {
  const folder = await temporaryFolder();
  const cluster = await startTestCluster();
  const children: ChildProcess[] = [];
  const start = async <T>(file: string, ...words: string[]): Promise<{ child: ChildProcess; said: T }> => {
    const execArgv = ["--import", "tsx", "--expose-gc"];
    const child = fork(join(import.meta.dirname, file), words, { execArgv });
    children.push(child);
    const failed = once(child, "exit").then(() => {
      throw new Error(`${file} ended`);
    });
    const [said] = (await Promise.race([once(child, "message"), failed])) as [T];
    failed.catch(() => undefined);
    return { child, said };
  };
  const held = async (file: string, isBare: boolean): Promise<Side> => {
    const { child: server, said } = await start<{ url: string; tokens: string[] }>(file, String(sessions));
    const before = await answer<number>(server, "weigh");
    const tokens = isBare ? Array.from({ length: sessions }, () => "") : said.tokens;
    const list = join(folder.path, `${isBare}.json`);
    await writeFile(list, JSON.stringify({ url: said.url, tokens, isBare } satisfies Held));
    const began = performance.now();
    const { child: holders } = await start("sockets.holders.ts", list);
    const connected = performance.now() - began;
    await pause(SETTLES_MS);
    const after = await answer<number>(server, "weigh");
    return { server, holders, connected, kilobytesEach: (after - before) / sessions / 1024, took: [] };
  };

  try {
    const ours = await held("sockets.server.ts", false);
    const bare = await held("sockets.bare.server.ts", true);
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const side of [ours, bare]) {
        const took = await tell(side, sessions);
        // The first round compiles.
        if (round > 0) {
          side.took.push(...took);
        }
      }
    }
    return [
      { name: "sockets", value: sessions },
      { name: "sockets-rounds", value: ROUNDS },
      { name: "sockets-connected-in-seconds", value: rounded(ours.connected / 1000, 1) },
      ...figuresOf("sockets", ours),
      ...figuresOf("sockets-bare", bare),
      {
        name: "sockets-told-p99-ratio",
        value: rounded(percentile(ours.took, 0.99) / percentile(bare.took, 0.99)),
      },
    ];
  } finally {
    await endAll(children);
    await cluster.stop();
    await folder.remove();
  }
};

interface Side {
  server: ChildProcess;
  holders: ChildProcess;
  connected: number;
  kilobytesEach: number;
  /** Milliseconds from the telling until each line heard, of all rounds. */
  took: number[];
}

async function answer<T>(child: ChildProcess, asked: Asked | "count" | "take"): Promise<T> {
  const said = once(child, "message");
  child.send(asked);
  return ((await said) as [T])[0];
}

/** Tells everybody once. @returns milliseconds until each line heard */
async function tell({ server, holders }: Side, count: number): Promise<number[]> {
  const began = await answer<number>(server, "tell");
  const deadline = performance.now() + PATIENCE_MS;
  while ((await answer<number>(holders, "count")) < count) {
    if (performance.now() > deadline) {
      throw new Error("some were never told");
    }
    await pause(ASK_AGAIN_MS);
  }
  return (await answer<number[]>(holders, "take")).map((at) => at - began);
}

const figuresOf = (name: string, { kilobytesEach, took }: Side): Figure[] => [
  { name: `${name}-kilobytes-each`, value: rounded(kilobytesEach, 1) },
  { name: `${name}-told-p50-ms`, value: rounded(percentile(took, 0.5)) },
  { name: `${name}-told-p99-ms`, value: rounded(percentile(took, 0.99)) },
];
