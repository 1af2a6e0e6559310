// @ts-check
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureDependencies } from "./dependencies.mjs";
import { makeCopy } from "./fault-copy.mjs";
import { faults } from "./faults.mjs";
import { plant } from "./plant.mjs";
import { say } from "./run.mjs";

/*
 * npm run prove:tests                          plants each fault of the list, one at a time, and names those that
 *                                              no test noticed
 * npm run prove:tests -- doors                 only those whose file or name contains the word
 * npm run prove:tests -- --json --workers 1
 */

/** Of a hundred faults the tests have to notice this many. */
const GOAL = 98;
/** A fault that makes a test wait for ever is noticed too. */
const LONGEST_MS = 180_000;

const { values: options, positionals: words } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    workers: { type: "string", default: "2" },
  },
});

/** @typedef {import("./plant.mjs").Fault} Fault */
/** @typedef {"noticed" | "survived" | "broken"} Outcome */
/** @typedef {{ outcome: Outcome, by?: string }} Result `by`: what noticed it, or what is wrong with its tests */

/** Test files that were seen to be green without any fault. @type {Set<string>} */
const green = new Set();

/** What the database of a copy is made from: a fault there is not seen by one that is up already. */
const READ_AT_START = /\.sql$|\/platform\/(database|migrate|embedded)/;

await ensureDependencies();
const asked = faults.filter(
  ({ file, name }) => words.length === 0 || words.some((word) => file.includes(word) || name.includes(word)),
);
const copies = await Promise.all(
  Array.from({ length: Math.max(1, Number(options.workers)) }, () => makeCopy()),
);
try {
  process.exitCode = await prove(asked);
} finally {
  await Promise.all(copies.map((copy) => copy.remove()));
}

/** @param {readonly Fault[]} list */
async function prove(list) {
  /** @type {Map<Fault, Outcome>} */
  const outcomes = new Map();
  const waiting = [...list];
  await Promise.all(
    copies.map(async (copy) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const { outcome, by } = await tryOut(copy, fault);
        outcomes.set(fault, outcome);
        tell(`${outcome}: ${fault.name} (${fault.file})${by === undefined ? "" : `\n  by: ${by}`}`);
      }
    }),
  );
  const named = (/** @type {Outcome} */ outcome) =>
    [...outcomes].filter(([, one]) => one === outcome).map(([{ name }]) => name);
  const [noticed, survivors, broken] = [named("noticed"), named("survived"), named("broken")];
  if (options.json) {
    say(JSON.stringify({ planted: list.length, noticed: noticed.length, survivors, broken }));
  } else {
    say(`planted: ${list.length}`);
    say(`noticed: ${noticed.length}`);
    say(`survivors: ${survivors.length}${survivors.map((name) => `\n- ${name}`).join("")}`);
    say(`broken: ${broken.length}${broken.map((name) => `\n- ${name}`).join("")}`);
  }
  return broken.length === 0 && noticed.length * 100 >= GOAL * list.length ? 0 : 1;
}

/**
 * @param {import("./fault-copy.mjs").Copy} copy
 * @param {Fault} fault
 */
async function tryOut(copy, fault) {
  const file = join(copy.folder, fault.file);
  const sound = await readFile(file, "utf8");
  if (READ_AT_START.test(fault.file)) {
    await copy.stop();
  }
  await writeFile(file, plant(sound, fault));
  copy.changed(fault.file);
  const result = resultOf(await copy.test(fault.tests, LONGEST_MS));
  await writeFile(file, sound);
  copy.changed(fault.file);
  if (READ_AT_START.test(fault.file)) {
    await copy.stop();
  }
  return result.outcome === "noticed" ? unlessRed(copy, fault, result) : result;
}

/**
 * A test that is red by itself would notice everything: the tests have to be green without the fault. Once is enough
 * for all faults.
 * @param {import("./fault-copy.mjs").Copy} copy
 * @param {Fault} fault
 * @param {Result} result
 */
async function unlessRed(copy, { tests }, result) {
  const untried = tests.filter((file) => !green.has(file));
  if (untried.length > 0) {
    const { outcome, by } = resultOf(await copy.test(untried));
    if (outcome !== "survived") {
      return { outcome: /** @type {const} */ ("broken"), by: `not green without it either: ${by}` };
    }
    for (const file of untried) {
      green.add(file);
    }
  }
  return result;
}

/**
 * `survived` when all of them are green; `broken` when they did not get as far as a test, which proves nothing.
 * @param {import("./fault-copy.worker.mjs").Seen | "no end" | "no start"} seen
 * @returns {Result}
 */
function resultOf(seen) {
  if (seen === "no start") {
    return { outcome: "broken" };
  }
  if (seen === "no end") {
    return { outcome: "noticed", by: `tests that were not done after ${LONGEST_MS / 1000} s` };
  }
  const [failure] = seen.failures;
  if (failure) {
    return { outcome: "noticed", by: `${failure.test}: ${failure.message.split("\n")[0]}` };
  }
  const [broken] = seen.broken;
  if (broken !== undefined || seen.passed === 0) {
    return { outcome: "broken", by: broken ?? "no test" };
  }
  return { outcome: "survived" };
}

/** @param {string} line */
function tell(line) {
  if (!options.json) {
    say(line);
  }
}
