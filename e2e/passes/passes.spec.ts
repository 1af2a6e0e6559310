import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Page } from "@playwright/test";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { launchOptionsOf } from "../chromium.ts";
import { expect, test, violations } from "../umbral-test.ts";

const INVITATIONS = "/building/dashboard/invitaciones";
/** What every camera of these stories sees: written when a guest holds their telephone before one. */
const FILM = join(import.meta.dirname, "../../test-results/camera-of-passes.y4m");
const options = launchOptionsOf("shell");

test.use({
  connected: [MIRADOR],
  launchOptions: { ...options, args: [...options.args, `--use-file-for-fake-video-capture=${FILM}`] },
});

const [WIDTH, HEIGHT] = [640, 480];

/** Holds a guest's telephone before the camera: its QR, as a film of one picture (YUV4MPEG2). */
async function holdBeforeCamera(guest: Page): Promise<void> {
  const greys = await guest.getByRole("img", { name: "Código QR de tu invitación" }).evaluate(
    async (svg, [width, height]) => {
      const picture = new Image();
      const text = new XMLSerializer()
        .serializeToString(svg)
        .replace("<svg", '<svg width="360" height="360"');
      picture.src = `data:image/svg+xml,${encodeURIComponent(text)}`;
      await picture.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [width, height];
      const pen = canvas.getContext("2d");
      if (pen === null) {
        throw new Error("nothing can be drawn here");
      }
      pen.fillStyle = "white";
      pen.fillRect(0, 0, width, height);
      pen.drawImage(picture, (width - 360) / 2, (height - 360) / 2, 360, 360);
      const { data } = pen.getImageData(0, 0, width, height);
      return Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0);
    },
    [WIDTH, HEIGHT] as const,
  );
  const colours = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const frame = [Buffer.from("FRAME\n"), Buffer.from(greys), colours];
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F5:1 Ip A1:1 C420jpeg\n`);
  await mkdir(dirname(FILM), { recursive: true });
  await writeFile(FILM, Buffer.concat([head, ...frame, ...frame]));
}

/** What a guest reads out. */
const codeOn = async (guest: Page): Promise<string> =>
  ((await guest.getByLabel(/^Código \d/).textContent()) ?? "").replace(/\D/g, "");

/** Somebody of a home lets a guest come today, and gives them the address of their page. */
async function invite(
  host: Page,
  name: string,
  { people = 1, list, until }: { people?: number; list?: string; until?: string } = {},
): Promise<string> {
  await host.getByRole("button", { name: "Invitar", exact: true }).click();
  const form = host.getByRole("dialog");
  if (people > 1) {
    await form.getByText("Un grupo", { exact: true }).click();
    await form.getByLabel("Nombre del grupo").fill(name);
    await form.getByLabel("Lista de invitados").fill(list ?? "");
    await form.getByLabel("Cuántas personas").fill(String(people));
  } else {
    await form.getByLabel("Nombre", { exact: true }).fill(name);
  }
  await form.getByRole("button", { name: "Continuar" }).click();
  if (until !== undefined) {
    await form.getByLabel("Hoy, hasta").fill(until);
  }
  await form.getByRole("button", { name: "Crear invitación" }).click();
  const address = await form.getByText(/\/i\/#[\w-]{43}$/).textContent();
  await form.getByRole("button", { name: "Listo" }).click();
  return pathOf(address ?? "");
}

const MINUTE_MS = 60_000;
/** The building's clock in two minutes, as a field of time takes it; its last minute is until midnight. */
function soon(now: Date): string {
  const at = (ms: number) =>
    new Date(ms).toLocaleTimeString("sv", { timeZone: "America/Bogota", hour: "2-digit", minute: "2-digit" });
  const [from, until] = [at(now.getTime()), at(now.getTime() + 2 * MINUTE_MS)];
  return until > from ? until : "23:59";
}

/** The stories' server takes whatever port is free, which no address that it writes knows. */
const pathOf = (address: string): string => address.replace(/^https?:\/\/[^/]+/, "");

test.describe("Las invitaciones", () => {
  test("Rosa invites Camilo, who shows his QR to the tablet's camera, goes in and out; a party comes by its list; one is taken back and one is late while they stand there; one stays too long", async ({
    signIn,
    stranger,
    product,
    expectInConsole,
  }) => {
    expectInConsole("422");
    expectInConsole("409");
    const { page: rosa } = await signIn("Rosa Líder", { size: "phone", at: INVITATIONS });
    const { page: desk } = await signIn("Pedro Portero", { size: "tablet", at: "/acceso-visitante" });
    const guest = await stranger({ size: "phone" });
    await guest.goto(await invite(rosa, "Camilo Guerra"));
    await expect(guest.getByRole("heading", { level: 1 })).toHaveText(
      `Hola, Camilo. Te esperan en ${MIRADOR}`,
    );
    await expect(guest.getByRole("status")).toHaveText("Puedes entrar ahora.");
    expect(await violations(guest)).toEqual([]);
    // Nothing of the home stands there.
    await expect(guest.locator("body")).not.toContainText("A-101");

    await holdBeforeCamera(guest);
    await desk.getByRole("button", { name: "Leer QR con la cámara" }).click();
    const found = desk.getByRole("region", { name: "Camilo Guerra" });
    await expect(found.getByRole("status").first()).toContainText("Puede entrar");
    await expect(found).toContainText("A-101");
    const card = rosa.getByRole("article").filter({ hasText: "Camilo Guerra" });
    await expect(card).toContainText("Por llegar");
    await found.getByRole("button", { name: "Dejar entrar", exact: true }).click();
    // Nobody asked for it.
    await expect(card).toContainText("Adentro");

    // Once is once, also for the same code a minute later.
    await desk.getByRole("button", { name: "Leer QR con la cámara" }).click();
    await expect(found.getByRole("status").first()).toContainText("Está adentro");
    await found.getByRole("button", { name: "Anotar salida" }).click();
    // Used up, and nobody is inside: it is one of the past.
    await expect(card).toHaveCount(0);

    await guest.goto(
      await invite(rosa, "Cumpleaños de Ana", { people: 4, list: "Ana Gómez\n2. Luis Pérez" }),
    );
    await expect(guest.getByText("Sirve para 4 personas.")).toBeVisible();
    await expect(guest.locator("body")).not.toContainText("Luis");
    const code = await codeOn(guest);
    const party = desk.getByRole("region", { name: "Cumpleaños de Ana" });
    await desk.getByLabel("Código de ingreso").fill(code);
    await desk.keyboard.press("Enter");
    await expect(party.getByRole("status").first()).toContainText("Faltan 4 de 4");
    await party.getByRole("button", { name: "Entró Luis Pérez" }).click();
    await expect(party.getByRole("status").first()).toContainText("Faltan 3 de 4");
    // Two friends whom nobody wrote down.
    await party.getByText("Entra alguien que no está en la lista").click();
    await party.getByLabel("Personas que entran").fill("2");
    await party.getByRole("button", { name: "Dejar entrar", exact: true }).click();
    await expect(party.getByRole("status").first()).toContainText("Falta 1 de 4");
    const ofParty = rosa.getByRole("article").filter({ hasText: "Cumpleaños de Ana" });
    await ofParty.getByText("Lista: 1 de 2 llegaron").click();
    await expect(ofParty.getByRole("listitem").filter({ hasText: "Luis Pérez" })).toContainText(
      "Adentro desde",
    );
    await expect(ofParty.getByRole("listitem").filter({ hasText: "Ana Gómez" })).toContainText("Por llegar");

    await guest.goto(await invite(rosa, "Diego Demorado"));
    await expect(guest.getByRole("heading", { level: 1 })).toContainText("Hola, Diego.");
    await desk.getByLabel("Código de ingreso").fill(await codeOn(guest));
    await desk.keyboard.press("Enter");
    const late = desk.getByRole("region", { name: "Diego Demorado" });
    await expect(late.getByRole("status").first()).toContainText("Puede entrar");
    await rosa.getByRole("button", { name: "Retirar la invitación de Diego Demorado" }).click();
    await rosa.getByRole("alertdialog").getByRole("button", { name: "Continuar" }).click();
    await expect(rosa.getByText("Retiraste la invitación de Diego Demorado.")).toBeVisible();
    // Whoever stands there is told no: the desk has heard of it, and nobody can let them in any more.
    await expect(late.getByRole("button", { name: "Dejar entrar", exact: true })).toHaveCount(0);
    await guest.reload();
    await expect(guest.getByRole("status")).toHaveText(
      "Esta invitación se retiró. Habla con quien te invitó.",
    );

    // Fabio comes in time, Elena a minute too late: her time ends while she stands there.
    const until = soon(product.clock.now());
    const stand = async (name: string) => {
      await guest.goto(await invite(rosa, name, { until }));
      await expect(guest.getByRole("heading", { level: 1 })).toContainText(`Hola, ${name.split(" ")[0]}.`);
      await desk.getByLabel("Código de ingreso").fill(await codeOn(guest));
      await desk.keyboard.press("Enter");
      const found = desk.getByRole("region", { name });
      await expect(found.getByRole("status").first()).toContainText("Puede entrar");
      return found.getByRole("button", { name: "Dejar entrar", exact: true });
    };
    await (await stand("Fabio Quedado")).click();
    await expect(desk.getByText("Dejaste entrar a Fabio Quedado.")).toBeVisible();
    const letElenaIn = await stand("Elena Tarde");
    product.clock.push(3 * MINUTE_MS);
    await letElenaIn.click();
    await expect(desk.getByRole("alertdialog")).toContainText("Invitación vencida");
    await desk.getByRole("button", { name: "Entendido" }).click();
    // Nobody noted that Fabio went. (That his home is told of it, once, is a test of the room's.)
    await rosa.reload();
    const ofFabio = rosa.getByRole("article").filter({ hasText: "Fabio Quedado" });
    await expect(ofFabio).toContainText("Se quedó más de lo previsto");
    await desk.getByRole("button", { name: /^Fabio Quedado/ }).click();
    await desk
      .getByRole("region", { name: "Fabio Quedado" })
      .getByRole("button", { name: "Anotar salida" })
      .click();
    await expect(ofFabio).toHaveCount(0);
  });
});
