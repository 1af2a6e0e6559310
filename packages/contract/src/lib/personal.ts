import { z } from "zod";

/**
 * What a field tells of a person:
 * - `identity`: who they are: name, document, alias
 * - `contact`: where they are reached: telephone, e-mail
 * - `image`: what they look like: face, document, a picture of the door when they came
 * - `movement`: from where or with what they did something: network address, device, card
 * - `secret`: what proves that they are they: passwords, codes, tokens
 */
export type PersonalKind = "identity" | "contact" | "image" | "movement" | "secret";

/** Of a field that only looks personal: why it is not. */
type Mark = { personal: PersonalKind } | { notPersonal: string };

/** Apart from Zod's own registry, whose marks would stand in the published reference. */
const marks = z.registry<Mark>();

function marked<S extends z.ZodType>(schema: S, mark: Mark): S {
  // A copy: the same schema may stand in another field, where it is somebody else's or nobody's.
  const copy = schema.clone();
  marks.add(copy, mark);
  return copy;
}

/** Marks a field as personal. Logs, caches and the checks of columns and consent follow from the mark. */
export const personal = <S extends z.ZodType>(kind: PersonalKind, schema: S): S =>
  marked(schema, { personal: kind });

/** Marks a field that looks personal and is not. */
export const notPersonal = <S extends z.ZodType>(because: string, schema: S): S =>
  marked(schema, { notPersonal: because });

/** A field somewhere in a schema. */
export interface FoundField {
  name: string;
  /** The field in which its object stands, arrays aside; "" at the top. */
  within: string;
  schema: z.core.$ZodType;
  mark: Mark | undefined;
}

/** Every field of a schema with its mark, objects in arrays, unions and pipes too. */
export function fieldsIn(schema: z.core.$ZodType): FoundField[] {
  const found: FoundField[] = [];
  const seen = new Map<z.core.$ZodType, Set<string>>();
  const walk = (at: z.core.$ZodType, within: string): void => {
    const places = seen.get(at) ?? new Set();
    if (places.has(within)) {
      return;
    }
    seen.set(at, places.add(within));
    const { def } = (at as z.core.$ZodTypes)._zod;
    if (def.type === "object") {
      for (const [name, field] of Object.entries(def.shape)) {
        found.push({ name, within, schema: field, mark: markOf(field) });
        walk(field, name);
      }
    }
    for (const part of partsOf(at)) {
      walk(part, within);
    }
  };
  walk(schema, "");
  return found;
}

/** The names of the personal fields of a schema, with what each tells. */
export function personalFieldsOf(schema: z.core.$ZodType): { name: string; kind: PersonalKind }[] {
  return fieldsIn(schema).flatMap(({ name, mark }) =>
    mark !== undefined && "personal" in mark ? [{ name, kind: mark.personal }] : [],
  );
}

/** What a schema wraps: an optional's value, an array's elements, both ends of a pipe. */
function partsOf(schema: z.core.$ZodType): readonly z.core.$ZodType[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
    case "catch":
      return [def.innerType];
    case "array":
      return [def.element];
    case "record":
      return [def.valueType];
    case "pipe":
      return [def.in, def.out];
    case "union":
      return def.options;
    case "intersection":
      return [def.left, def.right];
    case "tuple":
      return def.items;
    case "lazy":
      return [def.getter()];
    default:
      return [];
  }
}

/** The mark on a field, or on what it wraps: an optional telephone is one. */
function markOf(schema: z.core.$ZodType): Mark | undefined {
  return (
    marks.get(schema) ??
    partsOf(schema)
      .map(markOf)
      .find((mark) => mark !== undefined)
  );
}
