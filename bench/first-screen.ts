import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { sessionOf } from "./browser-session.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { startProduct, temporaryFolder } from "./product.ts";

/** Lives in the demonstration's building, has doors there and sees its cameras. */
const RESIDENT = "1000000002";
const PATH = "/building/dashboard";
/** Each kept open until it was measured, one after the other. */
const LOADS = 15;
const LONG = 60;
/** What did not stand by then is not counted as slow but as missing. */
const PATIENCE_MS = 15_000;

/** Milliseconds from the beginning of the way to the page, at the first drawing after which it stood. */
interface Stood {
  button: number;
  /** Of every camera in sight a picture: its last one with its age, or a live one. */
  pictures: number;
  live: number;
}

/**
 * A resident who was here before opens the first screen, with a service worker that has everything: until the door's button
 * stands, something of each camera in sight, and the first live picture. Beside it, turn by turn, a page that does nothing
 * with as many bytes of script and style.
 */
export const firstScreen: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    const session = await sessionOf(product.url, RESIDENT);
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
    // tsx names functions by a helper that a page does not have.
    await context.addInitScript("globalThis.__name = (named) => named");
    const bytes = await warmUp(context, product.url, session);
    const empty = await startEmptyPage(bytes);
    const seen: Stood[] = [];
    const beside: number[] = [];
    for (let load = 0; load < (isLong ? LONG : LOADS); load += 1) {
      seen.push(await measured(context, product.url + PATH, whenItStood));
      beside.push(await measured(context, empty.url, whenDrawn));
    }
    empty.close();
    return [
      { name: "first-screen-code-kb", value: rounded(bytes / 1000, 0) },
      ...figuresOf(
        "first-screen-door-button-ms",
        seen.map(({ button }) => button),
      ),
      ...figuresOf(
        "first-screen-each-camera-ms",
        seen.map(({ pictures }) => pictures),
      ),
      ...figuresOf(
        "first-screen-live-picture-ms",
        seen.map(({ live }) => live),
      ),
      ...figuresOf("first-screen-empty-page-ms", beside),
    ];
  } finally {
    await browser.close();
    await product.stop();
    await folder.remove();
  }
};

const figuresOf = (name: string, samples: number[]): Figure[] => [
  { name: `${name}-p50`, value: rounded(percentile(samples, 0.5), 0) },
  { name: `${name}-p95`, value: rounded(percentile(samples, 0.95), 0) },
];

/** A first visit until the service worker has the app, and one more. Returns how many bytes of code a page runs. */
async function warmUp(
  context: BrowserContext,
  origin: string,
  session: Readonly<Record<string, string>>,
): Promise<number> {
  const page = await context.newPage();
  // From a page of the origin that starts nothing of the app.
  await page.goto(`${origin}/healthz`);
  await page.evaluate((rows) => Object.assign(localStorage, rows), session);
  await page.goto(origin + PATH);
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
  const bodies: Promise<Buffer>[] = [];
  page.on("response", (response) => {
    if (["script", "stylesheet"].includes(response.request().resourceType())) {
      bodies.push(response.body());
    }
  });
  await page.reload();
  await page.evaluate(whenItStood, PATIENCE_MS);
  const code = await Promise.all(bodies);
  await page.close();
  return code.reduce((bytes, { byteLength }) => bytes + byteLength, 0);
}

/** Opens a page of its own, asks it and closes it. */
async function measured<Answer>(
  context: BrowserContext,
  address: string,
  ask: (patienceMs: number) => Promise<Answer>,
): Promise<Answer> {
  const page: Page = await context.newPage();
  try {
    await page.goto(address, { waitUntil: "commit" });
    return await page.evaluate(ask, PATIENCE_MS);
  } finally {
    await page.close();
  }
}

/** Runs in the page: looks at each drawing. */
function whenItStood(patienceMs: number): Promise<Stood> {
  return new Promise((resolve, reject) => {
    const stood: Partial<Stood> = {};
    const look = () => {
      const nowMs = performance.now();
      const button = document.querySelector<HTMLButtonElement>("button[data-opens]");
      if (button !== null && !button.disabled) {
        stood.button ??= nowMs;
      }
      const cameras = [...document.querySelectorAll<HTMLElement>("figure[data-camera-state]")].filter(
        (camera) => camera.getBoundingClientRect().top < innerHeight,
      );
      const isLive = (camera: HTMLElement) => camera.dataset["cameraState"] === "live";
      // A picture's age, or the running clock of a live one.
      if (cameras.length > 0 && cameras.every((camera) => camera.querySelector("figcaption time") !== null)) {
        stood.pictures ??= nowMs;
      }
      if (cameras.some(isLive)) {
        stood.live ??= nowMs;
      }
      const { button: at, pictures, live } = stood;
      if (at !== undefined && pictures !== undefined && live !== undefined) {
        resolve({ button: at, pictures, live });
      } else if (nowMs > patienceMs) {
        reject(
          new Error(
            `after ${patienceMs} ms there stood ${JSON.stringify(stood)} of ${cameras.length} cameras`,
          ),
        );
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}

/** Runs in the page: after its script has run and what it wrote was drawn. */
function whenDrawn(patienceMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (document.body?.dataset["ran"] !== undefined) {
        resolve(performance.now());
      } else if (performance.now() > patienceMs) {
        reject(new Error("the empty page did not run"));
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}

/** A page whose one script has as many bytes and only says that it ran. */
async function startEmptyPage(bytes: number): Promise<{ url: string; close(): void }> {
  const script = `document.body.dataset.ran="";/*${"x".repeat(Math.max(0, bytes - 40))}*/`;
  const server = createServer((request, response) => {
    if (request.url === "/script.js") {
      response.setHeader("content-type", "text/javascript");
      response.setHeader("cache-control", "max-age=3600");
      response.end(script);
    } else {
      response.setHeader("content-type", "text/html");
      response.end(
        '<!doctype html><title>Empty</title><body><script type="module" src="/script.js"></script>',
      );
    }
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/`, close: () => void server.close() };
}
