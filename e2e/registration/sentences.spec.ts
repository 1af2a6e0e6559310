import type { Page } from "@playwright/test";
import { expect, test } from "../umbral-test.ts";
import { choosePasswords, type FormName, fillWhole, forms, PASSWORD, send } from "./fill-forms.ts";

/** The recorder of traces fetches previews of pictures, which the page itself may not and does not. */
const TRACED = "Connecting to 'blob:";

const everyHome = [
  "* Debes agregar la foto",
  "* Debes seleccionar un edificio",
  "* Debes diligenciar la cédula",
  "* Debes diligenciar el nombre",
  "* Debes diligenciar el teléfono",
  "* Debes diligenciar el email",
  "* Debes seleccionar la torre",
  "* Debes seleccionar el piso",
  "* Debes seleccionar el apartamento",
  "* Debes ingresar una contraseña",
  "* Debes confirmar la contraseña",
  "* Debes aceptar los términos y condiciones",
];

/** Each form's title, and what it says when it is sent empty (specification §2, §5). */
const whenEmpty: readonly { form: FormName; title: string; sentences: readonly string[] }[] = [
  { form: "resident", title: "Registro de Residentes y Personal Autorizado", sentences: everyHome },
  { form: "owner", title: "Registro de Propietario o Residente Líder", sentences: everyHome },
  {
    form: "visitor",
    title: "Registro Visitantes",
    sentences: [
      "* Debes agregar la foto",
      "* Debes seleccionar un edificio",
      "* Debes diligenciar la cédula",
      "* Debes diligenciar el nombre",
      "* Debes diligenciar el número de teléfono",
      "* Debes diligenciar el correo electrónico",
      "* Debes diligenciar una contraseña",
      "* Debes confirmar la contraseña",
      "* Debes aceptar los términos y condiciones",
    ],
  },
  {
    form: "express",
    title: "Registro rápido de visitantes",
    sentences: [
      "* Debes agregar la foto",
      "* Debes seleccionar un edificio",
      "* Debes diligenciar la cédula",
      "* Debes diligenciar el número de teléfono",
      "* Debes aceptar los términos y condiciones",
    ],
  },
];

const refusal = (status: number, code: string, errors: { property: string; message: string }[] = []) => ({
  status,
  json: { statusCode: status, code, message: "Ya se encuentra registrado(a).", errors },
});

/** What the server answers, and what the person then reads (specification §8, registration errors). */
const whenRefused = [
  {
    what: "fields that are missing",
    answer: refusal(422, "INCOMPLETE", [{ property: "email", message: "email should not be null" }]),
    sentences: ['El campo "email", es un campo obligatorio'],
  },
  {
    what: "somebody who is known",
    answer: refusal(409, "ALREADY_EXISTS", [
      { property: "cedula", message: "already exists" },
      { property: "email", message: "already exists" },
    ]),
    sentences: [
      'Este(a) "cedula", ya se encuentra registrado(a)',
      'Este(a) "email", ya se encuentra registrado(a)',
    ],
  },
  {
    what: "another thing that is wrong",
    answer: refusal(400, "BAD_REQUEST", [{ property: "cedula", message: "es demasiado larga" }]),
    sentences: ["cedula es demasiado larga"],
  },
  {
    what: "no permission",
    answer: refusal(401, "SIGN_IN_REQUIRED"),
    sentences: ["No se encuentra autorizado para realizar esta acción"],
  },
  {
    what: "no answer",
    answer: "none",
    sentences: ["Lo sentimos ha ocurrido un error"],
  },
  {
    what: "a fault without words",
    answer: { status: 500, body: "" },
    sentences: ["Ha ocurrido un error, por favor intenta de nuevo"],
  },
] as const;

const answerWith = (page: Page, answer: (typeof whenRefused)[number]["answer"]) =>
  page.route(/\/api\/(visitors|apartments\/[^/]+\/(users|owner))/, (route) =>
    answer === "none" ? route.abort("connectionfailed") : route.fulfill(answer),
  );

const dialog = (page: Page, name: string) => page.getByRole("alertdialog", { name, exact: true });

test.describe("Las frases del registro", () => {
  test.beforeEach(({ expectInConsole }) => {
    expectInConsole(TRACED);
    expectInConsole("Failed to load resource");
  });

  for (const { form, title, sentences } of whenEmpty) {
    test(`${form}: the title, the alert and every message under its field`, async ({ stranger }) => {
      const page = await stranger({ size: "phone" });
      await page.goto(forms[form].at);
      await expect(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
      await expect(page.getByText(/^\* /)).toHaveCount(0);
      await send(page);
      await expect(
        dialog(page, "Lo sentimos!").getByText("Por favor completar los campos requeridos", { exact: true }),
      ).toBeVisible();
      await page.getByRole("button", { name: "Entendido" }).click();
      const shown = await page.getByText(/^\* /).allTextContents();
      expect(shown.sort()).toEqual([...sentences].sort());
    });
  }

  for (const form of ["resident", "owner"] as const) {
    test(`${form}: passwords are compared while they are typed`, async ({ stranger }) => {
      const page = await stranger();
      await page.goto(forms[form].at);
      await choosePasswords(page, "otra");
      await expect(page.getByText("* Las contraseñas no coinciden", { exact: true })).toBeVisible();
      await choosePasswords(page);
      await expect(page.getByText("* Las contraseñas no coinciden")).toHaveCount(0);
    });
  }

  test("visitor: passwords are compared when the form is sent", async ({ stranger }) => {
    const page = await stranger();
    await fillWhole(page, "visitor", "1040500701");
    await choosePasswords(page, "otra");
    await expect(page.getByText("* Las contraseñas no coinciden")).toHaveCount(0);
    await send(page);
    await expect(
      dialog(page, "Lo sentimos!").getByText("Por favor completar los campos requeridos", { exact: true }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Entendido" }).click();
    await expect(page.getByText("* Las contraseñas no coinciden", { exact: true })).toBeVisible();
    await page.getByLabel("Confirmar contraseña").fill(PASSWORD);
    await expect(page.getByText("* Las contraseñas no coinciden")).toHaveCount(0);
  });

  test("the list of errors, for each answer of the server", async ({ stranger }) => {
    const page = await stranger();
    await fillWhole(page, "visitor", "1040500702");
    for (const { what, answer, sentences } of whenRefused) {
      await test.step(what, async () => {
        await answerWith(page, answer);
        await send(page);
        const list = dialog(page, "Han ocurrido los siguientes errores");
        for (const sentence of sentences) {
          await expect(list.getByText(sentence, { exact: true })).toBeVisible();
        }
        await page.getByRole("button", { name: "Entendido" }).click();
        await expect(list).toBeHidden();
        await page.unrouteAll();
        await expect(page.getByLabel("Nombre completo")).toHaveValue("Persona de Prueba");
      });
    }
  });

  test("express: its own sentence for a registration that failed", async ({ stranger }) => {
    const page = await stranger();
    await fillWhole(page, "express", "1040500703");
    await answerWith(page, "none");
    await send(page);
    await expect(
      dialog(page, "Lo sentimos!").getByText("Hubo un error en el proceso de su registro.", { exact: true }),
    ).toBeVisible();
  });

  test("the document types by label, the usual one first chosen", async ({ stranger }) => {
    const page = await stranger();
    for (const { at } of Object.values(forms)) {
      await page.goto(at);
      const type = page.getByLabel("Tipo de documento");
      await expect(type).toHaveValue("CEDULA_CIUDADANIA");
      await expect(type.locator("option")).toHaveText([
        "Carné diplomático",
        "Cédula de ciudadanía",
        "Cédula de extranjería",
        "Pasaporte",
        "Permiso especial de permanencia",
        "Registro civil",
        "Salvoconducto de permanencia",
        "Tarjeta de identidad",
      ]);
      await expect(page.getByLabel("Edificio").locator("option:not([hidden])")).toHaveText([
        "Conjunto Los Almendros",
        "Edificio Mirador del Parque",
      ]);
    }
  });

  test("the login's ways to the forms", async ({ stranger }) => {
    const page = await stranger({ size: "phone" });
    for (const { link, at } of Object.values(forms)) {
      if (link !== null) {
        await page.goto("/login");
        await page.getByRole("link", { name: link, exact: true }).click();
        await expect(page).toHaveURL(at);
      }
    }
  });
});
