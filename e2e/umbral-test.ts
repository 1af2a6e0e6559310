import {
  type Browser,
  type BrowserContext,
  test as base,
  expect,
  type Locator,
  type Page,
  type TestInfo,
} from "@playwright/test";
import axe from "axe-core";
import { DEMONSTRATION_PASSWORD, demonstrationAccounts } from "../apps/server/src/demo/accounts.ts";
import { type Product, startProduct } from "./product.ts";

export { expect };

/** The sizes that every screen is looked at in. */
export const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

export interface Person {
  page: Page;
  context: BrowserContext;
  name: string;
  cedula: string;
  id: string;
}

interface PersonOptions {
  size?: keyof typeof sizes;
  colorScheme?: "light" | "dark";
  /** Where the browser is taken once signed in. */
  at?: string;
  /** Allowed besides camera and microphone; what is not allowed is refused. */
  permissions?: readonly string[];
  /**
   * With the service worker, which fetches the whole app beside what the person does. Most stories are
   * told without it: a browser of its own for each person would fetch it each time.
   */
  isInstalled?: boolean;
  /** Runs in each page before the app: what stands in for a part of the browser. */
  initScript?: () => void;
}

export type SignIn = (name: string, options?: PersonOptions) => Promise<Person>;

/** Console lines that a story itself brings about, by what they contain. */
type Expected = (text: string) => boolean;

interface Fixtures {
  /** The whole product with the demonstration, new for each file of stories. */
  product: Product;
  /** The buildings that have their line: those whose doors, cameras, readers or sirens the file's stories touch. */
  connected: readonly string[];
  /** Settings of the file's server, beside what every story has. */
  variables: Record<string, string>;
  /** Somebody of the demonstration, signed in, in a browser of their own. */
  signIn: SignIn;
  /** A browser nobody is signed in on. */
  stranger: (options?: PersonOptions) => Promise<Page>;
  /** Says that lines like these may stand in the console of this test. */
  expectInConsole: (part: string) => void;
}

/** Runs one product at a time: each file of stories begins with a new one, which its stories share. */
interface Stage {
  productOf(file: string, variables: Record<string, string>, connected: readonly string[]): Promise<Product>;
}

interface WorkerFixtures {
  stage: Stage;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  stage: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      let running: { file: string; product: Product } | undefined;
      await use({
        async productOf(file, variables, connected) {
          if (running?.file !== file) {
            await running?.product.close();
            running = undefined;
            running = { file, product: await startProduct(variables, connected) };
          }
          return running.product;
        },
      });
      await running?.product.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],

  connected: [[], { option: true }],
  // Of a file, not of its process: one with other settings would need a new process, which costs six seconds of a core.
  variables: [{}, { option: true }],

  product: async ({ stage, variables, connected }, use, { file }) => {
    await use(await stage.productOf(file, variables, connected));
  },

  expectInConsole: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern to know what a fixture needs
    async ({}, use) => {
      const parts = expectedParts;
      parts.length = 0;
      await use((part) => {
        parts.push(part);
      });
      parts.length = 0;
    },
    { auto: true },
  ],

  stranger: async ({ browser, product }, use, info) => {
    const opened: Opened[] = [];
    await use(async (options = {}) => {
      const context = await openContext(browser, product, options);
      const page = await context.newPage();
      opened.push(watch(context, page));
      return page;
    });
    await finish(opened, info);
  },

  signIn: async ({ browser, product, request }, use, info) => {
    const opened: Opened[] = [];
    await use(async (name, options = {}) => {
      const account = demonstrationAccounts.find((candidate) => candidate.name === name);
      if (!account) {
        throw new Error(`nobody of the demonstration is called ${name}`);
      }
      const isAdmin = account.role === undefined;
      const reply = await request.post(`${product.url}/api/${isAdmin ? "bb" : "user"}/auth/login`, {
        data: {
          cedula: account.cedula,
          password: DEMONSTRATION_PASSWORD,
          userType: isAdmin ? "ADMIN" : "USER",
        },
      });
      const { token, user } = (await reply.json()) as { token: string; user: { id: string } };
      // The token is put where a sign-in puts it, once: what the app does with it later is the app's.
      const context = await openContext(browser, product, options, [{ name: "authToken", value: token }]);
      const page = await context.newPage();
      opened.push(watch(context, page));
      await page.goto(options.at ?? "/profile");
      return { page, context, name, cedula: account.cedula, id: user.id };
    });
    await finish(opened, info);
  },
});

const expectedParts: string[] = [];

interface Opened {
  context: BrowserContext;
  complaints: string[];
}

async function openContext(
  browser: Browser,
  product: Product,
  options: PersonOptions,
  localStorage: { name: string; value: string }[] = [],
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: product.url,
    storageState: { cookies: [], origins: [{ origin: product.url, localStorage }] },
    viewport: sizes[options.size ?? "desktop"],
    colorScheme: options.colorScheme ?? "light",
    hasTouch: options.size === "phone" || options.size === "tablet",
    permissions: ["camera", "microphone", ...(options.permissions ?? [])],
    serviceWorkers: options.isInstalled ? "allow" : "block",
  });
  if (options.initScript) {
    await context.addInitScript(options.initScript);
  }
  return context;
}

function watch(context: BrowserContext, page: Page): Opened {
  const complaints: string[] = [];
  const complain = (text: string) => {
    const isExpected: Expected = (line) => expectedParts.some((part) => line.includes(part));
    if (!isExpected(text)) {
      complaints.push(text);
    }
  };
  page.on("console", (message) => {
    if (message.type() === "error") {
      complain(message.text());
    }
  });
  page.on("pageerror", (error) => complain(String(error)));
  return { context, complaints };
}

/** A story in which the console complained is not a good one, whatever the screen showed. */
async function finish(opened: Opened[], info: TestInfo): Promise<void> {
  // Before the browsers are closed: what that cuts off is not the app's doing.
  const complaints = opened.flatMap((one) => [...one.complaints]);
  if (info.errors.length > 0) {
    await Promise.allSettled(
      opened.flatMap(({ context }) => context.pages()).map((page) => keep(page, info)),
    );
  }
  await Promise.all(opened.map(({ context }) => context.close()));
  if (complaints.length > 0) {
    throw new Error(`the console said:\n${complaints.join("\n")}`);
  }
}

/** What stood on a screen when its story failed: a picture of it, and its words where the run is read. */
async function keep(page: Page, info: TestInfo): Promise<void> {
  const name = `screen-${info.attachments.filter(({ contentType }) => contentType === "image/png").length + 1}`;
  const path = info.outputPath(`${name}.png`);
  info.attachments.push({ name, path, contentType: "image/png" });
  await page.screenshot({ path, timeout: 5000 });
  const words = await page.locator("body").ariaSnapshot({ timeout: 5000 });
  process.stdout.write(`${name}, ${new URL(page.url()).pathname}\n${words.slice(0, WORDS_AT_MOST)}\n`);
}

/** Of a screen that failed, in characters: its upper part, where what went wrong is said. */
const WORDS_AT_MOST = 2500;

/** So many devices of this person are connected: they ring, and hear what changes. */
export async function expectDevices(product: Product, { id }: Person, count = 1): Promise<void> {
  await expect
    .poll(() => product.app.services.live.count({ room: `user:${id}` }), { timeout: 20_000 })
    .toBe(count);
}

/** Brings something just above a phone's bar: axe takes what lies half under it for a target that is too small. */
export const clearOfTheBar = (target: Locator): Promise<void> =>
  target.evaluate((element) => element.scrollIntoView({ block: "end" }));

const RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What axe finds wrong on the screen as it is now: rule and place of each. */
export async function violations(page: Page): Promise<string[]> {
  // A screen whose code is on its way is not the screen.
  await page.locator("h1").first().waitFor({ state: "attached" });
  // A colour on its way to another is neither: nothing moves while it is looked at.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map((animation) => animation.finished),
    ),
  );
  // Once for each page that is loaded: it is half a megabyte to read.
  if (!(await page.evaluate(() => "axe" in window))) {
    await page.evaluate(axe.source);
  }
  return page.evaluate(async (tags) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe };
    const found = await inPage.run(document, {
      runOnly: tags,
      resultTypes: ["violations"],
      // The styles would be fetched anew as well, for a rule that is not among these.
      preload: { assets: ["media"] },
    });
    return found.violations.flatMap((rule) =>
      rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")}`),
    );
  }, RULES);
}
