import type { Locator } from "@playwright/test";
import { expect, type Person, test } from "../umbral-test.ts";
import { askFor, forgetWaiting } from "./people.ts";

/** The specification's sentences of these screens (§2, §8), each in its situation. */
const sentences = [
  ["title of residents and employees", "Residentes/Empleados Pendientes de aprobación"],
  ["title of owners and leaders", "Propietarios/Líderes Pendientes de aprobación"],
  ["menu of residents and employees", "Solicitudes de Usuarios"],
  ["menu of owners and leaders", "Solicitudes de Propietarios"],
  ["approved", "¡Aprobado!", "Acceso otorgado con éxito"],
  ["rejected", "¡Rechazado!", "Se ha rechazado el acceso a este usuario"],
  ["approving fails", "Ups!", "Hubo un error al aprobar esta solicitud"],
  ["rejecting fails", "Ups!", "Hubo un error al rechazar la solicitud"],
  ["nobody waits", "No hay solicitudes pendientes por aprobar"],
] as const;

const requests = "/building/dashboard/apartments/requests";
const breaks = { status: 500, json: { statusCode: 500, code: "FAULT", message: "x", errors: [] } };

type Situation = (typeof sentences)[number][0];

/** Presses an answer of Nora's request, and goes on where that is asked. */
async function press({ page }: Person, answer: "Aprobar" | "Rechazar") {
  await page.getByRole("button", { name: `${answer} a Nora Nueva` }).click();
  if (answer === "Rechazar") {
    await page.getByRole("button", { name: "Continuar" }).click();
  }
}

for (const [situation, ...words] of sentences) {
  test(`${situation}: ${words.join(" / ")}`, async ({ signIn, product, expectInConsole }) => {
    await forgetWaiting(product, "A-101");
    const request = () => askFor(product, "A-101", "Nora Nueva");
    const decided = async (answer: "Aprobar" | "Rechazar") => {
      await request();
      const rosa = await signIn("Rosa Líder", { at: `${requests}/employee` });
      await press(rosa, answer);
      return rosa.page.getByRole("alertdialog");
    };
    const failed = async (answer: "Aprobar" | "Rechazar") => {
      expectInConsole("500");
      await request();
      const rosa = await signIn("Rosa Líder", { at: `${requests}/employee` });
      await rosa.page.route("**/access/*-*", (route) => route.fulfill(breaks));
      await press(rosa, answer);
      return rosa.page.getByRole("alertdialog");
    };
    const administrator = (list: "employee" | "owner") =>
      signIn("Alberto Administrador", { at: `${requests}/${list}` });
    const places = {
      "title of residents and employees": async () =>
        (await administrator("employee")).page.getByRole("heading", { level: 1 }),
      "title of owners and leaders": async () =>
        (await administrator("owner")).page.getByRole("heading", { level: 1 }),
      "menu of residents and employees": async () =>
        (await administrator("owner")).page.getByRole("navigation", { name: "Menú principal" }),
      "menu of owners and leaders": async () =>
        (await administrator("employee")).page.getByRole("navigation", { name: "Menú principal" }),
      approved: () => decided("Aprobar"),
      rejected: () => decided("Rechazar"),
      "approving fails": () => failed("Aprobar"),
      "rejecting fails": () => failed("Rechazar"),
      "nobody waits": async () =>
        (await signIn("Rosa Líder", { at: `${requests}/employee` })).page.getByRole("main"),
    } satisfies Record<Situation, () => Promise<Locator>>;
    const place = await places[situation]();
    await expect(place).toBeVisible();
    for (const sentence of words) {
      await expect(place).toContainText(sentence);
    }
  });
}
