// @ts-check
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { checkRoomsIn } from "./check-rooms.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, runNode, say } from "./run.mjs";

/** @typedef {{ name: string, run: () => Promise<{ code: number, output: string }> }} Step */

/**
 * @param {string} name
 * @param {string} file program of a package
 * @param {string[]} args
 * @returns {Step}
 */
const program = (name, file, args) => ({
  name,
  run: () => runNode(`node_modules/${file}`, args, { quiet: true }),
});

try {
  await ensureDependencies();
  // What a person downloads is looked at as it is built.
  await buildWhatChanged();
  const all = await steps();
  const results = await Promise.all(all.map(timed));
  process.exitCode = results.every((isGood) => isGood) ? 0 : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @returns {Promise<Step[]>} */
async function steps() {
  return [
    { name: "rooms", run: rooms },
    program("biome", "@biomejs/biome/bin/biome", ["ci", "--error-on-warnings", "--colors=off", "."]),
    program("oxlint", "oxlint/bin/oxlint", ["--type-aware", "--deny-warnings"]),
    program("knip", "knip/bin/knip.js", ["--no-progress", "--no-config-hints"]),
    program("first load", "tsx/dist/cli.mjs", ["apps/web/build/size.ts"]),
    ...(await workspaces()).map((folder) =>
      program(`types ${folder}`, "typescript/bin/tsc", ["--project", folder, "--pretty", "false"]),
    ),
  ];
}

async function rooms() {
  const problems = await checkRoomsIn(root);
  return { code: problems.length > 0 ? 1 : 0, output: problems.join("\n") };
}

/** The folders with a tsconfig.json of their own. */
async function workspaces() {
  const places = await Promise.all(
    ["packages", "apps"].map(async (folder) =>
      (await readdir(join(root, folder))).map((name) => `${folder}/${name}`),
    ),
  );
  return [...places.flat(), "e2e", "bench", "scripts"];
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
