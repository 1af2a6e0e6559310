import { expect } from "vitest";
import { page } from "vitest/browser";
import { formFields, type Step, stepsOf } from "../../src/features/registration/form-fields.ts";
import type { FieldName } from "../../src/features/registration/form-values.ts";
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

export async function choosePasswords(confirmation: string = PASSWORD): Promise<void> {
  await page.getByLabelText("Contraseña", { exact: true }).fill(PASSWORD);
  await page.getByLabelText("Confirmar contraseña").fill(confirmation);
}

export const send = () => page.getByRole("button", { name: "Registrarme" }).click();

/** The title of the step that is open, with its number; a number alone is enough to ask for it. */
export const stepTitle = (step: number | string) =>
  page.getByRole("heading", {
    level: 2,
    name: typeof step === "number" ? new RegExp(`^Paso ${step} de `) : step,
  });

const openStep = (): number =>
  Number(/^Paso (\d+) /.exec(page.getByRole("heading", { level: 2 }).element().textContent)?.[1]);

/** From the step that is open to the next. */
export async function goOn(): Promise<void> {
  const next = openStep() + 1;
  await page.getByRole("button", { name: "Continuar" }).click();
  await expect.element(stepTitle(next)).toBeVisible();
}

/** How each field is filled in; one that is not named here is left as it is. */
export type Fillers = Partial<Record<FieldName, () => Promise<unknown>>>;

const usual = (cedula: string): Fillers => ({
  buildingId: () => choose("Edificio", "Edificio Mirador del Parque"),
  towerId: () => choose("Torre", "A"),
  floorId: () => choose("Piso", "1"),
  apartmentId: () => choose("Apartamento", "A-101"),
  name: () => page.getByLabelText("Nombre completo").fill("Persona de Prueba"),
  cedula: () => page.getByLabelText("Número de documento").fill(cedula),
  photo: () => choosePhoto(),
  email: () => page.getByLabelText("Correo").fill("persona@example.com"),
  phone: () => page.getByLabelText("Celular").fill("300 123 4567"),
  password: () => choosePasswords(),
  acceptTerms: () => page.getByLabelText("Acepto los términos y condiciones").click(),
});

/** One step, right. */
export async function fillStep(form: FormName, step: Step, cedula: string, other: Fillers = {}) {
  const fillers = new Map(Object.entries({ ...usual(cedula), ...other }));
  for (const [name, stands] of Object.entries<Step>(formFields[form])) {
    if (stands === step) {
      await fillers.get(name)?.();
    }
  }
}

/** All steps before the one in which this field stands, right. */
export async function reach(form: FormName, field: FieldName, cedula: string, other: Fillers = {}) {
  const there = Object.entries<Step>(formFields[form]).find(([name]) => name === field)?.[1];
  for (const step of stepsOf(form)) {
    if (step === there) {
      return;
    }
    await fillStep(form, step, cedula, other);
    await goOn();
  }
}

/** Everything that a form asks for, right, up to its last step. */
export async function fillWhole(form: FormName, cedula: string, other: Fillers = {}): Promise<void> {
  await reach(form, "acceptTerms", cedula, other);
  await fillStep(form, lastOf(form), cedula, other);
}

const lastOf = (form: FormName): Step => stepsOf(form).at(-1) ?? "password";
