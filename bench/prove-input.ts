import { once } from "node:events";
import { parseArgs } from "node:util";
import { z } from "zod";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { nothingTried, tryInputs } from "../apps/server/testing/prove/input/try-inputs.ts";
import { Memory } from "./memory.ts";
import { ServerUnderInput } from "./prove-input.child.ts";

/*
 * npm run prove:input                              ten thousand inputs, a minute or two
 * npm run prove:input -- --cases 1000000 --seed 7  as many as asked
 *   --at-once 48   so many unanswered at the same time
 *   --json         the figures as one line of JSON at the end
 */
const Whole = z.coerce.number().int().positive();
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    "at-once": { type: "string", default: "48" },
    json: { type: "boolean", default: false },
  },
});
const [cases, seed, atOnce] = [
  Whole.parse(values.cases),
  Whole.parse(values.seed),
  Whole.parse(values["at-once"]),
];

/** In an installation of its own: what was broken in one is whole in the next. */
const OF_ONE = 20_000;
const PROGRESS_MS = 60_000;
/** With fewer the process still fills its caches in the first half, and what it grows by says nothing. */
const JUDGED_FROM = 100_000;
/**
 * By so much what is in use after a collection, and what the process holds then, may grow from the second installation to the last. While
 * inputs come garbage comes and goes, and what is held meanwhile says little.
 */
const MOST_GROWN_MB = { heap: 32, resident: Memory.mostGrown };

const say = (line: string): void => void process.stdout.write(`${line}\n`);

say(`seed ${seed}: npm run prove:input -- --cases ${cases} --seed ${seed} tries the same again`);
const cluster = await startTestCluster();
const server = await ServerUnderInput.start();
const tried = nothingTried();
const memory = new Memory(server.pid, () => tried.cases / cases);
const begun = performance.now();
const seconds = () => (performance.now() - begun) / 1000;
let installations = 0;
let rows = 0;
/** After a collection, at the end of each installation. */
const collected: { heapMegabytes: number; residentMegabytes: number }[] = [];
/** Remarks that were said already. */
let told = 0;

const bad = () => tried.outcomes.fault + tried.outcomes.unavailable + tried.outcomes.silent;
const progress = setInterval(() => {
  const { megabytes, handles } = memory.now();
  for (const remark of tried.remarks.slice(told)) {
    say(remark);
  }
  told = tried.remarks.length;
  say(
    `${Math.round(seconds())} s: ${tried.cases} cases, ${(tried.cases / seconds()).toFixed(0)} a second, ` +
      `${bad()} errors, ${megabytes.toFixed(0)} MB, ${handles} handles`,
  );
}, PROGRESS_MS);

async function tryAll(): Promise<void> {
  while (tried.cases < cases) {
    const { askers, seen } = await server.newInstallation();
    installations += 1;
    await tryInputs(
      {
        url: server.url,
        askers,
        seen,
        cases: Math.min(OF_ONE, cases - tried.cases),
        seed: seed + installations * 7919,
        atOnce,
        renew: (asker) => server.renew(asker),
        mend: (all) => server.mend(all),
        wasStarved: () => memory.wasStarved(),
      },
      tried,
    );
    const after = await server.memory();
    rows = Math.max(rows, after.rows);
    collected.push(after);
  }
}

const restarts = await Promise.race([tryAll().then(() => 0), once(server.process, "exit").then(() => 1)]);
clearInterval(progress);
const took = seconds();
const [, early = collected.at(-1)] = collected;
const late = collected.at(-1);
const measured = memory.grown();
const isLong = cases >= JUDGED_FROM;
const hasGrown =
  isLong &&
  early !== undefined &&
  late !== undefined &&
  (late.heapMegabytes - early.heapMegabytes > MOST_GROWN_MB.heap ||
    late.residentMegabytes - early.residentMegabytes > MOST_GROWN_MB.resident ||
    (measured?.handlesGrown ?? 0) > Memory.mostHandlesGrown);
await server.stop();
await cluster.stop();

for (const remark of tried.remarks.slice(told)) {
  say(remark);
}
for (const complaint of server.complaints) {
  say(complaint);
}
const untouched = [...tried.of].filter(([, { done }]) => done === 0);
/** Each with the words with which it was refused most often. */
const neverDoneOf = Object.fromEntries(
  untouched.sort().map(([name, { refused }]) => {
    const words = [...refused].sort(([, one], [, other]) => other - one).slice(0, 4);
    return [name, words.map(([code, times]) => `${code} ${times}`).join(", ")];
  }),
);
const figures = {
  seed,
  cases: tried.cases,
  ...tried.outcomes,
  restarts,
  complaints: server.complaints.length,
  operations: tried.of.size,
  neverDone: untouched.length,
  seconds: Math.round(took),
  perSecond: Math.round(tried.cases / took),
  memoryFirstHalfMB: measured?.first ?? null,
  memorySecondHalfMB: measured?.second ?? null,
  handlesFirstHalf: measured?.handlesFirst ?? null,
  handlesSecondHalf: measured?.handlesSecond ?? null,
  ...(early && late
    ? {
        collectedEarlyMB: Math.round(early.residentMegabytes),
        collectedLateMB: Math.round(late.residentMegabytes),
        heapEarlyMB: Math.round(early.heapMegabytes),
        heapLateMB: Math.round(late.heapMegabytes),
      }
    : {}),
  mostRows: rows,
};
for (const [name, figure] of Object.entries(figures)) {
  say(`${name}: ${figure ?? "too short to say"}`);
}
if (values.json) {
  say(JSON.stringify({ ...figures, neverDoneOf }));
}
process.exit(bad() === 0 && restarts === 0 && !hasGrown ? 0 : 1);
