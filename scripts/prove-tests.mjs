// @ts-check
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { ensureDependencies } from "./dependencies.mjs";
import { faults } from "./faults.mjs";
import { plant } from "./plant.mjs";
import { root, run, say } from "./run.mjs";
import { readReport, readVitest } from "./test-results.mjs";

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

await ensureDependencies();
const asked = faults.filter(
  ({ file, name }) => words.length === 0 || words.some((word) => file.includes(word) || name.includes(word)),
);
const copies = await Promise.all(
  Array.from({ length: Math.max(1, Number(options.workers)) }, () => copyOfTheHouse()),
);
try {
  process.exitCode = await prove(asked);
} finally {
  await Promise.all(copies.map((copy) => rm(copy, { recursive: true, force: true })));
}

/** @param {readonly Fault[]} list */
async function prove(list) {
  // A test that is red by itself would notice everything.
  const baseline = await testsIn(copies[0] ?? root, [...new Set(list.flatMap(({ tests }) => tests))], 0);
  if (baseline !== "survived") {
    say("The tests are not green without any fault: mend them first.");
    return 1;
  }
  /** @type {Map<Fault, Outcome>} */
  const outcomes = new Map();
  const waiting = [...list];
  await Promise.all(
    copies.map(async (copy) => {
      for (let fault = waiting.shift(); fault; fault = waiting.shift()) {
        const outcome = await tryOut(copy, fault);
        outcomes.set(fault, outcome);
        if (!options.json) {
          say(`${outcome}: ${fault.name} (${fault.file})`);
        }
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
 * @param {string} copy
 * @param {Fault} fault
 * @returns {Promise<Outcome>}
 */
async function tryOut(copy, fault) {
  const file = join(copy, fault.file);
  const sound = await readFile(file, "utf8");
  await writeFile(file, plant(sound, fault));
  try {
    return await testsIn(copy, fault.tests, 1);
  } finally {
    await writeFile(file, sound);
  }
}

/**
 * `survived` when all of them are green; `broken` when they did not get as far as a test, which proves nothing.
 * @param {string} copy
 * @param {readonly string[]} files
 * @param {number} bail stop after this many failures, 0 for never
 * @returns {Promise<Outcome>}
 */
async function testsIn(copy, files, bail) {
  const report = join(copy, "prove.json");
  await rm(report, { force: true });
  const ended = await run(
    process.execPath,
    [
      "node_modules/vitest/vitest.mjs",
      "run",
      ...files,
      `--bail=${bail}`,
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { cwd: copy, quiet: true, ...(bail === 0 ? {} : { timeoutMs: LONGEST_MS }) },
  );
  const read = await readReport(report);
  if (read === undefined) {
    return ended.code === 128 ? "noticed" : "broken";
  }
  const { failed, passed } = readVitest(/** @type {Parameters<typeof readVitest>[0]} */ (read));
  if (failed > 0) {
    return "noticed";
  }
  return ended.code === 0 && passed > 0 ? "survived" : "broken";
}

/** The files that git knows, as they are now, with the packages that are installed: a place to break things in. */
async function copyOfTheHouse() {
  const copy = await mkdtemp(join(tmpdir(), "umbral-faults-"));
  const { output } = await run("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    quiet: true,
  });
  for (const file of output.split("\0").filter((name) => name !== "")) {
    await mkdir(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file)).catch((error) => {
      // Deleted in the working tree, still known to git.
      if (error.code !== "ENOENT") {
        throw error;
      }
    });
  }
  const packages = join(root, "node_modules");
  await mkdir(join(copy, "node_modules", "@umbral"), { recursive: true });
  for (const name of await readdir(packages)) {
    if (name !== "@umbral") {
      await symlink(join(packages, name), join(copy, "node_modules", name));
    }
  }
  // Our own workspaces are the copy's: a fault in the contract is planted there.
  for (const folder of ["packages", "apps"]) {
    for (const name of await readdir(join(root, folder))) {
      const { name: full } = JSON.parse(await readFile(join(root, folder, name, "package.json"), "utf8"));
      await symlink(join(copy, folder, name), join(copy, "node_modules", full));
    }
  }
  return copy;
}
