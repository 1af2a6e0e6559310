// @ts-check
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { checkRoomsIn } from "./check-rooms.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, runNode, say } from "./run.mjs";

/** Two keep two cores busy. Some want 2 GB each, and tests may run beside them. */
const AT_ONCE = 2;

/**
 * Workspaces whose types are looked at together, by the same rules as each by itself: all of them read the same sources of
 * others, which would be read and checked again for each.
 */
const TOGETHER = new Map([
  ["tsconfig.node.json", ["apps/server", "apps/controller", "packages/simulated-building"]],
  ["tsconfig.product.json", ["e2e", "bench"]],
]);

/** The tests that hold lists in step: of row types, of tables and their rooms, of personal columns and the contract's marks. */
const ABOUT_TABLES = ["platform/tables.test", "src/table-owners.test", "platform/personal-columns.test"];

/** All tests run beside the checks, those about tables among them: once is enough. */
const areTestsBeside = process.argv.includes("--beside-tests");

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

/**
 * For programs in Go, which look at types: as many as there are processors are at work already ({@link AT_ONCE}), so that each
 * works alone, where several in one look at the same types several times, and clears up its memory less often. Together that takes
 * two fifths of the time of processors that it took, and less memory.
 */
const ALONE = { GOMAXPROCS: "1", GOGC: "400" };

/**
 * @param {string} name
 * @param {string} file program of a package
 * @param {string[]} args
 * @param {Record<string, string>} [variables]
 * @returns {Step}
 */
const program = (name, file, args, variables = {}) => ({
  name,
  run: () => runNode(`node_modules/${file}`, args, { quiet: true, env: { ...process.env, ...variables } }),
});

try {
  await ensureDependencies();
  // What a person downloads is looked at as it is built.
  await buildWhatChanged();
  process.exitCode = (await areGood(await steps())) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/**
 * Does all of them, whatever the others say.
 * @param {Step[]} waiting
 */
async function areGood(waiting) {
  let isGood = true;
  const next = async () => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
      isGood = (await timed(step)) && isGood;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return isGood;
}

/** @returns {Promise<Step[]>} the longest first */
async function steps() {
  return [
    program("oxlint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"], ALONE),
    program("knip", "knip/bin/knip.js", ["--no-progress", "--no-config-hints"]),
    program("biome", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings", "--colors=off", "."]),
    { name: "rooms", run: rooms },
    // What is generated from the migrated database, and what is told of its tables and columns: with the embedded one, 3 s.
    ...(areTestsBeside
      ? []
      : [program("tables", "vitest/vitest.mjs", ["run", "--project", "server", ...ABOUT_TABLES])]),
    program("first load", "tsx/dist/cli.mjs", ["apps/web/build/size.ts"]),
    ...[...TOGETHER].map(([file, folders]) => types(folders.join(", "), file)),
    ...(await workspaces()).map((folder) => types(folder, folder)),
  ];
}

/** @param {string} what @param {string} project @returns {Step} */
function types(what, project) {
  const args = ["--project", project, "--pretty", "false", "--checkers", "1"];
  return program(`types ${what}`, "typescript/bin/tsc", args, ALONE);
}

async function rooms() {
  const problems = await checkRoomsIn(root);
  return { code: problems.length > 0 ? 1 : 0, output: problems.join("\n") };
}

/** The folders with a tsconfig.json of their own, but those that are looked at together. */
async function workspaces() {
  const places = await Promise.all(
    ["packages", "apps"].map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  const together = [...TOGETHER.values()].flat();
  return [...places.flat(), "e2e", "bench", "scripts"].filter((folder) => !together.includes(folder));
}

/** @param {Step} step */
async function timed({ name, run }) {
  const start = performance.now();
  const { code, output } = await run();
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  const text = output.trim();
  say(`${code === 0 ? "✓" : "✗"} ${name} (${seconds} s)${code !== 0 && text ? `\n${text}\n` : ""}`);
  return code === 0;
}
