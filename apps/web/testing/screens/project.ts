import { playwright } from "@vitest/browser-playwright";
import type { TestProjectConfiguration } from "vitest/config";
import { launchOptionsOf } from "../../../../e2e/chromium.ts";
import { commands } from "./commands.ts";

/**
 * Which build of React draws the screens. The whole run says "production", which people get and which is quicker by a
 * third; every narrower run draws with the one that says what a developer should know: a key that is missing, a field
 * that loses its value, a part that draws otherwise the second time.
 */
const react = process.env["UMBRAL_REACT"] === "production" ? "production" : "development";

/**
 * In the page around the screens, Vitest waits for a frame after each change of size, without end: one that Chromium has
 * ceased to draw, as happens to one of several on a busy machine, would hold up all that follows. `frames.ts` wakes it.
 */
const boundedFrames = `
  const nextFrame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (draw) => {
    const drawOnce = (now) => {
      clearTimeout(late);
      cancelAnimationFrame(frame);
      draw(now);
    };
    const late = setTimeout(() => drawOnce(performance.now()), 5000);
    const frame = nextFrame(drawOnce);
    return frame;
  };
`;

/**
 * Screens drawn in a real browser without a server: beside each screen, `*.screen.test.tsx`. What the app takes
 * from packages is bundled before the first test: a package found later would load the page anew in the middle of one.
 */
export function screensProject(patience: object): TestProjectConfiguration {
  const launchOptions = launchOptionsOf("shell");
  return {
    resolve: {
      alias: [{ find: /^socket\.io-client$/, replacement: `${import.meta.dirname}/line.ts` }],
      conditions: ["module", "browser", react],
    },
    oxc: { jsx: { runtime: "automatic", development: react === "development" } },
    optimizeDeps: {
      rolldownOptions: { transform: { define: { "process.env.NODE_ENV": JSON.stringify(react) } } },
      entries: ["src/main.tsx", "src/**/*.screen.test.tsx", "testing/screens/*.{ts,tsx}"],
      include: [
        "@simplewebauthn/browser",
        "@tabler/icons-react",
        "@tanstack/react-query",
        "@tanstack/react-table",
        "axe-core",
        "react",
        "react-dom",
        "react-dom/client",
        "react-router",
        "react-router/dom",
        react === "production" ? "react/jsx-runtime" : "react/jsx-dev-runtime",
        "uqr",
        "zod",
      ],
      noDiscovery: true,
    },
    test: {
      name: "screens",
      root: "apps/web",
      include: ["src/**/*.screen.test.tsx"],
      restoreMocks: true,
      // Files share the page's modules, which are fetched once: each screen is drawn in an app begun anew.
      isolate: false,
      ...patience,
      testTimeout: 120_000,
      // Nothing waits this long unless it fails: a machine that has other work as well is slow, and each page's first
      // test fetches the code of its screen module by module, beside the other pages' first.
      expect: { poll: { timeout: 40_000 } },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        commands,
        orchestratorScripts: [{ id: "bounded-frames", content: boundedFrames }],
        provider: playwright({
          launchOptions,
          contextOptions: {
            locale: "es-CO",
            timezoneId: "America/Bogota",
            // Larger than every size that a screen is drawn in.
            viewport: { width: 1600, height: 1300 },
          },
          actionTimeout: 40_000,
        }),
        instances: [{ browser: "chromium" }],
      },
    },
  };
}
