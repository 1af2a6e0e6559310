import { expect, it } from "vitest";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { refusalWords } from "./refusal-words.ts";

it("says each error in the specification's words, and under its field", () => {
  const refused = new CallRefused({
    code: "ALREADY_EXISTS",
    status: 409,
    message: "Ya se encuentra registrado(a).",
    errors: [
      { property: "cedula", message: "already exists" },
      { property: "towerId", message: "should not be null" },
      { property: "email", message: "no es un correo electrónico válido" },
      { property: "claimCode", message: "son seis dígitos" },
    ],
  });
  expect(refusalWords(refused)).toEqual({
    lines: [
      'Este(a) "cedula", ya se encuentra registrado(a)',
      'El campo "torre", es un campo obligatorio',
      "email no es un correo electrónico válido",
      "código son seis dígitos",
    ],
    fields: {
      cedula: '* Este(a) "cedula", ya se encuentra registrado(a)',
      towerId: '* El campo "torre", es un campo obligatorio',
      email: "* email no es un correo electrónico válido",
    },
  });
});

it("says one sentence where the whole is wrong, and marks what the server named", () => {
  const refused = new CallRefused({
    code: "PICTURE_NOT_VALID",
    status: 422,
    message: "La imagen no se pudo leer. Intenta con otra foto.",
    errors: [{ property: "photo", message: "is not a picture" }],
  });
  expect(refusalWords(refused)).toEqual({
    lines: ["La imagen no se pudo leer. Intenta con otra foto."],
    fields: { photo: "* La imagen no se pudo leer. Intenta con otra foto." },
  });
});

it("says what to do when nothing came back", () => {
  expect(refusalWords(new NoConnection("away")).lines).toEqual([
    "Lo sentimos ha ocurrido un error",
    "Revisa tu internet e intenta de nuevo: lo que escribiste sigue en el formulario.",
  ]);
});

it("has a sentence for no permission, for too often and for anything unknown", () => {
  const refused = (status: number, message: string) =>
    refusalWords(new CallRefused({ code: "TOO_OFTEN", status, message })).lines;
  expect(refused(401, "x")).toEqual(["No se encuentra autorizado para realizar esta acción"]);
  expect(refused(429, "Demasiados intentos.")).toEqual(["Demasiados intentos."]);
  expect(refusalWords(new TypeError("x")).lines).toEqual([
    "Ha ocurrido un error, por favor intenta de nuevo",
  ]);
});
