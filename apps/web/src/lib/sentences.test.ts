import { sentenceOf } from "@umbral/contract/lib/refusals";
import { expect, it } from "vitest";
import { errorList } from "./error-list.ts";
import { CallRefused, type FieldError, NoConnection } from "./failures.ts";
import { NOT_AUTHORISED, sentenceFor } from "./sentences.ts";
import { validationSentence } from "./validation-sentence.ts";

const refused = (status: number, errors: FieldError[] = [], message = "Apto no encontrado") =>
  new CallRefused({ code: "INCOMPLETE", status, message, errors });

it("says each error of a refused form in the specification's words", () => {
  const error = refused(422, [
    { property: "phone", message: "phone should not be null or undefined" },
    { property: "cedula", message: "cedula already exists" },
    { property: "email", message: "must be an email" },
  ]);
  expect(errorList(error)).toEqual([
    'El campo "phone", es un campo obligatorio',
    'Este(a) "cedula", ya se encuentra registrado(a)',
    "email must be an email",
  ]);
});

it("names a field as the form does", () => {
  const error = refused(422, [
    { property: "phone", message: "should not be null" },
    { property: "cedula", message: "already exists" },
  ]);
  expect(errorList(error, { phone: "teléfono" })).toEqual([
    'El campo "teléfono", es un campo obligatorio',
    'Este(a) "cedula", ya se encuentra registrado(a)',
  ]);
});

it("has a sentence for no answer, for no permission and for anything unknown", () => {
  expect(errorList(new NoConnection("away"))).toEqual(["Lo sentimos ha ocurrido un error"]);
  expect(errorList(refused(401))).toEqual(["No se encuentra autorizado para realizar esta acción"]);
  expect(errorList(new TypeError("x"))).toEqual(["Ha ocurrido un error, por favor intenta de nuevo"]);
});

it("prefers the server's own sentence", () => {
  expect(sentenceFor(refused(404))).toBe("Apto no encontrado");
  expect(sentenceFor(refused(500, [], ""))).toBe("Ha ocurrido un error, por favor intenta de nuevo");
});

it.each([
  [400, "La tarjeta ya ha sido asignada y/ el usuario ya tiene tarjeta asignada."],
  [401, "No posee permisos para realizar esta acción."],
  [403, "No posee permisos para realizar esta acción."],
  [404, "No se encontró el usuario ingresado."],
  [422, "Por favor ingresar toda la información solicitada."],
  [500, "Lo sentimos ha ocurrido un error inesperado, comuníquese con un administrador"],
])("speaks of cards by status %i", (status, sentence) => {
  expect(validationSentence(refused(status))).toBe(sentence);
});

it("speaks of a second factor that is wanted first in the server's own sentence", () => {
  const message = sentenceOf("SECOND_FACTOR_ASKED");
  const asked = new CallRefused({ code: "SECOND_FACTOR_ASKED", status: 403, message });
  expect(validationSentence(asked)).toBe(message);
});

it("says what one may not do as the contract does", () => {
  expect(NOT_AUTHORISED).toBe(sentenceOf("NOT_ALLOWED"));
});
