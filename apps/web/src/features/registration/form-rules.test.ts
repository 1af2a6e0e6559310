import { describe, expect, it } from "vitest";
import { emptyForm } from "./form-fields.ts";
import { isIncomplete, wrongIn } from "./form-rules.ts";
import type { FormKind, FormValues } from "./form-values.ts";

const photo = new File(["x"], "foto.jpg", { type: "image/jpeg" });
const whole: FormValues = {
  ...emptyForm("resident"),
  photo,
  name: "Ana Pérez",
  cedula: "1020304050",
  email: "ana@example.com",
  phone: "300 123 4567",
  buildingId: "b",
  towerId: "t",
  floorId: "f",
  apartmentId: "a",
  password: "una-clave-larga",
  passwordConfirmation: "una-clave-larga",
  acceptTerms: true,
};
const kinds: readonly FormKind[] = ["resident", "owner", "visitor", "express"];
const sentences = (kind: FormKind, values: FormValues) =>
  Object.values(wrongIn(kind, values)).filter((sentence) => sentence !== undefined);

const atHome = [
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

describe("an empty form", () => {
  it.each<[FormKind, string[]]>([
    ["resident", atHome],
    ["owner", atHome],
    [
      "visitor",
      [
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
    ],
    [
      "express",
      [
        "* Debes agregar la foto",
        "* Debes seleccionar un edificio",
        "* Debes diligenciar la cédula",
        "* Debes diligenciar el número de teléfono",
        "* Debes aceptar los términos y condiciones",
      ],
    ],
  ])("of a %s says each of the specification's messages", (kind, expected) => {
    expect(sentences(kind, emptyForm(kind)).sort()).toEqual([...expected].sort());
    expect(isIncomplete(kind, emptyForm(kind))).toBe(true);
  });
});

it.each(kinds)("a whole form of a %s has nothing wrong", (kind) => {
  expect(sentences(kind, whole)).toEqual([]);
  expect(isIncomplete(kind, whole)).toBe(false);
});

it("spaces alone are nothing", () => {
  expect(sentences("owner", { ...whole, name: "   " })).toEqual(["* Debes diligenciar el nombre"]);
});

it("passwords that differ block like an empty field, except where there are none", () => {
  const differing = { ...whole, passwordConfirmation: "otra-clave-larga" };
  for (const kind of ["resident", "owner", "visitor"] as const) {
    expect(sentences(kind, differing)).toEqual(["* Las contraseñas no coinciden"]);
    expect(isIncomplete(kind, differing)).toBe(true);
  }
  expect(sentences("express", differing)).toEqual([]);
});

it("a temporary resident says until when", () => {
  const temporary: FormValues = { ...whole, role: "RESIDENTE_TEMPORAL" };
  expect(sentences("resident", temporary)).toEqual(["* El campo es obligatorio"]);
  expect(sentences("resident", { ...temporary, endsOn: "2026-12-31" })).toEqual([]);
  expect(sentences("owner", temporary)).toEqual([]);
});

it("what cannot be right is said under its field, and is not incomplete", () => {
  const mistyped = { ...whole, cedula: "12", phone: "300", email: "ana@", password: "corta" };
  const values = { ...mistyped, passwordConfirmation: "corta" };
  expect(wrongIn("resident", values)).toEqual({
    cedula: "* El número no corresponde al tipo de documento",
    phone: "* El número de teléfono no es válido",
    email: "* El correo electrónico no es válido",
    password: "* La contraseña debe tener 8 caracteres o más",
  });
  expect(isIncomplete("resident", values)).toBe(false);
});
