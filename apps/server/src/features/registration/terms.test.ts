import { personalFieldsOf } from "@umbral/contract/lib/personal";
import {
  registerExpress,
  registerOwner,
  registerResident,
  registerVisitor,
} from "@umbral/contract/registration/registration.contract";
import { TERMS_VERSION, Terms } from "@umbral/contract/registration/terms.contract";
import { afterAll, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const read = async () => {
  const answer = await server.app.http.inject("/api/terms");
  expect(answer.statusCode).toBe(200);
  return Terms.parse(answer.json().terms);
};

describe("GET /api/terms", () => {
  it("shows anybody the text in force with its version and date", async () => {
    const terms = await read();
    expect(terms.version).toBe(TERMS_VERSION);
    expect(terms.updated).toBe("Última actualización: julio de 2020");
    expect(new Set(terms.sections.map(({ id }) => id)).size).toBe(terms.sections.length);
  });

  /** What the specification says of the text (§1, §9). */
  it.each([
    ["products and services", "productos-y-servicios", /videollamada/],
    ["the yearly rate", "tarifas", /índice de precios al consumidor/],
    ["the savings", "ahorro", /hasta el 70 %/],
    ["the theft of equipment and its fee", "hurto-de-equipos", /costo adicional de 35\.000 pesos/],
    ["the panic button", "boton-de-panico", /alerta/],
    ["shared internet", "internet-compartido", /velocidad/],
    ["common zones", "zonas-comunes", /reserva/],
    ["liability", "responsabilidad", /no responde por/],
    ["privacy", "privacidad", /Ley 1581 de 2012/],
    ["faces and documents", "privacidad", /rostro.*documento.*datos sensibles/],
    ["intellectual property", "propiedad-intelectual", /marca/],
    ["direct settlement", "controversias", /15 días hábiles/],
    ["the tribunal", "controversias", /tres árbitros.*3 meses/],
    ["the law", "ley-aplicable", /ley colombiana/],
  ])("speaks of %s", async (_, id, words) => {
    const section = (await read()).sections.find((one) => one.id === id);
    const text = section?.blocks.flatMap((block) => [block.text, ...block.points]).join(" ");
    expect(text).toMatch(words);
  });

  it("names everything personal that a form of registration asks for", async () => {
    const section = (await read()).sections.find(({ id }) => id === "privacidad");
    const text = section?.blocks.flatMap((block) => [block.text, ...block.points]).join(" ") ?? "";
    /** How the text calls each field. Passwords and codes are proofs, and told to nobody. */
    const words: Readonly<Record<string, RegExp>> = {
      name: /nombre/,
      cedula: /número de documento/,
      documentType: /tipo y número de documento/,
      phone: /celular/,
      email: /correo electrónico/,
      photo: /Tu fotografía/,
    };
    const forms = [registerResident, registerOwner, registerVisitor, registerExpress];
    const asked = forms
      .flatMap(({ body }) => personalFieldsOf(body))
      .filter(({ kind }) => kind !== "secret")
      .map(({ name }) => name);
    expect(new Set(asked).size).toBeGreaterThan(5);
    for (const name of asked) {
      expect({ [name]: text }).toEqual({ [name]: expect.stringMatching(words[name] ?? /nothing names it/) });
    }
  });

  it("numbers its sections in order", async () => {
    const { sections } = await read();
    expect(sections.map(({ title }) => Number.parseInt(title, 10))).toEqual(
      sections.map((_, index) => index + 1),
    );
  });
});
