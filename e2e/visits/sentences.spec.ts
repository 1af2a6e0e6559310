import type { Page } from "@playwright/test";
import { expect, test } from "../umbral-test.ts";
import { askForCode, codeFromElsewhere, codeOn, givePicture, TRACED } from "./visiting.ts";

/*
 * The specification's sentences of the two screens of visits (§2, §5, §8), each in its situation, letter by
 * letter. A dialog's title and text are compared whole.
 */

const ASK = "/visits/code";
const VERIFY = "/building/visits/code/confirm";

interface Stage {
  page: Page;
  /** A code that waits at the lobby of the page's doorman. */
  newCode(cedula: string): Promise<string>;
  /** The platform switches this person off. */
  deactivate(cedula: string): Promise<void>;
}

/** The dialog that is open says exactly this. */
async function says(page: Page, title: string, text: string) {
  const dialog = page.getByRole("alertdialog");
  await expect(dialog).toBeVisible();
  expect(await dialog.getByRole("heading").textContent()).toBe(title);
  expect(await dialog.getByRole("paragraph").textContent()).toBe(text);
}

const shows = (page: Page, text: string) => expect(page.getByText(text, { exact: true })).toBeVisible();

async function verify(page: Page, code: string) {
  await page.getByLabel("Código de ingreso").fill(code);
  await page.getByRole("button", { name: "Verificar", exact: true }).click();
}

const ofAsking: readonly { sentence: string; when: string; is(stage: Stage): Promise<void> }[] = [
  {
    sentence: "Solicitar código",
    when: "the form stands",
    is: ({ page }) =>
      expect(page.getByRole("button", { name: "Solicitar código", exact: true })).toBeVisible(),
  },
  {
    sentence: "Formulario Incompleto / Por favor completar todos los campos.",
    when: "something is missing",
    is: async ({ page }) => {
      await page.getByRole("button", { name: "Solicitar código", exact: true }).click();
      await says(page, "Formulario Incompleto", "Por favor completar todos los campos.");
    },
  },
  ...["* Debes agregar la foto", "* Debes seleccionar un edificio", "* Debes diligenciar la cédula"].map(
    (sentence) => ({
      sentence,
      when: "that field is missing",
      is: async ({ page }: Stage) => {
        await page.getByRole("button", { name: "Solicitar código", exact: true }).click();
        await shows(page, sentence);
      },
    }),
  ),
  {
    sentence: "¡Ups! / Cédula no autorizada, debe registrarse primero.",
    when: "nobody has that cédula; then the express registration",
    is: async ({ page }) => {
      await givePicture(page);
      await page.getByLabel("Edificio").selectOption({ index: 1 });
      await page.getByLabel("Número de documento").fill("5550001112");
      await page.getByRole("button", { name: "Solicitar código", exact: true }).click();
      await says(page, "¡Ups!", "Cédula no autorizada, debe registrarse primero.");
      await page.getByRole("button", { name: "Entendido" }).click();
      await expect(page).toHaveURL(/\/apartment\/visitor\/express\/register$/);
      // What was given is not asked for again.
      await expect(page.getByLabel("Número de documento")).toHaveValue("5550001112");
      await expect(page.getByLabel("Edificio")).not.toHaveValue("");
      await expect(page.getByAltText(/Vista previa/)).toBeVisible();
    },
  },
  {
    sentence: "¡Bienvenido!",
    when: "the code is given",
    is: async ({ page }) => {
      await askForCode(page, "1000000003");
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("¡Bienvenido!");
      expect(await codeOn(page)).toMatch(/^\d{6}$/);
    },
  },
];

const ofVerifying: readonly { sentence: string; when: string; is(stage: Stage): Promise<void> }[] = [
  {
    sentence: "Verificar Código ingreso",
    when: "the screen and its place in the menu",
    is: async ({ page }) => {
      expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("Verificar Código ingreso");
    },
  },
  ...["Verificar", "Limpiar"].map((sentence) => ({
    sentence,
    when: "the screen stands, and 'Autorizar acceso' does not",
    is: async ({ page }: Stage) => {
      await expect(page.getByRole("button", { name: sentence, exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: "Autorizar acceso", exact: true })).toHaveCount(0);
    },
  })),
  {
    sentence: "* El campo es obligatorio",
    when: "no code was typed",
    is: async ({ page }) => {
      await page.getByRole("button", { name: "Verificar", exact: true }).click();
      await shows(page, "* El campo es obligatorio");
    },
  },
  {
    sentence: "ups / Código no autorizado !!!",
    when: "the code is not valid",
    is: async ({ page, newCode }) => {
      const code = await newCode("1000000003");
      await verify(page, String((Number(code) + 1) % 1_000_000).padStart(6, "0"));
      await says(page, "ups", "Código no autorizado !!!");
    },
  },
  {
    sentence: "Autorizar acceso",
    when: "a visit was found, until it is cleared",
    is: async ({ page, newCode }) => {
      await verify(page, await newCode("1000000004"));
      await expect(page.getByRole("button", { name: "Autorizar acceso", exact: true })).toBeVisible();
      await page.getByRole("button", { name: "Limpiar", exact: true }).click();
      await expect(page.getByRole("button", { name: "Autorizar acceso", exact: true })).toHaveCount(0);
      await expect(page.getByLabel("Código de ingreso")).toHaveValue("");
    },
  },
  {
    sentence: "Código valido / Acceso Permitido",
    when: "it was authorised",
    is: async ({ page, newCode }) => {
      await verify(page, await newCode("1000000005"));
      await page.getByRole("button", { name: "Autorizar acceso", exact: true }).click();
      await says(page, "Código valido", "Acceso Permitido");
    },
  },
  {
    sentence: "¡lo sentimos! / Código no autorizado",
    when: "it cannot be authorised any more",
    is: async ({ page, newCode, deactivate }) => {
      await verify(page, await newCode("1000000011"));
      await expect(page.getByRole("button", { name: "Autorizar acceso", exact: true })).toBeVisible();
      await deactivate("1000000011");
      await page.getByRole("button", { name: "Autorizar acceso", exact: true }).click();
      await says(page, "¡lo sentimos!", "Código no autorizado");
    },
  },
];

test.describe("Las frases de la solicitud de código", () => {
  for (const { sentence, when, is } of ofAsking) {
    test(`'${sentence}': ${when}`, async ({ stranger, expectInConsole }) => {
      expectInConsole(TRACED);
      expectInConsole("404");
      const page = await stranger({ size: "phone" });
      await page.goto(ASK);
      const notHere = () => Promise.reject(new Error("not here"));
      await is({ page, newCode: notHere, deactivate: notHere });
    });
  }
});

test.describe("Las frases de la verificación", () => {
  for (const { sentence, when, is } of ofVerifying) {
    test(`'${sentence}': ${when}`, async ({ signIn, product, expectInConsole }) => {
      expectInConsole("404");
      const { page } = await signIn("Pedro Portero", { size: "tablet", at: VERIFY });
      await is({
        page,
        newCode: (cedula) => codeFromElsewhere(product, cedula),
        deactivate: async (cedula) => {
          await product.db.updateTable("users").set({ active: false }).where("cedula", "=", cedula).execute();
        },
      });
    });
  }
});
