import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allSchemas } from "./endpoints.ts";
import { fieldsIn, notPersonal, personal, personalFieldsOf } from "./lib/personal.ts";

/*
 * Goes through every schema of the contract: a field that looks personal by its name carries a mark, or says why it
 * is not. Logs, caches, columns and the consent text follow from the marks, so that a forgotten one is a leak.
 */

/** Words of a field's name by which it looks personal. */
const looksPersonal = new Set(
  [
    ["name", "names", "alias", "cedula", "document", "birth", "birthday", "plate", "username"],
    ["email", "mail", "phone", "mobile"],
    ["photo", "photos", "picture", "pictures", "face", "image", "images"],
    ["address", "address1", "tag", "signature"],
    ["password", "secret", "token", "code", "codes", "pin"],
  ].flat(),
);

/** `imageUrls` → image, urls */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[\s_:-]+/);

/** Places and apparatus have names, addresses and plans of their own, which tell nothing of anybody. */
const THING =
  /^(building|tower|floor|apartment|door|camera|siren|relay|contact|input|driver|controller|kiosk|source|role|rp)s?$/;
const OF_THING = /^(name|address1?|openAddress|closeAddress|image)$/;
const NAME_OF_THING = /^(building|tower|floor|apartment|door|camera|input)Name$/;
const isOfThing = ({ name, within }: { name: string; within: string }): boolean =>
  NAME_OF_THING.test(name) || (OF_THING.test(name) && THING.test(within));

/** What holds a value that somebody could read: not a yes, a number, or an object whose fields are looked at. */
function holdsText(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    // The contract's own words.
    case "enum":
    case "boolean":
    case "number":
    case "object":
    case "literal":
    case "null":
    case "undefined":
      return false;
    case "optional":
    case "nullable":
    case "default":
      return holdsText(def.innerType);
    case "array":
      return holdsText(def.element);
    case "union":
      return def.options.some(holdsText);
    default:
      return true;
  }
}

const unmarkedIn = (schema: z.core.$ZodType): string[] =>
  fieldsIn(schema)
    .filter((field) => field.mark === undefined && holdsText(field.schema) && !isOfThing(field))
    .filter(({ name }) => wordsOf(name).some((word) => looksPersonal.has(word)))
    .map(({ name, within }) => `${within}.${name}`);

describe("a field of the contract that looks personal", () => {
  it("is marked, or says why it is not", () => {
    expect(allSchemas.length).toBeGreaterThan(300);
    const unmarked = allSchemas.flatMap(({ where, schema }) =>
      unmarkedIn(schema).map((field) => `${where}: ${field}`),
    );
    expect(unmarked).toEqual([]);
  });

  it("is found however deep it stands, and whatever it is wrapped in", () => {
    const schema = z.object({
      people: z.array(z.object({ fullName: z.string().optional() })),
      either: z.union([z.object({ phone: z.string() }), z.object({ phoneNumber: z.string().nullable() })]),
      building: z.object({ name: z.string() }),
      email: personal("contact", z.string().trim()).optional(),
      code: notPersonal("a word of the contract", z.enum(["A", "B"])),
    });
    expect(unmarkedIn(schema)).toEqual(["people.fullName", "either.phone", "either.phoneNumber"]);
    expect(personalFieldsOf(schema)).toEqual([{ name: "email", kind: "contact" }]);
  });

  it("leaves the same schema elsewhere unmarked", () => {
    const text = z.string();
    const schema = z.object({ phone: personal("contact", text), title: text });
    expect(personalFieldsOf(schema)).toEqual([{ name: "phone", kind: "contact" }]);
  });
});

/** What errors of Node and of the database call something else: why it failed, where a line led. */
const OF_ERRORS: ReadonlySet<string> = new Set(["code", "address"]);

/** After a mark that is new or gone: `npx vitest run --project contract personal-marks -u`. */
it("names for logs what is marked anywhere", async () => {
  const marked = allSchemas.flatMap(({ schema }) => personalFieldsOf(schema).map(({ name }) => name));
  const names = [...new Set(marked)].filter((name) => !OF_ERRORS.has(name)).sort();
  const lines = names.map((name) => `  "${name}",\n`).join("");
  await expect(`export const personalNames = [\n${lines}] as const;\n`).toMatchFileSnapshot(
    "./personal-names.generated.ts",
  );
});
