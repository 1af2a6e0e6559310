import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { z } from "zod";
import { DEMONSTRATION_PASSWORD, demonstrationAccounts } from "../apps/server/src/demo/accounts.ts";
import { Memory } from "./memory.ts";
import { childrenOf, commandOf, type RunningProduct, startProduct, temporaryFolder } from "./product.ts";

/*
 * npm run prove:hours                                   ten minutes
 * npm run prove:hours -- --hours 8 --buildings 40       as long as asked, with so many buildings lived in
 *   --speed 60   their day goes so many times as fast
 *   --seed 7     the same day again
 *
 * Two demonstrations side by side: one rests, one is lived in by simulated buildings (`npm run simulate`). Ends with 1 when the memory or
 * the open files of a server or a controller rose, when something failed for who lives there, when a process ended, and when a server
 * wrote down an error; what it warned of is counted.
 */
const Positive = z.coerce.number().positive();
const { values } = parseArgs({
  options: {
    hours: { type: "string", default: String(1 / 6) },
    buildings: { type: "string", default: "20" },
    speed: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const hours = Positive.parse(values.hours);
const speed = Positive.parse(values.speed);
const buildings = Positive.int().parse(values.buildings);
const seed = z.coerce.number().int().nonnegative().parse(values.seed);

const HOUR_MS = 3_600_000;
const PROGRESS_MS = 300_000;
/** First lists are reckoned and the garbage of the start is collected (bench/rest.ts): before that a process only sinks. */
const SETTLES_MS = Math.min(180_000, (hours * HOUR_MS) / 10);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** A process of which memory and open files are counted from when it has settled. */
interface Watched {
  name: string;
  memory: Memory;
}

const folders = [await temporaryFolder(), await temporaryFolder()] as const;
const failures: string[] = [];
const products: RunningProduct[] = [];
/** Of a line of the log. */
const LEVEL = /"level":(\d+)/;
let warnings = 0;
let isOver = false;

say(
  `seed ${seed}: npm run prove:hours -- --hours ${hours} --buildings ${buildings} --speed ${speed} --seed ${seed}`,
);
const resting = await open(folders[0].path);
const livedIn = await open(folders[1].path, { TRUSTED_PROXIES: "127.0.0.1" });
const city = startCity(livedIn.url);
const prepared = await city.isPrepared;
const begun = performance.now();
/** Of the time that is judged; not a number outside of it. */
const done = (): number => {
  const share = (performance.now() - begun - SETTLES_MS) / (hours * HOUR_MS - SETTLES_MS);
  return share >= 0 && share <= 1 ? share : Number.NaN;
};
const watched = [...watch("at rest", resting), ...watch("lived in", livedIn)];
const progress = setInterval(() => {
  const minutes = Math.round((performance.now() - begun) / 60_000);
  const now = watched.map(({ name, memory }) => {
    const { megabytes, handles } = memory.now();
    return `${name} ${megabytes.toFixed(0)} MB ${handles}`;
  });
  say(`${minutes} min: ${now.join("; ")}`);
}, PROGRESS_MS);
say(prepared);

await city.isOver;
clearInterval(progress);
isOver = true;
const grown = watched.map(({ name, memory }) => ({ name, figures: memory.grown() }));
await Promise.all(products.map((product) => product.stop()));
await Promise.all(folders.map((folder) => folder.remove()));

for (const { name, figures } of grown) {
  if (figures === undefined) {
    say(`${name}: too short to say`);
    continue;
  }
  const { first, second, handlesFirst, handlesSecond, isTooMuch } = figures;
  say(
    `${name}: first half ${first} MB, ${handlesFirst} handles; second ${second} MB, ${handlesSecond} handles`,
  );
  if (isTooMuch) {
    failures.push(`${name} rose`);
  }
}
say(`warnings in the logs: ${warnings}`);
for (const failure of failures) {
  say(failure);
}
process.exit(failures.length === 0 ? 0 : 1);

async function open(dataDir: string, variables: Record<string, string> = {}): Promise<RunningProduct> {
  const product = await startProduct(dataDir, { ...variables, LOG_LEVEL: "warn" });
  products.push(product);
  if (product.process.stdout) {
    createInterface({ input: product.process.stdout }).on("line", (line) => {
      const level = LEVEL.exec(line)?.[1];
      warnings += level === "40" ? 1 : 0;
      if (level === "50" || level === "60") {
        failures.push(line);
      }
    });
  }
  product.process.once("exit", (code) => {
    if (!isOver) {
      failures.push(`a server ended with ${code}`);
    }
  });
  return product;
}

/** The server, and each controller that the demonstration started beside it. */
function watch(name: string, { process: { pid = 0 } }: RunningProduct): Watched[] {
  const controllers = childrenOf(pid).filter((child) => commandOf(child).includes("controller"));
  return [
    { name: `server ${name}`, memory: new Memory(pid, done) },
    ...controllers.map((child, at) => ({
      name: `controller ${at + 1} ${name}`,
      memory: new Memory(child, done),
    })),
  ];
}

/** `npm run simulate` against the server there: told when its buildings stand, and over when they are gone. */
function startCity(url: string): { isPrepared: Promise<string>; isOver: Promise<void> } {
  const minutes = Math.ceil(hours * 60 * speed);
  const words = { buildings, speed, minutes, seed };
  const child: ChildProcess = spawn(
    process.execPath,
    [
      ...["--import", "tsx", join(import.meta.dirname, "simulate.ts")],
      ...Object.entries(words).flatMap(([name, value]) => [`--${name}`, String(value)]),
    ],
    {
      env: {
        ...process.env,
        SIMULATE_URL: url,
        // Of all its accounts only the platform's has no role.
        SIMULATE_CEDULA: demonstrationAccounts.find(({ role }) => role === undefined)?.cedula,
        SIMULATE_PASSWORD: DEMONSTRATION_PASSWORD,
        SIMULATE_FORWARDS: "1",
      },
      stdio: ["ignore", "inherit", "pipe"],
    },
  );
  const exited = once(child, "exit").then(([code]) => {
    if (code !== 0) {
      failures.push(`the buildings ended with ${code}`);
    }
  });
  const isPrepared = new Promise<string>((resolve, reject) => {
    if (child.stderr) {
      createInterface({ input: child.stderr }).on("line", (line) => {
        if (/^prepared \d+ buildings/.test(line)) {
          resolve(line);
        }
      });
    }
    void exited.then(() => reject(new Error("the buildings never stood")));
  });
  return { isPrepared, isOver: exited };
}
