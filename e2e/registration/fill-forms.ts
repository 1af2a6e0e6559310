import type { Page } from "@playwright/test";
import sharp from "sharp";

/** Where each form is, and what the login calls the way to it. */
export const forms = {
  resident: { at: "/apartment/user/register", link: "Residente/Colaborador" },
  owner: { at: "/apartment/owner/register", link: "Líder/Propietario" },
  visitor: { at: "/apartment/visitor/register", link: "Visitante" },
  express: { at: "/apartment/visitor/express/register", link: null },
} as const;

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

/** From the step that is open to the next: a press before that one is drawn is none. */
export async function goOn(page: Page): Promise<void> {
  const step = page.getByRole("heading", { level: 2, name: /^Paso \d/ });
  const now = Number(/^Paso (\d+)/.exec(await step.innerText())?.[1]);
  await page.getByRole("button", { name: "Continuar" }).click();
  await page.getByRole("heading", { name: `Paso ${now + 1} de ` }).waitFor();
}

interface Person {
  name: string;
  cedula: string;
}

export async function fillPerson(page: Page, { name, cedula }: Person): Promise<void> {
  await page.getByLabel("Nombre completo").fill(name);
  await page.getByLabel("Número de documento").fill(cedula);
}

export async function fillContact(page: Page, { cedula }: Pick<Person, "cedula">): Promise<void> {
  await page.getByLabel("Correo").fill(`persona.${cedula.replace(/\W/g, "")}@example.com`);
  await page.getByLabel("Celular").fill("300 123 4567");
}

export async function choosePasswords(page: Page): Promise<void> {
  await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
  await page.getByLabel("Confirmar contraseña").fill(PASSWORD);
}

export const send = (page: Page) => page.getByRole("button", { name: "Registrarme" }).click();

export const acceptTerms = (page: Page) => page.getByLabel("Acepto los términos y condiciones").check();

/** All steps of a visitor's form, right. */
export async function fillVisit(page: Page, form: "visitor" | "express", cedula: string): Promise<void> {
  await page.goto(forms[form].at);
  await page.getByLabel("Edificio").selectOption({ label: "Edificio Mirador del Parque" });
  if (form === "express") {
    await page.getByLabel("Número de documento").fill(cedula);
    await page.getByLabel("Celular").fill("300 123 4567");
    await goOn(page);
    await choosePhoto(page);
  } else {
    await fillPerson(page, { name: "Persona de Prueba", cedula });
    await goOn(page);
    await choosePhoto(page);
    await fillContact(page, { cedula });
    await goOn(page);
    await choosePasswords(page);
  }
  await acceptTerms(page);
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
