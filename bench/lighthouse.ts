import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { z } from "zod";
import { type Rows, sessionOf } from "./browser-session.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { startProduct, temporaryFolder } from "./product.ts";

/** The last that runs on Node.js 20. npm fetches it when it is asked for: nothing else needs it. */
const LIGHTHOUSE = "lighthouse@12.8.2";

/** The five screens that people wait for most, each as whoever opens it. */
const screens: { name: string; path: string; cedula?: string }[] = [
  { name: "login", path: "/login" },
  { name: "home", path: "/building/dashboard", cedula: "1000000002" },
  { name: "desk", path: "/acceso-visitante", cedula: "1000000006" },
  { name: "people", path: "/admin-dashboard/users", cedula: "1000000005" },
  { name: "events", path: "/admin-dashboard/events/open-door", cedula: "1000000005" },
];

const category = z.object({
  score: z.number(),
  auditRefs: z.array(z.object({ id: z.string(), weight: z.number() })),
});
const audit = z.object({
  score: z.number().nullable(),
  title: z.string(),
  numericValue: z.number().optional(),
});
const report = z.object({
  finalDisplayedUrl: z.url(),
  categories: z.object({
    performance: category,
    accessibility: category,
    "best-practices": category,
  }),
  audits: z.record(z.string(), audit),
});
type Report = z.infer<typeof report>;

/**
 * Lighthouse's own scores of a phone on a slow line, the middle of a few visits, each with a browser that was never
 * here. What costs a point is said on the standard error.
 */
export const lighthouse: Benchmark = async ({ isLong, screen }) => {
  const looked = screens.filter(({ name }) => screen === undefined || name === screen);
  if (looked.length === 0) {
    throw new Error(`no screen is called ${screen}; there are ${screens.map(({ name }) => name).join(", ")}`);
  }
  const folder = await temporaryFolder();
  const product = await startProduct(folder.path);
  try {
    const figures: Figure[] = [];
    for (const { name, path, cedula } of looked) {
      const session = cedula === undefined ? undefined : await sessionOf(product.url, cedula);
      const visits: Report[] = [];
      for (let visit = 0; visit < (isLong ? 5 : 3); visit += 1) {
        visits.push(await visitAgain(() => visitOnce(product.url, path, session)));
      }
      tellWhatCosts(name, visits);
      const middle = (of: (visit: Report) => number) => percentile(visits.map(of), 0.5);
      const score = (key: keyof Report["categories"]) =>
        rounded(100 * middle(({ categories }) => categories[key].score), 0);
      const took = (key: string) =>
        rounded(
          middle(({ audits }) => audits[key]?.numericValue ?? Number.NaN),
          0,
        );
      figures.push(
        { name: `lighthouse-${name}-performance`, value: score("performance") },
        { name: `lighthouse-${name}-accessibility`, value: score("accessibility") },
        { name: `lighthouse-${name}-best-practices`, value: score("best-practices") },
        { name: `lighthouse-${name}-first-paint-ms`, value: took("first-contentful-paint") },
        { name: `lighthouse-${name}-largest-paint-ms`, value: took("largest-contentful-paint") },
        { name: `lighthouse-${name}-blocked-ms`, value: took("total-blocking-time") },
      );
    }
    return figures;
  } finally {
    await product.stop();
    await folder.remove();
  }
};

function tellWhatCosts(screen: string, visits: Report[]): void {
  const costs = visits.flatMap(({ categories, audits }) =>
    Object.values(categories).flatMap(({ auditRefs }) =>
      auditRefs.flatMap(({ id, weight }) => {
        const { score, title } = audits[id] ?? { score: null, title: id };
        return weight > 0 && score !== null && score < 0.9 ? [`${screen}: ${title} (${id}, ${score})`] : [];
      }),
    ),
  );
  for (const cost of new Set(costs)) {
    process.stderr.write(`${cost}\n`);
  }
}

/** The browser loses a trace now and then; Lighthouse says so and asks to be run again. */
async function visitAgain(visit: () => Promise<Report>): Promise<Report> {
  for (let left = 2; ; left -= 1) {
    try {
      return await visit();
    } catch (error) {
      const { data } = z.object({ stderr: z.string() }).safeParse(error);
      if (left === 0 || !data?.stderr.includes("Please run Lighthouse again")) {
        throw error;
      }
    }
  }
}

async function visitOnce(origin: string, path: string, session: Rows | undefined): Promise<Report> {
  const place = await mkdtemp(join(tmpdir(), "umbral-lighthouse-"));
  const profile = join(place, "browser");
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking", "--remote-debugging-port=0"],
  });
  try {
    if (session !== undefined) {
      // From a page of the origin that starts nothing of the app.
      const page = await context.newPage();
      await page.goto(`${origin}/healthz`);
      await page.evaluate((rows) => Object.assign(localStorage, rows), session);
      await page.close();
    }
    // The browser writes which port it took.
    const [port] = (await readFile(join(profile, "DevToolsActivePort"), "utf8")).split("\n");
    const file = join(place, "report.json");
    await promisify(execFile)(
      "npm",
      [
        ...["exec", "--yes", `--package=${LIGHTHOUSE}`, "--", "lighthouse", `${origin}${path}`],
        ...[`--port=${port}`, "--disable-storage-reset", "--quiet", "--output=json", `--output-path=${file}`],
        "--only-categories=performance,accessibility,best-practices",
      ],
      { env: { ...process.env, NO_UPDATE_NOTIFIER: "1" } },
    );
    const seen = report.parse(JSON.parse(await readFile(file, "utf8")));
    if (new URL(seen.finalDisplayedUrl).pathname !== path) {
      throw new Error(`${path} led to ${seen.finalDisplayedUrl}`);
    }
    return seen;
  } finally {
    await context.close();
    await rm(place, { recursive: true, force: true });
  }
}
