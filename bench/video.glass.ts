import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { startRtspServer } from "../packages/simulated-building/src/testing/rtsp-server.ts";
import { type Figure, percentile, rounded } from "./figures.ts";
import { signIn, startProduct, temporaryFolder } from "./product.ts";
import { decodeNoVideo, playBareVideo, readTheClock } from "./video.pages.ts";

const RESIDENT = "1000000002";
const ADMINISTRATOR = "1000000005";
const CAMERA = "Entrada";
const CANVAS = `Cámara ${CAMERA}`;
const FRAMES_PER_SECOND = 15;
/** Code is fetched and compiled by then, and the decoder is warm. */
const WARM_UP_PICTURES = 30;

/**
 * From glass to glass: a camera that draws the time into its pictures, which is read back from the canvas of a resident's page,
 * once as video and once as JPEGs of the same size and rate; beside them `ffmpeg -c copy` over bare `ws`. One after the other.
 */
export async function glassToGlass(pictures: number): Promise<Figure[]> {
  const folder = await temporaryFolder();
  const camera = await startRtspServer({ isClock: true, framesPerSecond: FRAMES_PER_SECOND });
  const product = await startProduct(folder.path);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-background-networking"],
  });
  try {
    await setCamera(product.url, camera.address);
    const { token } = await signIn(product.url, RESIDENT);
    const residents = (before?: () => void) => async (page: Page) => {
      if (before) {
        await page.addInitScript(before);
      }
      await page.goto(`${product.url}/login`);
      await page.evaluate((value) => localStorage.setItem("authToken", value), token);
      await page.goto(`${product.url}/building/dashboard`);
    };
    const figures: Figure[] = [];
    const measure = async (name: string, open: (page: Page) => Promise<void>) => {
      const took = await seenBy(browser, open, pictures);
      for (const share of [0.5, 0.95]) {
        figures.push({
          name: `${name}-glass-to-glass-p${share * 100}-ms`,
          value: rounded(percentile(took, share), 0),
        });
      }
    };
    await measure("video", residents());
    await measure("pictures", residents(decodeNoVideo));
    await measureBare(camera.address, (url) =>
      measure("video-bare", async (page) => {
        await page.goto(url);
        await page.evaluate(playBareVideo, CANVAS);
      }),
    );
    return figures;
  } finally {
    await browser.close();
    await product.stop();
    await camera.stop();
    await folder.remove();
  }
}

async function measureBare(address: string, measure: (url: string) => Promise<void>): Promise<void> {
  const bare = fork(join(import.meta.dirname, "video.bare.ts"), [address]);
  try {
    const [port] = await once(bare, "message");
    await measure(`http://127.0.0.1:${port}/`);
  } finally {
    const gone = once(bare, "exit");
    bare.kill();
    await gone;
  }
}

async function seenBy(
  browser: Browser,
  open: (page: Page) => Promise<void>,
  pictures: number,
): Promise<number[]> {
  const context = await browser.newContext({ locale: "es-CO", timezoneId: "America/Bogota" });
  try {
    // What runs this file wraps functions in a helper that a page does not have.
    await context.addInitScript("globalThis.__name = (named) => named");
    const page = await context.newPage();
    await open(page);
    await page.evaluate(readTheClock, CANVAS);
    await page.waitForFunction(
      (enough) => window.glassToGlass.length >= enough,
      WARM_UP_PICTURES + pictures,
      {
        timeout: 60_000 + (pictures * 4000) / FRAMES_PER_SECOND,
      },
    );
    return (await page.evaluate(() => window.glassToGlass)).slice(WARM_UP_PICTURES);
  } finally {
    await context.close();
  }
}

/** One of the demonstration's cameras becomes this one. */
async function setCamera(url: string, address: string): Promise<void> {
  const { token, buildingId } = await signIn(url, ADMINISTRATOR);
  const headers = { authorization: `JWT ${token}`, "content-type": "application/json" };
  const read = await fetch(`${url}/api/bb/buildings/${buildingId}/cameras`, { headers });
  const { cameras } = (await read.json()) as { cameras: { id: string; name: string }[] };
  const id = cameras.find(({ name }) => name === CAMERA)?.id;
  const changed = await fetch(`${url}/api/bb/cameras/${id}`, {
    method: "PUT",
    headers,
    body: JSON.stringify({
      source: { kind: "rtsp", address },
      framesPerSecond: FRAMES_PER_SECOND,
      width: 1280,
    }),
  });
  if (!changed.ok) {
    throw new Error(`the camera was not set: ${changed.status} ${await changed.text()}`);
  }
}
