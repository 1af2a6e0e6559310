import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  documentTypes,
  isCedulaOf,
  isName,
  normalCedula,
  normalName,
  normalPhone,
  takesSms,
} from "./personal-data.ts";

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
/** What people put between digits. */
const separator = fc.constantFrom("", " ", "-", ".", "\u00a0", "  ", "–");
const spaced = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(separator, { minLength: 20, maxLength: 20 }))
    .map(([whole, gaps]) => [...whole].map((sign, at) => sign + (gaps[at % 20] ?? "")).join(""));

describe("a telephone number", () => {
  it("is the same Colombian number however it is written", () => {
    const national = fc.oneof(
      digits(9).map((rest) => `3${rest}`),
      fc
        .tuple(fc.constantFrom("1", "2", "4", "5", "6", "7", "8"), digits(7))
        .map(([area, rest]) => `60${area}${rest}`),
    );
    fc.assert(
      fc.property(national, fc.constantFrom("", "+57", "57", "+57 ", "(+57) "), (number, prefix) => {
        expect(normalPhone(prefix + number)).toBe(`+57${number}`);
      }),
    );
    fc.assert(
      fc.property(spaced(national), (written) => {
        expect(normalPhone(`+57 ${written}`)).toBe(`+57${written.replace(/\D/g, "")}`);
      }),
    );
  });

  it("is a foreign one when it begins with its own +, also behind a +57", () => {
    const foreign = fc
      .tuple(fc.constantFrom("1", "34", "49", "58", "593"), fc.integer({ min: 7, max: 11 }).chain(digits))
      .map(([country, rest]) => `+${country}${rest}`);
    fc.assert(
      fc.property(foreign, fc.constantFrom("", "+57"), (number, prefix) => {
        expect(normalPhone(prefix + number)).toBe(number);
      }),
    );
  });

  it("is, once normal, normal for good; and nothing else than + and digits", () => {
    const anything = fc.oneof(fc.string(), spaced(fc.string({ unit: fc.constantFrom(..."+0123456789") })));
    fc.assert(
      fc.property(anything, (written) => {
        const phone = normalPhone(written);
        if (phone !== null) {
          expect(phone).toMatch(/^\+[1-9]\d{6,14}$/);
          expect(normalPhone(phone)).toBe(phone);
          expect(normalPhone(`+57${phone}`)).toBe(phone);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("is none when digits are missing, too many, or of no line there is", () => {
    for (const written of [
      "",
      "300123456",
      "30012345678",
      "+5730012345",
      "2001234567",
      "6091234567",
      "6034567890",
      "123",
      "+0123456789",
      "300 123 45 6x",
      "+57",
      "+57+57",
    ]) {
      expect([written, normalPhone(written)]).toEqual([written, null]);
    }
    expect([takesSms("+573001234567"), takesSms("+576014567890"), takesSms("+34600123456")]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe("a document's number", () => {
  it("is the same however it is written, and stays so", () => {
    fc.assert(
      fc.property(spaced(fc.stringMatching(/^[1-9]\d{5,9}$/)), (written) => {
        const cedula = normalCedula(written);
        expect(cedula).toMatch(/^\d{6,10}$/);
        expect(isCedulaOf("CEDULA_CIUDADANIA", cedula)).toBe(true);
      }),
    );
    fc.assert(
      fc.property(fc.string(), (written) => {
        expect(normalCedula(normalCedula(written))).toBe(normalCedula(written));
      }),
    );
    expect(normalCedula("ab-123 456")).toBe("AB123456");
  });

  it("has the length and the signs of its kind, and never any other sign", () => {
    for (const [type, good, bad] of [
      ["CEDULA_CIUDADANIA", ["123456", "1020304050"], ["12345", "12345678901", "0123456", "A123456"]],
      ["TARJETA_IDENTIDAD", ["1020304050", "98123101234"], ["102030405"]],
      ["PASAPORTE", ["AB123456", "123456789"], ["ABCDEFGH", "A1", `${"A".repeat(15)}1`]],
      ["CEDULA_EXTRANJERIA", ["345678"], ["1234"]],
      ["REGISTRO_CIVIL", ["1020304050", "V2B0250123"], ["123"]],
      ["CARNE_DIPLOMATICO", ["D1234"], ["D"]],
      ["SALVO_CONDUCTO_PERMANENCIA", ["SC12345"], ["SC"]],
      ["PERMISO_ESPECIAL_PERMANENCIA", ["123456789012345"], ["PEP12345"]],
    ] as const) {
      expect([type, good.filter((cedula) => !isCedulaOf(type, cedula))]).toEqual([type, []]);
      expect([type, bad.filter((cedula) => isCedulaOf(type, cedula))]).toEqual([type, []]);
    }
    fc.assert(
      fc.property(fc.constantFrom(...documentTypes), fc.string({ unit: "binary" }), (type, text) => {
        expect(!isCedulaOf(type, text) || /^[A-Z0-9]{4,16}$/.test(text)).toBe(true);
      }),
    );
  });
});

describe("a name", () => {
  it("may be of any script, with emoji, and loses only spaces", () => {
    for (const name of [
      "José Ñúñez",
      "王小明",
      "محمد علي",
      "Жанна",
      "O'Neill-Pérez",
      "👩‍👩‍👧 Familia",
      "नेहा",
    ]) {
      expect([normalName(`  ${name}  `), isName(name)]).toEqual([name.normalize("NFC"), true]);
    }
    expect(normalName("Ana   María\u00a0Gil")).toBe("Ana María Gil");
    expect(normalName("Jose\u0301")).toBe("José");
  });

  it("has ink, and no controls or marks that turn the text around", () => {
    for (const name of [
      "\u200b",
      "\u2060\u3164",
      "a\u0000b",
      "a\u0007",
      "a\nb",
      "a\u2028b",
      "\u202etxt",
      "\ud800",
    ]) {
      expect([name, isName(name)]).toEqual([name, false]);
    }
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(normalName(normalName(text))).toBe(normalName(text));
      }),
    );
  });
});
