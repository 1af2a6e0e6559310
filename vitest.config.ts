import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { screensProject } from "./apps/web/testing/screens/project.ts";
import { LongFirst } from "./scripts/long-first.mjs";

/** Also fetching a first database, or starting a whole program, fits in these on a slow machine. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 30_000,
  teardownTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};

/**
 * Processes for the files without a browser, and as many pages for those of screens beside them (Vitest takes one number for
 * all that runs together). Many files wait for a camera, a controller or an installation: once the screens have ended, two
 * processes left two cores idle meanwhile, which a third fills. Vitest's own choice for screens would be one page.
 */
const AT_ONCE = 3;

/**
 * Files of a project that share a few processes, which import the sources once: importing took most of the time. A file
 * may not depend on what another left behind, nor leave anything; `--sequence.shuffle.files` shows it.
 */
const SHARED = {
  isolate: false,
  setupFiles: [`${import.meta.dirname}/scripts/leaves-nothing.setup.mjs`],
};

function project(
  name: string,
  root: string,
  more: { globalSetup?: string[]; isolate?: boolean; setupFiles?: string[] } = {},
): TestProjectConfiguration {
  return {
    test: {
      name,
      root,
      include: ["**/*.test.{ts,tsx,mjs}"],
      exclude: ["**/node_modules/**", "**/dist/**", "**/*.screen.test.tsx"],
      environment: "node",
      restoreMocks: true,
      unstubEnvs: true,
      unstubGlobals: true,
      ...PATIENCE,
      ...more,
    },
  };
}

export default defineConfig({
  test: {
    // Processes, not threads: sharp, argon2 and libsql are native, and a test may kill what it started.
    pool: "forks",
    maxWorkers: AT_ONCE,
    retry: 0,
    // Vitest has an order of its own for `--sequence.shuffle.files`.
    ...(process.argv.some((arg) => arg.startsWith("--sequence."))
      ? {}
      : { sequence: { sequencer: LongFirst } }),
    // A list that should be empty is told with what stood in it: a report has no more than the message.
    chaiConfig: { truncateThreshold: 400 },
    projects: [
      project("contract", "packages/contract", SHARED),
      project("simulated-building", "packages/simulated-building"),
      project("server", "apps/server", {
        ...SHARED,
        globalSetup: [`${import.meta.dirname}/apps/server/testing/cluster.setup.ts`],
      }),
      project("controller", "apps/controller", SHARED),
      project("mqtt-bridge", "apps/mqtt-bridge", SHARED),
      project("web", "apps/web", SHARED),
      screensProject({ ...PATIENCE, maxWorkers: AT_ONCE }),
      project("scripts", "scripts"),
    ],
  },
});
