import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { SimulatedBuilding } from "@umbral/simulated-building/building";
import sharp from "sharp";
import { startDemonstrations } from "#server";
import { ALMENDROS, DEMONSTRATION_PASSWORD, MIRADOR } from "../apps/server/src/demo/accounts.ts";
import { type Product, startProduct } from "./product.ts";

/*
 * The pictures of the README, taken of the running product: `npm run pictures`.
 */

const folder = join(import.meta.dirname, "..", "docs", "pictures");
const sizes = {
  phone: { width: 360, height: 740 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
} as const;

type Look = [size: keyof typeof sizes, scheme: "light" | "dark"];

async function open(browser: Browser, product: Product, [size, colorScheme]: Look): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    viewport: sizes[size],
    deviceScaleFactor: size === "desktop" ? 1 : 2,
    colorScheme,
    locale: "es-CO",
    timezoneId: "America/Bogota",
    permissions: ["camera", "microphone"],
  });
  return context.newPage();
}

async function openAs(browser: Browser, product: Product, cedula: string, look: Look, at: string) {
  const page = await open(browser, product, look);
  const reply = await page.request.post("/api/user/auth/login", {
    data: { cedula, password: DEMONSTRATION_PASSWORD, userType: "USER" },
  });
  const { token } = (await reply.json()) as { token: string };
  await page.goto("/login");
  await page.evaluate((value) => localStorage.setItem("authToken", value), token);
  await page.goto(at);
  return page;
}

/** Takes the picture once everything that was asked for has come. */
async function take(page: Page, name: string): Promise<void> {
  const picture = await page.screenshot();
  await sharp(picture)
    .webp({ quality: 84 })
    .toFile(join(folder, `${name}.webp`));
  process.stdout.write(`docs/pictures/${name}.webp\n`);
}

/** Waits until everything on the screen that shows moving pictures has one. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLCanvasElement | HTMLVideoElement>("canvas, video")];
    const onScreen = pictures.filter((picture) => {
      const box = picture.getBoundingClientRect();
      return box.width > 0 && box.top < innerHeight && box.bottom > 0;
    });
    // No function here may have a name: the page does not know the helper that names them.
    return (
      onScreen.length > 0 &&
      onScreen.every((picture) => {
        const probe = document.createElement("canvas");
        probe.width = 1;
        probe.height = 1;
        const context = probe.getContext("2d");
        context?.drawImage(picture, 0, 0, 1, 1);
        const [red = 0, green = 0, blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
        return red + green + blue > 30;
      })
    );
  });
}

async function takeAll(browser: Browser, product: Product): Promise<void> {
  const login = await open(browser, product, ["phone", "light"]);
  await login.goto("/");
  await login.getByRole("button", { name: "Iniciar" }).waitFor();
  await take(login, "login-phone");

  const home = await openAs(browser, product, "1000000001", ["phone", "light"], "/building/dashboard");
  await untilDrawn(home);
  await take(home, "home-phone");
  await home.context().close();

  const administration = await openAs(
    browser,
    product,
    "1000000005",
    ["desktop", "light"],
    "/admin-dashboard",
  );
  await administration.getByRole("heading", { name: "Hoy" }).waitFor();
  await take(administration, "administration-desktop");
  await administration.context().close();

  const plan = await openAs(
    browser,
    product,
    "1000000007",
    ["desktop", "light"],
    "/building/dashboard/plano",
  );
  await plan
    .getByRole("button", { name: /Garaje/ })
    .first()
    .waitFor();
  await plan.waitForLoadState("networkidle");
  await take(plan, "plan-desktop");
  await plan.context().close();

  const resident = await openAs(browser, product, "1000000003", ["phone", "dark"], "/profile");
  await resident.getByText("Tomás Temporal").first().waitFor();
  const lobby = await openAs(browser, product, "1000000006", ["tablet", "dark"], "/acceso-visitante");
  await lobby.getByRole("button", { name: /^Llamar a A-101/ }).waitFor();
  await take(lobby, "lobby-tablet-dark");

  await lobby.getByRole("button", { name: /^Llamar a A-102/ }).click();
  await resident.getByRole("alertdialog").waitFor();
  await untilDrawn(resident);
  await take(resident, "ringing-phone-dark");
  await resident.getByRole("button", { name: "Contestar" }).click();
  await resident.getByText("En llamada").first().waitFor();
  await untilDrawn(resident);
  await take(resident, "call-phone-dark");
}

/** What the browsers' cameras see: the hall of a simulated building, for as long as a call's picture takes. */
async function filmHall(path: string): Promise<void> {
  const camera = await new SimulatedBuilding().openCamera("hall", {
    scene: "hall",
    name: "",
    timeZone: "America/Bogota",
    width: 1280,
  });
  const frames: Uint8Array[] = [];
  while (frames.length < 60) {
    const frame = await camera.frame();
    if (frame) {
      frames.push(frame);
    }
  }
  await writeFile(path, Buffer.concat(frames));
}

await mkdir(folder, { recursive: true });
const film = await mkdtemp(join(tmpdir(), "umbral-film-"));
const filmPath = join(film, "hall.mjpeg");
await filmHall(filmPath);
const demonstrations = await startDemonstrations();
const product = await startProduct({}, [MIRADOR, ALMENDROS]);
const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM_PATH"] ?? "/usr/bin/chromium",
  args: [
    "--no-sandbox",
    "--disable-background-networking",
    "--use-fake-device-for-media-stream",
    "--use-fake-ui-for-media-stream",
    `--use-file-for-fake-video-capture=${filmPath}`,
    "--allow-loopback-in-peer-connection",
  ],
});
try {
  await takeAll(browser, product);
} finally {
  await browser.close();
  await product.close();
  await demonstrations.stop();
  await rm(film, { recursive: true });
}
