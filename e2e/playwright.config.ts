import { defineConfig, devices } from "@playwright/test";
import { launchOptionsOf } from "./chromium.ts";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "./global-setup.ts",
  outputDir: "../test-results/e2e",
  // Nothing waits this long unless it fails: a machine that has other work as well is slow.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  retries: 0,
  // One product and one browser at a time: calls need both cores.
  workers: 1,
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
