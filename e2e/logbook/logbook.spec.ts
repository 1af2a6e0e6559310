import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { DEMONSTRATION_PASSWORD, MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { jpegBytes } from "../../apps/server/testing/test-forms.ts";
import { expect, test, violations } from "../umbral-test.ts";

const DESK = "/acceso-visitante";
const MINUTA = "/building/dashboard/minuta";
const PINS = { pedro: "274913", carla: "860247" };

test.use({ connected: [MIRADOR] });

/** In one's own profile. */
async function setPin(page: Page, pin: string): Promise<void> {
  await page.getByRole("button", { name: "Crear PIN de turno" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("PIN nuevo").fill(pin);
  await dialog.getByLabel("Repite el PIN").fill(pin);
  await dialog.getByLabel("Tu contraseña").fill(DEMONSTRATION_PASSWORD);
  await dialog.getByRole("button", { name: "Guardar PIN" }).click();
  await expect(page.getByText("Tu PIN de turno quedó guardado.")).toBeVisible();
}

test.describe("La minuta", () => {
  test("Pedro notes a broken glass with its picture and lets a guest in, hands over to Carla, and Alberto takes the day as a file", async ({
    signIn,
  }) => {
    const carla = await signIn("Carla Conserje", { size: "phone" });
    await setPin(carla.page, PINS.carla);
    const { page: pedro } = await signIn("Pedro Portero", { size: "tablet" });
    await setPin(pedro, PINS.pedro);
    const { page: alberto } = await signIn("Alberto Administrador", { size: "desktop", at: MINUTA });
    await expect(alberto.getByRole("heading", { level: 1, name: "Minuta" })).toBeVisible();

    await pedro.goto(DESK);
    const note = pedro.getByRole("form", { name: "Anotar en la minuta" });
    await note.getByLabel("Categoría").selectOption({ label: "Daño" });
    await note.getByLabel("Qué pasó").fill("Vidrio roto en el ascensor");
    await note.getByRole("button", { name: "Foto", exact: true }).click();
    await note.locator("input[type=file]").setInputFiles({
      name: "vidrio.jpg",
      mimeType: "image/jpeg",
      buffer: await jpegBytes(),
    });
    await expect(note.getByAltText("Vista previa: Foto 1")).toBeVisible();
    await note.getByRole("button", { name: "Anotar", exact: true }).click();
    await expect(pedro.getByText("Quedó en la minuta.")).toBeVisible();
    // Nobody asked for it.
    const broken = alberto.getByRole("article", { name: /^Daño/ });
    await expect(broken).toContainText("Vidrio roto en el ascensor");
    await broken.getByRole("button", { name: /^Ver foto 1 de 1/ }).click();
    await expect(alberto.getByRole("img", { name: "Foto de la anotación" })).toBeVisible();
    await alberto.getByRole("button", { name: "Cerrar" }).click();

    await pedro.goto("/building/dashboard/invitaciones");
    await pedro.getByRole("button", { name: "Invitar", exact: true }).click();
    const form = pedro.getByRole("dialog");
    await form.getByLabel("Nombre", { exact: true }).fill("Camilo Guerra");
    await form.getByRole("button", { name: "Continuar" }).click();
    await form.getByRole("button", { name: "Crear invitación" }).click();
    await form.getByRole("button", { name: "Listo" }).click();
    await pedro.goto(DESK);
    await pedro.getByRole("button", { name: /^Camilo Guerra/ }).click();
    const guest = pedro.getByRole("region", { name: "Camilo Guerra" });
    await guest.getByRole("button", { name: "Dejar entrar", exact: true }).click();
    await expect(alberto.getByRole("article", { name: /^Ingreso con invitación/ })).toContainText(
      "Camilo Guerra",
    );

    await pedro.getByRole("button", { name: "Entregar turno" }).click();
    const handover = pedro.getByRole("dialog", { name: "Entregar turno" });
    await expect(handover.getByRole("listitem").filter({ hasText: "Adentro: Camilo Guerra" })).toBeVisible();
    expect(await violations(pedro)).toEqual([]);
    await handover.getByLabel("PIN de turno", { exact: true }).fill(PINS.pedro);
    await handover.getByLabel("Cédula").fill(carla.cedula);
    await handover.getByLabel("PIN de turno de quien recibe").fill(PINS.carla);
    await handover.getByRole("button", { name: "Firmar y entregar turno" }).click();
    await expect(pedro.getByText("La entrega del turno quedó en la minuta.")).toBeVisible();
    const signed = alberto.getByRole("article", { name: /^Entrega de turno/ });
    await expect(signed).toContainText("Pedro Portero entrega a Carla Conserje");
    await expect(signed).toContainText("Adentro: Camilo Guerra");

    const downloading = alberto.waitForEvent("download");
    await alberto.getByRole("button", { name: "Descargar CSV" }).click();
    const file = await downloading;
    expect(file.suggestedFilename()).toMatch(/^minuta-\d{4}-\d\d-\d\d\.csv$/);
    const text = await readFile(await file.path(), "utf8");
    for (const words of [
      "Vidrio roto en el ascensor",
      "Camilo Guerra",
      ";Entrega de turno;;Pedro Portero;;Carla Conserje;",
    ]) {
      expect(text).toContain(words);
    }
  });
});
