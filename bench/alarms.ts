import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "playwright-core";
import { io } from "socket.io-client";
import { WebSocket } from "ws";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import type { Heard, Receivers } from "./alarms.receivers.ts";
import { watchThisPage } from "./calls.pages.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import { temporaryFolder } from "./product.ts";

const SESSIONS = 1000;
const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 50;

/**
 * A panic from the press until each connected session of the building has it, every session a person of its
 * own: one server process, all receivers in another. Beside it the same words to as many connections of a
 * bare `ws` server, and one browser in which it is drawn. Turn by turn in one run.
 */
export const alarms: Benchmark = async ({ isLong, sessions = SESSIONS }) => {
  const folder = await temporaryFolder();
  const cluster = await startTestCluster();
  const children: ChildProcess[] = [];
  const start = async <T>(file: string, ...words: string[]): Promise<{ child: ChildProcess; said: T }> => {
    const child = fork(join(import.meta.dirname, file), words);
    children.push(child);
    const [said] = (await once(child, "message")) as [T];
    return { child, said };
  };
  const receive = async (name: string, receivers: Receivers): Promise<ChildProcess> => {
    const file = join(folder.path, name);
    await writeFile(file, JSON.stringify(receivers));
    return (await start("alarms.receivers.ts", file)).child;
  };

  try {
    const { said: product } = await start<Product>("alarms.server.ts", String(sessions + 1));
    const [drawnBy = "", ...tokens] = product.tokens;
    const ours = await receive("ours.json", { url: product.url, tokens, isBare: false });
    const { said: port } = await start<number>("calls.bare.server.ts");
    const bareUrl = `http://127.0.0.1:${port}`;
    const bare = await receive("bare.json", { url: bareUrl, tokens, isBare: true });

    const screen = await openScreen(product.url, drawnBy);
    const raiser = io(product.url, { transports: ["websocket"], forceNew: true });
    await raiser.emitWithAck("init", { token: product.raiser });
    const speaker = new WebSocket(bareUrl.replace("http", "ws"), { perMessageDeflate: false });
    await once(speaker, "open");

    const rounds: Round[] = [];
    const bareRounds: Round[] = [];
    const drawn: number[] = [];
    const { buildingId } = product;
    for (let round = 0; round < (isLong ? 50 : 10) + 1; round += 1) {
      const pressedAt = now();
      const { id }: { id: string } = await raiser.emitWithAck("user_event", {
        buildingId,
        event: "EMERGENCY",
      });
      const one = await everybody(ours, id, pressedAt, tokens.length);
      const drawnAfter = (await screen.drawnAt()) - pressedAt;
      await raiser.emitWithAck("user_event", { buildingId, event: "MUTE", reason: "Prueba" });
      await screen.isQuiet();

      const words = { id: `${round}`, text: "x".repeat(300) };
      const bareAt = now();
      speaker.send(JSON.stringify(words));
      const other = await everybody(bare, words.id, bareAt, tokens.length);
      // The first round compiles.
      if (round > 0) {
        rounds.push(one);
        bareRounds.push(other);
        drawn.push(drawnAfter);
      }
    }
    raiser.disconnect();
    speaker.close();
    await screen.close();
    return [
      { name: "alarms-sessions", value: tokens.length },
      { name: "alarms-rounds", value: rounds.length },
      ...figuresOf("alarms-heard", rounds),
      ...figuresOf("alarms-bare", bareRounds),
      { name: "alarms-drawn-p50-ms", value: rounded(percentile(drawn, 0.5)) },
      { name: "alarms-drawn-longest-ms", value: rounded(Math.max(...drawn)) },
    ];
  } finally {
    for (const child of children) {
      child.kill();
    }
    await Promise.all(children.map(hasEnded));
    await cluster.stop();
    await folder.remove();
  }
};

interface Product {
  url: string;
  buildingId: string;
  raiser: string;
  tokens: string[];
}

/** Milliseconds from the press to each that heard, and how many did not. */
interface Round {
  took: number[];
  missed: number;
}

/** The process is gone, now or before. */
async function hasEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    await once(child, "exit");
  }
}

const now = () => performance.timeOrigin + performance.now();

/** Until every receiver has it; who has not after {@link PATIENCE_MS} has missed it. */
async function everybody(child: ChildProcess, id: string, since: number, count: number): Promise<Round> {
  const deadline = Date.now() + PATIENCE_MS;
  const heard = await new Promise<Heard>((resolve) => {
    const listener = (message: Heard) => {
      if (message.id !== id) {
        return;
      }
      if (message.at.length === count || Date.now() > deadline) {
        child.off("message", listener);
        resolve(message);
      } else {
        setTimeout(() => child.send(id), ASK_AGAIN_MS);
      }
    };
    child.on("message", listener);
    // All may have heard before anybody listened here.
    child.send(id);
  });
  return { took: heard.at.map((at) => at - since), missed: count - heard.at.length };
}

function figuresOf(name: string, rounds: readonly Round[]): Figure[] {
  const took = rounds.flatMap((round) => round.took);
  return [
    { name: `${name}-p50-ms`, value: rounded(percentile(took, 0.5)) },
    { name: `${name}-p99-ms`, value: rounded(percentile(took, 0.99)) },
    { name: `${name}-last-ms`, value: rounded(Math.max(...took)) },
    { name: `${name}-missed`, value: rounds.reduce((sum, { missed }) => sum + missed, 0) },
  ];
}

/** A resident's own screen, on which the alarm is drawn. */
async function openScreen(url: string, token: string) {
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  const context = await browser.newContext({ baseURL: url, serviceWorkers: "block" });
  // What runs this file wraps functions in a helper that a page does not have.
  await context.addInitScript("globalThis.__name = (named) => named");
  await context.addInitScript(watchThisPage, false);
  const page: Page = await context.newPage();
  await page.goto("/login");
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.goto("/profile");
  await page.getByRole("button", { name: "Cerrar sesión" }).or(page.getByText("Salir")).first().waitFor();
  return {
    async drawnAt(): Promise<number> {
      const handle = await page.waitForFunction(() => window.seen.ringing, undefined, {
        timeout: PATIENCE_MS,
      });
      return Number(await handle.jsonValue());
    },
    async isQuiet(): Promise<void> {
      await page.waitForFunction(() => document.querySelector("dialog[open]") === null);
      await page.evaluate(() => {
        window.seen = {};
      });
    },
    close: () => browser.close(),
  };
}
