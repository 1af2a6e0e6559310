import { sql } from "kysely";
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page } from "playwright-core";
import { DEMONSTRATION_PASSWORD } from "../apps/server/src/demo/accounts.ts";
import { startDemonstrations } from "../apps/server/testing/demonstration.ts";
import { type Product, startProduct } from "../e2e/product.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";

const LAURA = "900000001";
/** More than a page of each list holds. */
const PEOPLE = 120;
const ACTIONS = 400;

/** A processor four times slower than this one, as a cheap phone's or an old desk's. */
const SLOWDOWN = 4;
/** Between two frames of a screen that misses none. */
const FRAME_MS = 1000 / 60;
/** A hurried thumb, in pixels a second. */
const SPEED = 2400;

const sizes = { phone: { width: 360, height: 740 }, desktop: { width: 1440, height: 900 } } as const;
const screens = { users: "/admin-dashboard/users", audit: "/admin-dashboard/audit" } as const;

/**
 * The administration's longest tables under a thumb that goes down and up again, on a processor slowed four times:
 * the time between frames as the page sees them. Beside each, in the same browser, a bare table of as many rows.
 */
export const scroll: Benchmark = async ({ isLong }) => {
  const demonstrations = await startDemonstrations();
  const product = await startProduct();
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    await fill(product);
    const token = await signIn(product);
    const rounds = isLong ? 12 : 4;
    const figures: Figure[] = [];
    for (const size of ["phone", "desktop"] as const) {
      for (const name of ["users", "audit"] as const) {
        figures.push(...(await measure(browser, product, { name, size, token, rounds })));
      }
    }
    return figures;
  } finally {
    await browser.close();
    await product.close();
    await demonstrations.stop();
  }
};

interface Wanted {
  name: keyof typeof screens;
  size: keyof typeof sizes;
  token: string;
  rounds: number;
}

async function measure(browser: Browser, product: Product, wanted: Wanted): Promise<Figure[]> {
  const { name, size, token, rounds } = wanted;
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: sizes[size],
    hasTouch: size === "phone",
    serviceWorkers: "block",
  });
  try {
    await context.addInitScript((value) => localStorage.setItem("authToken", value), token);
    const page = await context.newPage();
    await page.goto(screens[name]);
    await page.getByRole("row").nth(30).waitFor({ state: "attached" });
    // Pictures that still come in would be measured too.
    await page.waitForLoadState("networkidle");
    const rows = await page.getByRole("row").count();
    const bare = await bareTable(context, rows);
    const prefix = `scroll-${name}-${size}`;
    return [
      { name: `${prefix}-rows`, value: rows },
      ...(await figuresOf(prefix, page, rounds)),
      ...(await figuresOf(`${prefix}-bare`, bare, rounds)),
    ];
  } finally {
    await context.close();
  }
}

async function figuresOf(prefix: string, page: Page, rounds: number): Promise<Figure[]> {
  await page.bringToFront();
  const line = await page.context().newCDPSession(page);
  await line.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  await line.send("Performance.enable");
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  const distance = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight);
  const thumb = (yDistance: number) =>
    line.send("Input.synthesizeScrollGesture", {
      x: width / 2,
      y: height / 2,
      yDistance,
      speed: SPEED,
      preventFling: true,
      gestureSourceType: "mouse",
    });
  // Once to warm up: what is drawn for the first time is drawn then.
  await thumb(-distance);
  await thumb(distance);
  const frames: number[] = [];
  const before = await workOf(line);
  for (let round = 0; round < rounds; round += 1) {
    await page.evaluate(beginCounting);
    await thumb(-distance);
    await thumb(distance);
    frames.push(...(await page.evaluate(endCounting)));
  }
  const after = await workOf(line);
  await line.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await line.detach();
  const missed = frames.reduce((sum, frame) => sum + Math.max(0, Math.round(frame / FRAME_MS) - 1), 0);
  return [
    { name: `${prefix}-p50-ms`, value: rounded(percentile(frames, 0.5)) },
    { name: `${prefix}-p95-ms`, value: rounded(percentile(frames, 0.95)) },
    { name: `${prefix}-longest-ms`, value: rounded(Math.max(...frames)) },
    { name: `${prefix}-dropped-share`, value: rounded(missed / (missed + frames.length), 3) },
    { name: `${prefix}-layouts`, value: after.layouts - before.layouts },
    { name: `${prefix}-styles`, value: after.styles - before.styles },
  ];
}

/** How often the page has laid itself out, and reckoned its styles anew: neither is needed to scroll. */
async function workOf(line: CDPSession): Promise<{ layouts: number; styles: number }> {
  const { metrics } = await line.send("Performance.getMetrics");
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { layouts: of("LayoutCount"), styles: of("RecalcStyleCount") };
}

declare global {
  interface Window {
    /** Milliseconds between frames since counting began. */
    frameTimes: number[];
    /** When the last frame was, on the page's own clock; null before the first. */
    lastFrame: number | null;
    isCounting: boolean;
    countFrame(this: void, now: number): void;
  }
}

/** In the page. Nothing in it may have a name: the page does not know the helper that names functions. */
function beginCounting(): void {
  window.frameTimes = [];
  window.lastFrame = null;
  window.isCounting = true;
  window.countFrame = (now) => {
    if (window.lastFrame !== null) {
      window.frameTimes.push(now - window.lastFrame);
    }
    window.lastFrame = now;
    if (window.isCounting) {
      requestAnimationFrame(window.countFrame);
    }
  };
  requestAnimationFrame(window.countFrame);
}

function endCounting(): number[] {
  window.isCounting = false;
  return window.frameTimes;
}

/** As many rows of plain cells, and nothing else. */
async function bareTable(context: BrowserContext, rows: number): Promise<Page> {
  const page = await context.newPage();
  const cells = "<td>Rosa Líder</td><td>1000000001</td><td>A-101</td><td>21 nov 2026 11:34 PM</td>";
  await page.setContent(
    `<style>td { padding: 40px 8px }</style><table>${`<tr>${cells}</tr>`.repeat(rows)}</table>`,
  );
  return page;
}

async function signIn({ url }: Product): Promise<string> {
  const reply = await fetch(`${url}/api/bb/auth/login`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ cedula: LAURA, password: DEMONSTRATION_PASSWORD, userType: "ADMIN" }),
  });
  const { token } = (await reply.json()) as { token?: string };
  if (token === undefined) {
    throw new Error(`nobody could sign in: ${reply.status}`);
  }
  return token;
}

/** People with a home and a card each, and what they did, in the demonstration's first building. */
async function fill({ db }: Product): Promise<void> {
  await sql`
    insert into users (id, cedula, name, email, phone)
    select gen_random_uuid(), (3000000000 + n)::text, 'Persona Vecina ' || n, 'persona' || n || '@correo.example',
      '+573' || lpad(n::text, 9, '0')
    from generate_series(1, ${PEOPLE}::int) n`.execute(db);
  await sql`
    insert into spaces (id, user_id, role, building_id, apartment_id, status)
    select gen_random_uuid(), someone.id, 'RESIDENTE', home.building_id, home.id, 'APPROVED'
    from users someone, (select id, building_id from apartments order by id limit 1) home
    where someone.cedula like '30000%'`.execute(db);
  await sql`
    insert into cards (id, user_id, tag, type, created_at)
    select gen_random_uuid(), id, 'ABCD' || right(cedula, 8), 'PERSON', now() from users
    where cedula like '30000%'`.execute(db);
  await sql`
    insert into audit_lines (id, building_id, actor_id, action, subject_id, detail, at)
    select gen_random_uuid(), home.building_id, someone.id,
      (array['auth.signed-in', 'users.shown', 'members.shown'])[1 + turn % 3], null, '{}',
      now() - turn * interval '30 seconds'
    from generate_series(1, ${ACTIONS}::int) turn,
      (select building_id from apartments order by id limit 1) home,
      (select id from users where cedula = '3000000001') someone`.execute(db);
}
