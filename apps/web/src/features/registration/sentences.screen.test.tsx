import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import { describe, expect, test } from "vitest";
import { page } from "vitest/browser";
import {
  choosePasswords,
  type FormName,
  fillStep,
  fillWhole,
  forms,
  goOn,
  PASSWORD,
  reach,
  send,
} from "../../../testing/registration/fill-forms.ts";
import { choicesOf, says, shownTexts } from "../../../testing/screens/look.ts";
import { placesReplies } from "../../../testing/screens/places.ts";
import { failing, NoAnswer, RawAnswer, refused } from "../../../testing/screens/replies.ts";
import { renderScreen } from "../../../testing/screens/screen.tsx";
import { stepsOf } from "./form-fields.ts";

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

/** What the server answers, and what the person then reads (specification §8, registration errors). */
const whenRefused = [
  {
    what: "fields that are missing",
    answer: refused("INCOMPLETE", { errors: [{ property: "email", message: "email should not be null" }] }),
    sentences: ['El campo "email", es un campo obligatorio'],
    field: "Correo",
  },
  {
    what: "somebody who is known",
    answer: refused("ALREADY_EXISTS", {
      errors: [
        { property: "cedula", message: "already exists" },
        { property: "email", message: "already exists" },
      ],
    }),
    sentences: [
      'Este(a) "cedula", ya se encuentra registrado(a)',
      'Este(a) "email", ya se encuentra registrado(a)',
    ],
    field: "Número de documento",
  },
  {
    what: "another thing that is wrong",
    answer: refused("BAD_REQUEST", { errors: [{ property: "cedula", message: "es demasiado larga" }] }),
    sentences: ["cedula es demasiado larga"],
    field: "Número de documento",
  },
  {
    what: "no permission",
    answer: refused("SIGN_IN_REQUIRED"),
    sentences: ["No se encuentra autorizado para realizar esta acción"],
    field: null,
  },
  {
    what: "no answer",
    answer: new NoAnswer(),
    sentences: ["Lo sentimos ha ocurrido un error"],
    field: null,
  },
  {
    what: "a fault without words",
    answer: new RawAnswer(500),
    sentences: ["Ha ocurrido un error, por favor intenta de nuevo"],
    field: null,
  },
] as const;

const formNames = ["resident", "owner", "visitor", "express"] as const;
const INCOMPLETE = "Por favor completar los campos requeridos";
const DIFFERENT = "* Las contraseñas no coinciden";
const different = () => page.getByText(DIFFERENT, { exact: true });
const understood = () => page.getByRole("button", { name: "Entendido" }).click();

describe("the sentences of registration", () => {
  for (const { form, title, sentences } of whenEmpty) {
    test(`${form}: the title, the alert and every message under its field`, async () => {
      await renderScreen(forms[form].at, { size: "phone", replies: placesReplies() });
      const said: string[] = [];
      for (const step of stepsOf(form)) {
        await expect.element(page.getByRole("heading", { level: 1, name: title, exact: true })).toBeVisible();
        expect(shownTexts(/^\* /)).toEqual([]);
        if (step === stepsOf(form).at(-1)) {
          await send();
          await says("Lo sentimos!", INCOMPLETE);
          await understood();
          said.push(...shownTexts(/^\* /));
        } else if (step === "role") {
          await goOn();
        } else {
          await page.getByRole("button", { name: "Continuar" }).click();
          await expect.element(page.getByText(/^\* /).first()).toBeVisible();
          await expect.element(page.getByRole("alertdialog")).not.toBeInTheDocument();
          said.push(...shownTexts(/^\* /));
          await fillStep(form, step, "1040500700");
          await goOn();
        }
      }
      expect(said.sort()).toEqual([...sentences].sort());
    });
  }

  for (const form of ["resident", "owner"] as const) {
    test(`${form}: passwords are compared while they are typed`, async () => {
      await renderScreen(forms[form].at, { replies: placesReplies() });
      await reach(form, "password", "1040500704");
      await choosePasswords("otra");
      await expect.element(different()).toBeVisible();
      await choosePasswords();
      await expect.element(different()).not.toBeInTheDocument();
    });
  }

  test("visitor: passwords are compared when the form is sent", async () => {
    await renderScreen(forms.visitor.at, { replies: placesReplies() });
    await fillWhole("visitor", "1040500701");
    await choosePasswords("otra");
    await expect.element(different()).not.toBeInTheDocument();
    await send();
    await says("Lo sentimos!", INCOMPLETE);
    await understood();
    await expect.element(different()).toBeVisible();
    await page.getByLabelText("Confirmar contraseña").fill(PASSWORD);
    await expect.element(different()).not.toBeInTheDocument();
  });

  const endpoints = { visitor: registerVisitor, resident: registerResident, owner: registerOwner } as const;
  for (const form of ["visitor", "resident", "owner"] as const) {
    test(`${form}: the list of errors, for each answer of the server`, async () => {
      const replies = placesReplies();
      await renderScreen(forms[form].at, { replies });
      await fillWhole(form, "1040500702");
      for (const { what, answer, sentences, field } of whenRefused) {
        replies.on(endpoints[form], failing(answer));
        await send();
        const list = page.getByRole("alertdialog", { name: "Han ocurrido los siguientes errores" });
        for (const sentence of sentences) {
          await expect.element(list.getByText(sentence, { exact: true }), { message: what }).toBeVisible();
        }
        await understood();
        await expect.element(list).not.toBeInTheDocument();
        // In the step of the field that was refused, which has the focus; from there on, nothing is lost.
        if (field !== null) {
          await expect.element(page.getByLabelText(field)).toHaveFocus();
          while (page.getByRole("button", { name: "Continuar" }).elements().length > 0) {
            await goOn();
          }
        }
        await expect.element(page.getByLabelText("Contraseña", { exact: true })).toHaveValue(PASSWORD);
      }
    });
  }

  test("express: its own sentence for a registration that failed", async () => {
    const replies = placesReplies().on(registerExpress, failing(new NoAnswer()));
    await renderScreen(forms.express.at, { replies });
    await fillWhole("express", "1040500703");
    await send();
    const dialog = page.getByRole("alertdialog", { name: "Lo sentimos!", exact: true });
    const sentence = "Hubo un error en el proceso de su registro.";
    await expect.element(dialog.getByText(sentence, { exact: true })).toBeVisible();
  });

  test("the document types by label, the usual one first chosen", async () => {
    for (const form of formNames) {
      await renderScreen(forms[form].at, { replies: placesReplies() });
      const buildings = ["Conjunto Los Almendros", "Edificio Mirador del Parque"];
      await expect.poll(() => choicesOf("Edificio")).toEqual(buildings);
      await reach(form, "documentType", "1040500705");
      await expect.element(page.getByLabelText("Tipo de documento")).toHaveValue("CEDULA_CIUDADANIA");
      expect(choicesOf("Tipo de documento")).toEqual([
        "Carné diplomático",
        "Cédula de ciudadanía",
        "Cédula de extranjería",
        "Pasaporte",
        "Permiso especial de permanencia",
        "Registro civil",
        "Salvoconducto de permanencia",
        "Tarjeta de identidad",
      ]);
    }
  });

  test("the login's ways to the forms", async () => {
    for (const { link, at } of Object.values(forms)) {
      if (link !== null) {
        const screen = await renderScreen("/login", { size: "phone", replies: placesReplies() });
        await page.getByRole("link", { name: link, exact: true }).click();
        await expect.poll(screen.path).toBe(at);
      }
    }
  });
});
