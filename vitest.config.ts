import { defineConfig, type TestProjectConfiguration } from "vitest/config";

/** Also fetching a first database, or starting a whole program, fits in these on a slow machine. */
const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 30_000,
  teardownTimeout: 30_000,
  expect: { poll: { timeout: 10_000 } },
};

function project(
  name: string,
  root: string,
  more: { globalSetup?: string[] } = {},
): TestProjectConfiguration {
  return {
    test: {
      name,
      root,
      include: ["**/*.test.{ts,tsx,mjs}"],
      exclude: ["**/node_modules/**", "**/dist/**"],
      environment: "node",
      restoreMocks: true,
      ...PATIENCE,
      ...more,
    },
  };
}

export default defineConfig({
  test: {
    // Processes, not threads: sharp, argon2 and libsql are native, and a test may kill what it started.
    pool: "forks",
    maxWorkers: 2,
    retry: 0,
    projects: [
      project("contract", "packages/contract"),
      project("simulated-building", "packages/simulated-building"),
      project("server", "apps/server", {
        globalSetup: [`${import.meta.dirname}/apps/server/testing/cluster.setup.ts`],
      }),
      project("controller", "apps/controller"),
      project("web", "apps/web"),
      project("scripts", "scripts"),
    ],
  },
});
