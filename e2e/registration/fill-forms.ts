import type { Page } from "@playwright/test";
import sharp from "sharp";

/** Where each form is, and what the login calls the way to it. */
export const forms = {
  resident: { at: "/apartment/user/register", link: "Residente/Colaborador" },
  owner: { at: "/apartment/owner/register", link: "Líder/Propietario" },
  visitor: { at: "/apartment/visitor/register", link: "Visitante" },
  express: { at: "/apartment/visitor/express/register", link: null },
} as const;
export type FormName = keyof typeof forms;

export const PASSWORD = "una-clave-de-prueba-7";

/** A picture as a phone lays it down: on its side, with a note that says how to turn it. */
const sidewaysPicture = () =>
  sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#7a9" } })
    .withExif({ IFD0: { Make: "Cámara de prueba" }, IFD3: { GPSLatitudeRef: "N" } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

export async function choosePhoto(page: Page): Promise<void> {
  await page
    .getByRole("group", { name: "Foto de tu rostro" })
    .locator("input[type=file]")
    .setInputFiles({ name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer: await sidewaysPicture() });
  await page.getByAltText("Vista previa: Foto de tu rostro").waitFor();
}

export async function chooseHome(page: Page, [tower, floor, apartment]: [string, string, string]) {
  await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
  await page.getByLabel("Torre").selectOption({ label: tower });
  await page.getByLabel("Piso").selectOption({ label: floor });
  await page.getByLabel("Apartamento", { exact: true }).selectOption({ label: apartment });
}

export async function choosePerson(page: Page, { name, cedula }: { name: string; cedula: string }) {
  await page.getByLabel("Nombre completo").fill(name);
  await page.getByLabel("Número de documento").fill(cedula);
  await page.getByLabel("Correo electrónico").fill(`persona.${cedula.replace(/\W/g, "")}@example.com`);
  await page.getByLabel("Celular").fill("300 123 4567");
  await choosePasswords(page);
}

async function choosePasswords(page: Page, confirmation: string = PASSWORD) {
  await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmar contraseña").fill(confirmation);
}

export const send = (page: Page) => page.getByRole("button", { name: "Registrarme" }).click();

/** Everything that a form asks for, right. */
export async function fillWhole(page: Page, form: FormName, cedula: string): Promise<void> {
  await page.goto(forms[form].at);
  if (form === "resident" || form === "owner") {
    await chooseHome(page, ["A", "1", "A-101"]);
  } else {
    await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
  }
  if (form === "express") {
    await page.getByLabel("Número de documento").fill(cedula);
    await page.getByLabel("Celular").fill("300 123 4567");
  } else {
    await choosePerson(page, { name: "Persona de Prueba", cedula });
  }
  await choosePhoto(page);
  await page.getByLabel("Acepto los términos y condiciones").check();
}

/** The dialog of a registration that went well, answered, on the login. */
export async function finishAtLogin(page: Page): Promise<void> {
  await page.waitForURL("**/login");
  await page
    .getByRole("alertdialog", { name: "¡Excelente!" })
    .getByText("Proceso realizado con éxito")
    .waitFor();
  await page.getByRole("button", { name: "Entendido" }).click();
}

export async function signInAt(page: Page, cedula: string): Promise<void> {
  await page.getByLabel("Cédula").fill(cedula);
  await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Iniciar" }).click();
}
