import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Benchmark, type Figure, rounded } from "./figures.ts";
import { childrenOf, commandOf, startProduct, temporaryFolder } from "./product.ts";

/**
 * First lists are reckoned, controllers have signed in, and the garbage of the start is collected: V8 leaves the last of it until a
 * process was at rest for 100 s, and looks once more after that.
 */
const SETTLES_MS = 180_000;
const MEASURED_MS = 60_000;
const LONG_MS = 300_000;

/** What a process that does nothing is measured against: Node's own HTTP server, which nobody asks anything. */
const EMPTY_SERVER =
  "require('node:http').createServer(() => {}).listen(0, '127.0.0.1', () => console.log('up'))";

/** What a process spent, over all of its threads. */
interface Spent {
  cpuMs: number;
  /** How often a thread of it slept and was woken. */
  wakeUps: number;
}

/**
 * The demonstration when nobody is there: what the server and a controller take of the processor in a second, how
 * often they are woken, and how often the database is asked. One controller watches a camera's hours and looks at its pictures; the
 * one that spends least watches nothing. Node's empty HTTP server beside them in the same time.
 */
export const rest: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const empty = await startEmptyServer();
  await pause(SETTLES_MS);
  const pid = product.process.pid ?? 0;
  const children = childrenOf(pid);
  const controllers = children.filter((child) => commandOf(child).includes("controller"));
  const watched = [pid, empty.pid ?? 0, ...controllers];
  const database = await openBeside(children);

  const transactionsBefore = await countTransactions(database);
  const began = performance.now();
  const before = watched.map(spentBy);
  await pause(isLong ? LONG_MS : MEASURED_MS);
  const after = watched.map(spentBy);
  const seconds = (performance.now() - began) / 1000;
  const transactions = (await countTransactions(database)) - transactionsBefore;

  await database.end();
  empty.kill();
  await product.stop();
  await folder.remove();
  const spent = after.map((end, at) => ({
    cpuMs: (end.cpuMs - (before[at]?.cpuMs ?? 0)) / seconds,
    wakeUps: (end.wakeUps - (before[at]?.wakeUps ?? 0)) / seconds,
  }));
  const [server, bare, ...ofControllers] = spent;
  const byWork = ofControllers.toSorted((one, other) => one.cpuMs - other.cpuMs);
  return [
    { name: "rest-seconds", value: rounded(seconds, 0) },
    ...figuresOf("server", server),
    { name: "rest-server-transactions-per-second", value: rounded(transactions / seconds) },
    ...figuresOf("controller", byWork[0]),
    ...figuresOf("busiest-controller", byWork.at(-1)),
    ...figuresOf("bare", bare),
  ];
};

function figuresOf(name: string, spent: Spent | undefined): Figure[] {
  if (spent === undefined) {
    throw new Error(`there is no ${name}`);
  }
  return [
    { name: `rest-${name}-cpu-ms-per-second`, value: rounded(spent.cpuMs) },
    { name: `rest-${name}-wake-ups-per-second`, value: rounded(spent.wakeUps, 1) },
  ];
}

async function startEmptyServer(): Promise<ChildProcess> {
  const child = spawn(process.execPath, ["-e", EMPTY_SERVER], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  return child;
}

/** As the kernel counts it: time on a processor in nanoseconds, and each time that a thread gave one up by itself. */
function spentBy(pid: number): Spent {
  const spent: Spent = { cpuMs: 0, wakeUps: 0 };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    const of = `/proc/${pid}/task/${thread}`;
    spent.cpuMs += Number(readFileSync(`${of}/schedstat`, "utf8").split(" ")[0]) / 1e6;
    const switches = /^voluntary_ctxt_switches:\s+(\d+)/m.exec(readFileSync(`${of}/status`, "utf8"))?.[1];
    spent.wakeUps += Number(switches);
  }
  return spent;
}

/** A connection to the server's own database, by the folder of its socket, which stands in its command line. */
async function openBeside(children: readonly number[]): Promise<pg.Client> {
  const host = children
    .map((child) => /-k (\S+)|unix_socket_directories=(\S+)/.exec(commandOf(child)))
    .find(Boolean);
  const folder = host?.[1] ?? host?.[2];
  if (folder === undefined) {
    throw new Error("the server's database is not among its children");
  }
  const client = new pg.Client({ host: folder, port: 5432, user: "umbral", database: "umbral" });
  await client.connect();
  return client;
}

/** All that was asked so far; what a transaction asks in several statements counts once. */
async function countTransactions(database: pg.Client): Promise<number> {
  const { rows } = await database.query<{ count: string }>(
    "select xact_commit + xact_rollback as count from pg_stat_database where datname = current_database()",
  );
  return Number(rows[0]?.count);
}
