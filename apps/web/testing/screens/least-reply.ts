import type { Endpoint } from "@umbral/contract/lib/endpoint";
import { z } from "zod";

/** The least that an endpoint may answer: no rows, nothing that may be absent, and the shortest of all else. */
export const leastReply = ({ reply }: Endpoint): unknown =>
  leastOf(z.toJSONSchema(reply, { io: "input", unrepresentable: "any" }));

type Schema = z.core.JSONSchema.BaseSchema;

const formats: Readonly<Record<string, string>> = {
  uuid: "0199dddd-0000-7000-8000-0000000000aa",
  "date-time": "2026-11-20T12:00:00.000Z",
  date: "2026-11-20",
  email: "persona@example.com",
  uri: "https://umbral.example/",
};

/** Of strings that only some are of, the first that fits. */
const samples = ["a", "0", "2026-11", "12:00"];

/** What no schema says of a string, and a screen counts on. */
const named: Readonly<Record<string, string>> = { timeZone: "America/Bogota" };

function leastOf(schema: Schema | boolean | undefined): unknown {
  if (schema === undefined || typeof schema === "boolean") {
    return null;
  }
  if (schema.const !== undefined) {
    return schema.const;
  }
  if (schema.enum !== undefined) {
    return schema.enum[0];
  }
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined) {
    return leastOf(choices.find((choice) => isNull(choice)) ?? choices[0]);
  }
  if (schema.allOf !== undefined) {
    return Object.assign({}, ...schema.allOf.map(leastOf));
  }
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, named[name] ?? leastOf(schema.properties?.[name])]),
      );
    case "array":
      return leastRows(schema);
    case "string":
      return formats[schema.format ?? ""] ?? leastText(schema);
    case "integer":
    case "number":
      return schema.minimum ?? 0;
    case "boolean":
      return false;
    default:
      return null;
  }
}

function leastText({ pattern = "", minLength = 1 }: Schema): string {
  return samples.find((text) => new RegExp(pattern).test(text)) ?? "a".repeat(minLength);
}

const isNull = (schema: Schema | boolean): boolean => typeof schema === "object" && schema.type === "null";

function leastRows({ prefixItems, minItems = 0, items }: Schema): unknown[] {
  if (prefixItems !== undefined) {
    return prefixItems.map(leastOf);
  }
  const row = Array.isArray(items) ? items[0] : items;
  return Array.from({ length: minItems }, () => leastOf(row));
}
