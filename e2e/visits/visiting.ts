import type { Page } from "@playwright/test";
import sharp from "sharp";
import { MIRADOR } from "../../apps/server/src/demo/accounts.ts";
import { expect } from "../umbral-test.ts";

/** The recorder of traces fetches previews of pictures, which the page itself may not and does not. */
export const TRACED = "Connecting to 'blob:";

/** What a phone's camera gives of a face. */
async function selfie() {
  const buffer = await sharp({ create: { width: 600, height: 800, channels: 3, background: "#c98" } })
    .jpeg()
    .toBuffer();
  return { name: "yo.jpg", mimeType: "image/jpeg", buffer };
}

/** Chooses the picture on the form of a code. */
async function givePicture(page: Page): Promise<void> {
  const group = page.getByRole("group", { name: "Foto de tu rostro" });
  await group.locator("input[type=file]").setInputFiles(await selfie());
  await expect(page.getByAltText("Vista previa: Foto de tu rostro")).toBeVisible();
}

/** Fills the whole form and asks. Gives the code that the screen shows. */
export async function askForCode(page: Page, cedula: string, building = MIRADOR): Promise<string> {
  await givePicture(page);
  await page.getByLabel("Edificio").selectOption({ label: building });
  await page.getByLabel("Número de documento").fill(cedula);
  await page.getByRole("button", { name: "Solicitar código" }).click();
  await expect(page.getByRole("heading", { name: "¡Bienvenido!" })).toBeVisible();
  return codeOn(page);
}

/** The six digits as the screen shows them. */
export async function codeOn(page: Page): Promise<string> {
  const shown = page.getByText(/^\d{3}\d{3}$/);
  await expect(shown).toBeVisible();
  return (await shown.innerText()).replace(/\D/g, "");
}
