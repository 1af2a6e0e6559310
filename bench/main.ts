import { calls } from "./calls.ts";
import type { Benchmark } from "./figures.ts";
import { firstLoad } from "./first-load.ts";
import { frames } from "./frames.ts";
import { press } from "./press.ts";
import { startUp } from "./start-up.ts";

const benchmarks: Record<string, Benchmark> = {
  press,
  frames,
  calls,
  "start-up": startUp,
  "first-load": firstLoad,
};

const words = process.argv.slice(2);
const asked = words.filter((word) => !word.startsWith("--"));
const unknown = asked.find((name) => !(name in benchmarks));
if (unknown !== undefined) {
  throw new Error(`no benchmark is called ${unknown}; there are ${Object.keys(benchmarks).join(", ")}`);
}

const results: Record<string, number> = {};
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) {
    continue;
  }
  for (const figure of await run({ isLong: words.includes("--long") })) {
    results[figure.name] = figure.value;
    if (!words.includes("--json")) {
      process.stdout.write(`${figure.name}: ${figure.value}\n`);
    }
  }
}
if (words.includes("--json")) {
  process.stdout.write(`${JSON.stringify(results)}\n`);
}
