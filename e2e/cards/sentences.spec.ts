import type { Page } from "@playwright/test";
import { drawPortrait } from "../../apps/server/src/demo/drawings.ts";
import { expect, test } from "../umbral-test.ts";
import { CARD_MANAGER, consult, givePictureTo, press, says } from "./desk.ts";

/*
 * The specification's sentences of the cards' screen (§5, §8), each in its situation, letter by letter. A
 * dialog's title and text are compared whole.
 */

const SORRY = "Lo sentimos!";

/** Opens the modal of a new card for somebody who is verified. */
async function registering(page: Page) {
  await consult(page, "1000000002");
  await page.getByRole("button", { name: "Registrar tarjeta" }).click();
}

async function fillCard(page: Page, tag: string) {
  await page.getByLabel("Etiqueta", { exact: true }).fill(tag);
  await page.getByLabel("Tipo", { exact: true }).selectOption("PERSON");
}

const save = (page: Page) => page.getByRole("button", { name: "Guardar tarjeta" }).click();

/** The next save is answered like this, whatever was sent. */
const answerWith = (page: Page, status: number) =>
  page.route("**/api/bb/cardsv2", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status, json: { statusCode: status, code: "FAULT", message: "x", errors: [] } })
      : route.continue(),
  );

const cases: readonly { sentence: string; when: string; status?: number; is(page: Page): Promise<void> }[] = [
  {
    sentence: "* Debes diligenciar la cédula",
    when: "nobody was named",
    is: async (page) => {
      await page.getByRole("button", { name: "Consultar", exact: true }).click();
      await expect(page.getByText("* Debes diligenciar la cédula", { exact: true })).toBeVisible();
    },
  },
  {
    sentence: "No se encontró el usuario ingresado.",
    when: "nobody has that document",
    status: 404,
    is: async (page) => {
      await consult(page, "5550001112");
      await says(page, SORRY, "No se encontró el usuario ingresado.");
    },
  },
  {
    sentence: "Debes ingresar el edificio y el ID de la puerta",
    when: "a reader is set up that was not chosen",
    is: async (page) => {
      await registering(page);
      await page.getByRole("button", { name: "Configurar Lector" }).click();
      await says(page, SORRY, "Debes ingresar el edificio y el ID de la puerta");
    },
  },
  {
    sentence: "Por favor ingresar toda la información solicitada.",
    when: "tag and type are missing",
    is: async (page) => {
      await registering(page);
      await save(page);
      await says(page, SORRY, "Por favor ingresar toda la información solicitada.");
    },
  },
  {
    sentence: "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada.",
    when: "the tag is somebody's, in other capitals",
    status: 400,
    is: async (page) => {
      await registering(page);
      await fillCard(page, "04a1b2c3d4e580");
      await save(page);
      await says(page, SORRY, "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada.");
    },
  },
  ...(
    [
      [404, "No se encontró el usuario ingresado."],
      [422, "Por favor ingresar toda la información solicitada."],
      [500, "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador"],
      [418, "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador"],
    ] as const
  ).map(([status, sentence]) => ({
    sentence,
    when: `the server answers ${status}`,
    status,
    is: async (page: Page) => {
      await answerWith(page, status);
      await registering(page);
      await fillCard(page, "ABCDEF");
      await save(page);
      await says(page, SORRY, sentence);
    },
  })),
  ...(
    [
      ["photo", []],
      ["cedulaFrontal", ["Foto del rostro"]],
      ["cedulaPosterior", ["Foto del rostro", "Documento, cara frontal"]],
    ] as const
  ).map(([field, given]) => ({
    sentence: `Por favor cargue la imagen "${field}" para continuar.`,
    when: `${field} is the first that is missing`,
    is: async (page: Page) => {
      await consult(page, "1000000032");
      for (const label of given) {
        await givePictureTo(page, label, await drawPortrait(1));
      }
      await page.getByRole("button", { name: "Validar usuario" }).click();
      await says(page, SORRY, `Por favor cargue la imagen "${field}" para continuar.`);
    },
  })),
];

test.describe("Las palabras de las tarjetas", () => {
  for (const { sentence, when, status, is } of cases) {
    test(`${sentence} (${when})`, async ({ signIn, expectInConsole }) => {
      if (status !== undefined) {
        expectInConsole(`status of ${status}`);
      }
      const { page } = await signIn("Laura Plataforma", { at: CARD_MANAGER });
      await is(page);
    });
  }

  test("No posee permisos para realizar esta acción. (the session ended meanwhile)", async ({
    signIn,
    expectInConsole,
  }) => {
    expectInConsole("status of 401");
    const { page } = await signIn("Laura Plataforma", { at: CARD_MANAGER });
    await registering(page);
    await fillCard(page, "ABCDEF");
    await answerWith(page, 401);
    await save(page);
    await says(page, SORRY, "No posee permisos para realizar esta acción.");
    await press(page, "Entendido");
  });
});
