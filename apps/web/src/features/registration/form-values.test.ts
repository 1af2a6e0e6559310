import { documentTypes } from "@umbral/contract/registration/personal-data";
import { describe, expect, it } from "vitest";
import { hasLetters, typedCedula, typedPhone } from "./form-values.ts";
import { phoneToSend } from "./registration.api.ts";
import { documentOptions } from "./registration.strings.ts";

describe("a telephone number", () => {
  it.each([
    ["300 123 4567", "+573001234567"],
    ["+57 300 1234567", "+573001234567"],
    ["57 3001234567", "+573001234567"],
    ["601 234 5678", "+576012345678"],
    ["+1 305 555 0100", "+13055550100"],
    // What is no number travels as the specification says, and the server says what is wrong with it.
    ["12 34", "+571234"],
  ])("written %s is sent as %s", (written, sent) => {
    expect(phoneToSend(written)).toBe(sent);
  });

  it("takes digits, spaces and a + at its beginning while it is typed", () => {
    expect(typedPhone("+57 (300) 123-45+67 ext")).toBe("+57 300 1234567 ");
  });
});

describe("a document's number", () => {
  it("has letters only where its kind may have them", () => {
    expect(documentTypes.filter(hasLetters)).toEqual([
      "PASAPORTE",
      "REGISTRO_CIVIL",
      "CARNE_DIPLOMATICO",
      "SALVO_CONDUCTO_PERMANENCIA",
    ]);
  });

  it("is written without dots, in capitals", () => {
    expect(typedCedula("CEDULA_CIUDADANIA", "1.020.304-050 a")).toBe("1020304050");
    expect(typedCedula("PASAPORTE", "ab 12.34ñ")).toBe("AB1234");
  });

  it("has its kinds in the order of their labels", () => {
    expect(documentOptions.map(({ label }) => label)).toEqual([
      "Carné diplomático",
      "Cédula de ciudadanía",
      "Cédula de extranjería",
      "Pasaporte",
      "Permiso especial de permanencia",
      "Registro civil",
      "Salvoconducto de permanencia",
      "Tarjeta de identidad",
    ]);
    expect(documentOptions.map(({ value }) => value).sort()).toEqual([...documentTypes].sort());
  });
});
