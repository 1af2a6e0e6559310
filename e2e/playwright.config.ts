import { defineConfig, devices } from "@playwright/test";
import { launchOptionsOf } from "./chromium.ts";

export default defineConfig({
  testDir: ".",
  // `npm test` runs them one after the other. A call that was answered is several screens with cameras, each of them
  // encoding and decoding: one of those at a time. Two, or one beside other stories, pass as well and take longer.
  projects: [
    {
      name: "stories",
      testMatch: "**/*.spec.ts",
      testIgnore: "calls/media/**",
      outputDir: "../test-results/e2e",
    },
    {
      name: "calls",
      testMatch: "calls/media/**/*.spec.ts",
      outputDir: "../test-results/e2e-calls",
      workers: 1,
    },
  ],
  globalSetup: "./global-setup.ts",
  // It is JavaScript already: see server.ts.
  build: { external: ["**/e2e/dist/**"] },
  // Nothing waits this long unless it fails: a machine that has other work as well is slow.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  retries: 0,
  // Each with a product and a browser of its own. Stories wait a good deal: two of them leave a quarter of two cores idle.
  workers: 3,
  forbidOnly: true,
  use: {
    ...devices["Desktop Chrome"],
    channel: undefined,
    locale: "es-CO",
    timezoneId: "America/Bogota",
    // A trace costs a quarter of the run. Without one a failed story leaves its error, what stood on the first screen
    // (error-context.md) and a picture of each, in test-results/e2e.
    trace: process.env["UMBRAL_TRACE"] ? "retain-on-failure" : "off",
    launchOptions: launchOptionsOf("shell"),
  },
});
