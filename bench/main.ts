import { parseArgs } from "node:util";
import { administration } from "./administration.ts";
import { alarms } from "./alarms.ts";
import { calls } from "./calls.ts";
import { cardRead } from "./card-read.ts";
import type { Benchmark } from "./figures.ts";
import { firstLoad } from "./first-load.ts";
import { firstScreen } from "./first-screen.ts";
import { flood } from "./flood.ts";
import { frames } from "./frames.ts";
import { landings } from "./landings.ts";
import { lighthouse } from "./lighthouse.ts";
import { motion } from "./motion.ts";
import { nodes } from "./nodes.ts";
import { press } from "./press.ts";
import { reads } from "./reads.ts";
import { rest } from "./rest.ts";
import { scroll } from "./scroll.ts";
import { sockets } from "./sockets.ts";
import { startUp } from "./start-up.ts";
import { steadySwipes } from "./swipes.steady.ts";
import { swipes } from "./swipes.ts";
import { video } from "./video.ts";

const benchmarks: Record<string, Benchmark> = {
  press,
  flood,
  reads,
  nodes,
  frames,
  calls,
  alarms,
  sockets,
  motion,
  video,
  administration,
  "card-read": cardRead,
  swipes,
  "steady-swipes": steadySwipes,
  scroll,
  rest,
  "start-up": startUp,
  "first-load": firstLoad,
  "first-screen": firstScreen,
  landings,
  lighthouse,
};

const { values: options, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: {
    long: { type: "boolean", default: false },
    json: { type: "boolean", default: false },
    /** How many sessions are connected, where a benchmark has them. */
    sessions: { type: "string" },
    /** How many people there are, where a benchmark makes them. */
    people: { type: "string" },
    /** One screen alone, where a benchmark looks at several. */
    screen: { type: "string" },
  },
});
const sessions = options.sessions === undefined ? undefined : Number(options.sessions);
const people = options.people === undefined ? undefined : Number(options.people);
const unknown = asked.find((name) => !(name in benchmarks));
if (unknown !== undefined) {
  throw new Error(`no benchmark is called ${unknown}; there are ${Object.keys(benchmarks).join(", ")}`);
}

const results: Record<string, number> = {};
for (const [name, run] of Object.entries(benchmarks)) {
  if (asked.length > 0 && !asked.includes(name)) {
    continue;
  }
  for (const figure of await run({ isLong: options.long, sessions, people, screen: options.screen })) {
    results[figure.name] = figure.value;
    if (!options.json) {
      process.stdout.write(`${figure.name}: ${figure.value}\n`);
    }
  }
}
if (options.json) {
  process.stdout.write(`${JSON.stringify(results)}\n`);
}
