import type { Page } from "@playwright/test";
import { expect } from "../umbral-test.ts";

export const CARD_MANAGER = "/admin-dashboard/card-manager";

/** Types a document and asks whose it is. */
export async function consult(page: Page, document: string): Promise<void> {
  await page.getByLabel("Número de documento").fill(document);
  await page.getByRole("button", { name: "Consultar", exact: true }).click();
}

/** The dialog that is open says exactly this. */
export async function says(page: Page, title: string, text: string): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  expect(await dialog.getByRole("heading").textContent()).toBe(title);
  expect(await dialog.getByRole("paragraph").textContent()).toBe(text);
}

/** Presses a button of the dialog that is open. */
export async function press(page: Page, button: "Continuar" | "Cancelar" | "Entendido"): Promise<void> {
  const dialog = page.getByRole("alertdialog");
  const title = await dialog.getByRole("heading").textContent();
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await expect(page.getByRole("alertdialog", { name: title ?? "", exact: true })).toHaveCount(0);
}

/** Gives one of the three pictures of a validation. */
export async function givePictureTo(page: Page, label: string, picture: Buffer): Promise<void> {
  const group = page.getByRole("group", { name: label });
  await group
    .locator("input[type=file]")
    .setInputFiles({ name: "foto.jpg", mimeType: "image/jpeg", buffer: picture });
  await expect(page.getByAltText(`Vista previa: ${label}`)).toBeVisible();
}
