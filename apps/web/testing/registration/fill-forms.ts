import { expect } from "vitest";
import { page } from "vitest/browser";
import { choose } from "../screens/look.ts";
import { selfie } from "../screens/pictures.ts";

/** Where each form is, and what the login calls the way to it. */
export const forms = {
  resident: { at: "/apartment/user/register", link: "Residente/Colaborador" },
  owner: { at: "/apartment/owner/register", link: "Líder/Propietario" },
  visitor: { at: "/apartment/visitor/register", link: "Visitante" },
  express: { at: "/apartment/visitor/express/register", link: null },
} as const;
export type FormName = keyof typeof forms;

export const PASSWORD = "una-clave-de-prueba-7";

export const photoInput = () =>
  page.getByRole("group", { name: "Foto de tu rostro" }).getByLabelText("Foto de tu rostro");

/** @param picture a small one, when it is not said: one of four megapixels takes long to draw and to shrink */
export async function choosePhoto(picture?: File): Promise<void> {
  await photoInput().upload(picture ?? (await selfie()));
  await expect.element(page.getByAltText("Vista previa: Foto de tu rostro")).toBeVisible();
}

async function chooseHome([tower, floor, apartment]: [string, string, string]): Promise<void> {
  await choose("Edificio", "Edificio Mirador del Parque");
  await choose("Torre", tower);
  await choose("Piso", floor);
  await choose("Apartamento", apartment);
}

export async function choosePasswords(confirmation: string = PASSWORD): Promise<void> {
  await page.getByLabelText("Contraseña", { exact: true }).fill(PASSWORD);
  await page.getByLabelText("Confirmar contraseña").fill(confirmation);
}

export const send = () => page.getByRole("button", { name: "Registrarme" }).click();

/** Everything that a form asks for, right. */
export async function fillWhole(form: FormName, cedula: string, picture?: File): Promise<void> {
  if (form === "resident" || form === "owner") {
    await chooseHome(["A", "1", "A-101"]);
  } else {
    await choose("Edificio", "Edificio Mirador del Parque");
  }
  await page.getByLabelText("Número de documento").fill(cedula);
  await page.getByLabelText("Celular").fill("300 123 4567");
  if (form !== "express") {
    await page.getByLabelText("Nombre completo").fill("Persona de Prueba");
    await page.getByLabelText("Correo electrónico").fill("persona@example.com");
    await choosePasswords();
  }
  await choosePhoto(picture);
  await page.getByLabelText("Acepto los términos y condiciones").click();
}
