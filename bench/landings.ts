import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { DEMONSTRATION_PASSWORD } from "../apps/server/src/demo/accounts.ts";
import { sessionOf } from "./browser-session.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { startProduct, temporaryFolder } from "./product.ts";

interface Screen {
  name: string;
  cedula: string;
  userType?: "ADMIN";
  path: string;
  /** People come there by signing in, or by the root; else by its address alone. */
  isLanding: boolean;
  /** What stands there first that came from the server. */
  content: string;
}

const screens: readonly Screen[] = [
  {
    name: "home",
    cedula: "1000000002",
    path: "/building/dashboard",
    isLanding: true,
    content: "button[data-opens]:not([disabled])",
  },
  {
    name: "desk",
    cedula: "1000000006",
    path: "/acceso-visitante",
    isLanding: false,
    content: '[aria-label="Apartamentos"] li button',
  },
  {
    name: "panel",
    cedula: "900000001",
    userType: "ADMIN",
    path: "/admin-dashboard",
    isLanding: true,
    content: "main figure",
  },
  {
    name: "own-panel",
    cedula: "1000000005",
    path: "/admin-dashboard",
    isLanding: false,
    content: "main figure",
  },
  {
    name: "profile",
    cedula: "1000000007",
    path: "/profile",
    isLanding: true,
    content: "button[data-opens]:not([disabled])",
  },
  {
    name: "code",
    cedula: "1000000008",
    path: "/visits/code",
    isLanding: true,
    content: "form select:not([disabled])",
  },
];

const LOADS = 3;
const LONG = 15;
const PATIENCE_MS = 30_000;
/** Lighthouse's slow line, and its phone's processor. */
const SLOW_LINE = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
const SLOWER = 4;

/** What one visit came to, on the page's own clock from its beginning, or from the press. */
interface Stood {
  atMs: number;
  /** What was asked of the server until then, and when. */
  asked: { path: string; atMs: number }[];
}

/**
 * Until the first thing from the server stands on which people land, of each role: opened by its address and signed in to by a
 * phone on a slow line that was never here, and opened at the root by one that has the app. What is asked on the way is said on
 * the standard error.
 */
export const landings: Benchmark = async ({ isLong, screen }) => {
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const loads = isLong ? LONG : LOADS;
  const figures: Figure[] = [];
  try {
    for (const one of screens.filter(({ name }) => screen === undefined || name === screen)) {
      const session = await sessionOf(product.url, one.cedula, one.userType);
      figures.push(
        ...figuresOf(
          `${one.name}-first-visit`,
          await several(loads, () => firstVisit(browser, product.url, session, one)),
        ),
      );
      if (one.isLanding) {
        figures.push(
          ...figuresOf(
            `${one.name}-sign-in`,
            await several(loads, () => signingIn(browser, product.url, one)),
          ),
        );
      }
      figures.push(...figuresOf(`${one.name}-again`, await again(browser, product.url, session, one, loads)));
    }
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await folder.remove();
  }
};

async function several(loads: number, visit: () => Promise<Stood>): Promise<Stood[]> {
  const seen: Stood[] = [];
  for (let load = 0; load < loads; load += 1) {
    seen.push(await visit());
  }
  return seen;
}

function figuresOf(name: string, seen: readonly Stood[]): Figure[] {
  const [first] = seen;
  for (const { path, atMs } of first?.asked ?? []) {
    process.stderr.write(`${name}: ${rounded(atMs, 0)} ms ${path}\n`);
  }
  return [
    {
      name: `landing-${name}-ms`,
      value: rounded(
        percentile(
          seen.map(({ atMs }) => atMs),
          0.5,
        ),
        0,
      ),
    },
    {
      name: `landing-${name}-asked`,
      value: percentile(
        seen.map(({ asked }) => asked.length),
        0.5,
      ),
    },
  ];
}

async function newPage(browser: Browser, isSlow: boolean): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true });
  // tsx names functions by a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  const page = await context.newPage();
  if (isSlow) {
    await slowDown(page);
  }
  return { context, page };
}

async function slowDown(page: Page): Promise<void> {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.emulateNetworkConditions", SLOW_LINE);
  await tools.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
}

/** Puts the session there from a page of the origin that starts nothing of the app. */
async function keepSession(page: Page, origin: string, session: Readonly<Record<string, string>>) {
  await page.goto(`${origin}/healthz`);
  await page.evaluate((rows) => Object.assign(localStorage, rows), session);
}

async function firstVisit(
  browser: Browser,
  origin: string,
  session: Readonly<Record<string, string>>,
  { path, content }: Screen,
): Promise<Stood> {
  const { context, page } = await newPage(browser, true);
  try {
    await keepSession(page, origin, session);
    await page.goto(origin + path, { waitUntil: "commit" });
    return await page.evaluate(whenItStands, { content, patienceMs: PATIENCE_MS });
  } finally {
    await context.close();
  }
}

async function signingIn(
  browser: Browser,
  origin: string,
  { cedula, userType, content }: Screen,
): Promise<Stood> {
  const { context, page } = await newPage(browser, true);
  try {
    await page.goto(`${origin}/login`, { waitUntil: "load" });
    if (userType === "ADMIN") {
      await page.getByText("Ingresar como Administrador (bb)").click();
    }
    await page.getByLabel("Cédula").fill(cedula);
    await page.getByLabel("Contraseña", { exact: true }).fill(DEMONSTRATION_PASSWORD);
    const stands = page.evaluate(whenItStands, { content, patienceMs: PATIENCE_MS, from: "submit" });
    await page.getByRole("button", { name: "Iniciar", exact: true }).click();
    return await stands;
  } finally {
    await context.close();
  }
}

/** Who was here before, with a service worker that has the app, opens it by its icon: at the root, or where it leads at once. */
async function again(
  browser: Browser,
  origin: string,
  session: Readonly<Record<string, string>>,
  { path, isLanding, content }: Screen,
  loads: number,
): Promise<Stood[]> {
  const { context, page } = await newPage(browser, false);
  try {
    await keepSession(page, origin, session);
    await page.goto(origin + path);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null, null, { timeout: 60_000 });
    await page.close();
    return await several(loads, async () => {
      const next = await context.newPage();
      await next.goto(isLanding ? `${origin}/` : origin + path, { waitUntil: "commit" });
      const stood = await next.evaluate(whenItStands, { content, patienceMs: PATIENCE_MS });
      await next.close();
      return stood;
    });
  } finally {
    await context.close();
  }
}

/** Runs in the page: looks at each drawing. */
function whenItStands({
  content,
  patienceMs,
  from,
}: {
  content: string;
  patienceMs: number;
  from?: string;
}): Promise<Stood> {
  return new Promise((resolve, reject) => {
    let beganMs = 0;
    if (from !== undefined) {
      addEventListener(from, () => (beganMs = performance.now()), { capture: true, once: true });
    }
    const calledMs = performance.now();
    const look = () => {
      const nowMs = performance.now();
      if (document.querySelector(content) !== null) {
        const asked = performance
          .getEntriesByType("resource")
          .filter((entry) => entry.name.includes("/api/") && entry.startTime >= beganMs)
          .map((entry) => ({ path: new URL(entry.name).pathname, atMs: entry.startTime - beganMs }));
        resolve({ atMs: nowMs - beganMs, asked });
      } else if (nowMs - calledMs > patienceMs) {
        reject(new Error(`after ${patienceMs} ms there was no ${content}`));
      } else {
        requestAnimationFrame(look);
      }
    };
    look();
  });
}
