import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { startTurnServer } from "../e2e/calls/turn-server.ts";
import { bareFirstFrame, type Moment, openBareLine, watchThisPage } from "./calls.pages.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { type RunningProduct, signIn, startProduct, temporaryFolder } from "./product.ts";

const PEDRO = "1000000006";
const ROSA = "1000000001";
const APARTMENT = "A-101";

/** Rounds before the first that counts: code is fetched and compiled by then. */
const WARM_UP = 2;
const PATIENCE_MS = 20_000;

/**
 * Two people's own screens in one Chromium: the lobby's press until it rings on the resident's screen, beside
 * a message from page to page through a bare `ws` server; the answer until the first frame of the other side,
 * direct and through a relay alone, beside two peer connections in one page. Turn by turn in one run.
 */
export const calls: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  const turn = await startTurnServer();
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: [
      "--no-sandbox",
      "--disable-background-networking",
      "--use-fake-device-for-media-stream",
      "--use-fake-ui-for-media-stream",
      "--allow-loopback-in-peer-connection",
    ],
  });
  const measure = async (
    variables: Record<string, string>,
    run: (product: RunningProduct) => Promise<Figure[]>,
  ) => {
    const product = await startProduct(folder.path, variables);
    try {
      return await run(product);
    } finally {
      await product.stop();
    }
  };
  const rounds = isLong ? 40 : 8;
  try {
    return [
      ...(await measure({}, (product) => measureRinging(browser, product, isLong ? 100 : 20))),
      ...(await measure({}, (product) => measureFrames(browser, product, { name: "direct", rounds }))),
      ...(await measure({ TURN_URLS: turn.urls, TURN_SECRET: turn.secret }, (product) =>
        measureFrames(browser, product, { name: "relay", rounds }),
      )),
    ];
  } finally {
    await browser.close();
    await turn.stop();
    await folder.remove();
  }
};

async function measureRinging(browser: Browser, product: RunningProduct, rounds: number): Promise<Figure[]> {
  const { pedro, rosa, close } = await openBoth(browser, product, false);
  const bare = await openBarePair(browser);
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    await press(pedro);
    const took = await between(pedro, "press", rosa, "ringing");
    await pedro.getByRole("button", { name: "Cancelar llamada" }).click();
    await isQuiet(pedro, rosa);
    const bareTook = await bare.send();
    if (round >= WARM_UP) {
      ours.push(took);
      theirs.push(bareTook);
    }
  }
  await bare.close();
  await close();
  return [
    { name: "calls-ringing-rounds", value: rounds },
    ...[0.5, 0.95, 0.99].flatMap((share) => [
      { name: `calls-ringing-p${share * 100}-ms`, value: rounded(percentile(ours, share)) },
      { name: `calls-ringing-bare-p${share * 100}-ms`, value: rounded(percentile(theirs, share)) },
    ]),
  ];
}

async function measureFrames(
  browser: Browser,
  product: RunningProduct,
  { name, rounds }: { name: "direct" | "relay"; rounds: number },
): Promise<Figure[]> {
  const isRelayOnly = name === "relay";
  const { pedro, rosa, close } = await openBoth(browser, product, isRelayOnly);
  const bare = await openBarePeers(browser, product, isRelayOnly);
  const ours: number[] = [];
  const callers: number[] = [];
  const theirs: number[] = [];
  const cameras: number[] = [];
  for (let round = 0; round < rounds + WARM_UP; round += 1) {
    await press(pedro);
    await between(pedro, "press", rosa, "ringing");
    await Promise.all([pedro, rosa].map(isPrepared));
    await rosa.getByRole("alertdialog").getByRole("button", { name: "Contestar" }).click();
    const took = await between(rosa, "press", rosa, "frame");
    const callerTook = await between(rosa, "press", pedro, "frame");
    await hangUp(pedro, rosa);
    const least = await bare.measure();
    if (round >= WARM_UP) {
      ours.push(took);
      callers.push(callerTook);
      theirs.push(least.total);
      cameras.push(least.camera);
    }
  }
  await bare.close();
  await close();
  const figure = (what: string, value: number) => ({ name: `calls-${name}-${what}`, value: rounded(value) });
  return [
    figure("rounds", rounds),
    ...[0.5, 0.95].flatMap((share) => [
      figure(`first-frame-p${share * 100}-ms`, percentile(ours, share)),
      figure(`callers-first-frame-p${share * 100}-ms`, percentile(callers, share)),
      figure(`bare-p${share * 100}-ms`, percentile(theirs, share)),
      figure(`ratio-p${share * 100}`, percentile(ours, share) / percentile(theirs, share)),
    ]),
    figure("bare-camera-p50-ms", percentile(cameras, 0.5)),
  ];
}

/** The lobby's screen and a resident's, each signed in, in a browser context of their own. */
async function openBoth(browser: Browser, { url }: RunningProduct, isRelayOnly: boolean) {
  const open = async (cedula: string, at: string): Promise<Page> => {
    const context = await newContext(browser, url);
    await context.addInitScript(watchThisPage, isRelayOnly);
    const { token } = await signIn(url, cedula);
    const page = await context.newPage();
    await page.goto("/login");
    await page.evaluate((value) => localStorage.setItem("authToken", value), token);
    await page.goto(at);
    return page;
  };
  const rosa = await open(ROSA, "/building/dashboard/llamadas");
  const pedro = await open(PEDRO, "/acceso-visitante");
  await pedro.getByLabel("Buscar apartamento o torre").fill(APARTMENT);
  await callButton(pedro).waitFor();
  return { pedro, rosa, close: () => Promise.all([pedro, rosa].map((page) => page.context().close())) };
}

async function newContext(browser: Browser, baseURL: string): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL,
    permissions: ["camera", "microphone"],
    locale: "es-CO",
    timezoneId: "America/Bogota",
  });
  // What runs this file wraps functions in a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  return context;
}

const callButton = (pedro: Page) => pedro.getByRole("button", { name: new RegExp(`^Llamar a ${APARTMENT}`) });

/** Begins a round: what was seen before is forgotten by both sides. */
async function press(pedro: Page): Promise<void> {
  await callButton(pedro).click();
}

/** Milliseconds from a moment on one page to one on another, once both were seen. */
async function between(from: Page, start: Moment, to: Page, end: Moment): Promise<number> {
  const at = async (page: Page, moment: Moment): Promise<number> => {
    const handle = await page.waitForFunction((name) => window.seen[name], moment, { timeout: PATIENCE_MS });
    return Number(await handle.jsonValue());
  };
  return (await at(to, end)) - (await at(from, start));
}

/** Code and ICE servers were fetched while it rang, as they are by the time a person presses. */
async function isPrepared(page: Page): Promise<void> {
  await page.waitForFunction(
    () => performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/api/ice-servers")),
    undefined,
    { timeout: PATIENCE_MS },
  );
}

/** Hangs up on the resident's side, and waits for both to be where they were. */
async function hangUp(pedro: Page, rosa: Page): Promise<void> {
  await rosa.getByRole("button", { name: /^Terminar/ }).click();
  const told = pedro.getByRole("alertdialog");
  await told.getByText("Llamada terminada").waitFor();
  await told.getByRole("button").click();
  await rosa.waitForURL(/\/building\/dashboard/);
  await pedro.waitForURL(/\/acceso-visitante/);
  await pedro.getByLabel("Buscar apartamento o torre").fill(APARTMENT);
  await isQuiet(pedro, rosa);
}

/** Both sides show no call any more; what was seen of it is forgotten. */
async function isQuiet(pedro: Page, rosa: Page): Promise<void> {
  await callButton(pedro).waitFor();
  for (const page of [pedro, rosa]) {
    await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
    await page.evaluate(() => {
      window.seen = {};
      performance.clearResourceTimings();
    });
  }
}

/** Two empty pages with a bare line between them. */
async function openBarePair(browser: Browser) {
  const { url, stop } = await startBareServer();
  const pages = await Promise.all(
    [0, 1].map(async () => {
      const context = await newContext(browser, url);
      const page = await context.newPage();
      await page.goto("/");
      await page.evaluate(openBareLine);
      return page;
    }),
  );
  const [one, other] = pages;
  if (!one || !other) {
    throw new Error("no bare pages");
  }
  return {
    async send(): Promise<number> {
      await one.evaluate(() => {
        window.seen.press = performance.timeOrigin + performance.now();
        window.bareLine.send("ring");
      });
      const took = await between(one, "press", other, "ringing");
      for (const page of pages) {
        await page.evaluate(() => {
          window.seen = {};
        });
      }
      return took;
    },
    async close() {
      await Promise.all(pages.map((page) => page.context().close()));
      await stop();
    },
  };
}

/** An empty page in which two connections are made, with the product's own relay credentials. */
async function openBarePeers(browser: Browser, product: RunningProduct, isRelayOnly: boolean) {
  const { url, stop } = await startBareServer();
  const context = await newContext(browser, url);
  const page = await context.newPage();
  await page.goto("/");
  const { token } = await signIn(product.url, ROSA);
  const reply = await fetch(`${product.url}/api/ice-servers`, { headers: { authorization: `JWT ${token}` } });
  const { iceServers } = (await reply.json()) as { iceServers: RTCIceServer[] };
  return {
    measure: () => page.evaluate(bareFirstFrame, { iceServers, isRelayOnly }),
    async close() {
      await context.close();
      await stop();
    },
  };
}

async function startBareServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const server = fork(join(import.meta.dirname, "calls.bare.server.ts"));
  const [port] = (await once(server, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.kill();
      await once(server, "exit");
    },
  };
}
