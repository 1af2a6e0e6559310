import { defineConfig, devices } from "@playwright/test";

/** Where the test command found or installed a browser; the system's own otherwise. */
const executablePath = process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium";

export default defineConfig({
  testDir: ".",
  testMatch: "**/*.spec.ts",
  globalSetup: "../apps/server/testing/cluster.setup.ts",
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
    trace: "retain-on-failure",
    launchOptions: {
      executablePath,
      args: [
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        "--allow-loopback-in-peer-connection",
      ],
    },
  },
});
