// @ts-check
import { join } from "node:path";
import { createVitest } from "vitest/node";

/*
 * Runs test files again and again in one copy of the house, for scripts/prove-tests.mjs, which starts it there. Vitest
 * and its database stay up between two runs: what a fault costs is its tests.
 */

/**
 * @typedef {{ files: string[], changed: string[] }} Wish which tests, and what changed since the last wish
 * @typedef {{ passed: number, failures: { test: string, message: string }[], broken: string[] }} Seen
 *   `broken`: what went wrong outside of a test
 */

/** @type {Seen} */
let seen = nothing();

const vitest = await createVitest("test", {
  root: process.cwd(),
  watch: false,
  // One failure is enough to have noticed.
  bail: 1,
  reporters: [
    {
      onTestCaseResult(test) {
        const { state, errors } = test.result();
        if (state === "passed") {
          seen.passed += 1;
        } else if (state === "failed") {
          seen.failures.push({ test: test.fullName, message: errors?.[0]?.message ?? "" });
        }
      },
      onTestModuleEnd(file) {
        seen.broken.push(...file.errors().map(({ message }) => `${file.moduleId}: ${message}`));
      },
    },
  ],
});

process.on("message", (/** @type {Wish} */ wish) => {
  testing(wish).then(
    () => process.send?.(seen),
    (error) => {
      process.stderr.write(`${error}\n`);
      process.exit(1);
    },
  );
});
// Whoever asked is gone: nothing is to be left running.
process.once("disconnect", () => {
  void vitest.close().finally(() => process.exit());
});
process.send?.("ready");

/** @param {Wish} wish */
async function testing({ files, changed }) {
  seen = nothing();
  for (const file of changed) {
    vitest.invalidateFile(join(process.cwd(), file));
  }
  const all = await vitest.globTestSpecifications(files);
  const asked = new Set(files.map((file) => join(process.cwd(), file)));
  const { unhandledErrors } = await vitest.runTestSpecifications(
    all.filter(({ moduleId }) => asked.has(moduleId)),
  );
  seen.broken.push(...unhandledErrors.map(messageOf));
}

/**
 * What is thrown in a test's process comes here without a prototype, and is no text by itself.
 * @param {unknown} error
 */
function messageOf(error) {
  return String(Reflect.get(Object(error), "message"));
}

/** @returns {Seen} */
function nothing() {
  return { passed: 0, failures: [], broken: [] };
}
