import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { z } from "zod";
import type { Chance } from "../../../../controller/testing/prove/random.ts";

/** A schema as JSON Schema says it, in what is looked at here. */
interface Shape {
  type?: string | string[] | undefined;
  enum?: unknown[] | undefined;
  const?: unknown;
  anyOf?: Shape[] | undefined;
  oneOf?: Shape[] | undefined;
  allOf?: Shape[] | undefined;
  properties?: Record<string, Shape> | undefined;
  required?: string[] | undefined;
  items?: Shape | undefined;
  prefixItems?: Shape[] | undefined;
  minItems?: number | undefined;
  maxItems?: number | undefined;
  minLength?: number | undefined;
  maxLength?: number | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  format?: string | undefined;
  pattern?: string | undefined;
  $ref?: string | undefined;
  $defs?: Record<string, Shape> | undefined;
}
const Shape: z.ZodType<Shape> = z.lazy(() =>
  z.looseObject({
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    const: z.unknown().optional(),
    anyOf: z.array(Shape).optional(),
    oneOf: z.array(Shape).optional(),
    allOf: z.array(Shape).optional(),
    properties: z.record(z.string(), Shape).optional(),
    required: z.array(z.string()).optional(),
    // False says that nothing follows.
    items: z.union([Shape, z.boolean().transform(() => undefined)]).optional(),
    prefixItems: z.array(Shape).optional(),
    minItems: z.number().optional(),
    maxItems: z.number().optional(),
    minLength: z.number().optional(),
    maxLength: z.number().optional(),
    minimum: z.number().optional(),
    maximum: z.number().optional(),
    format: z.string().optional(),
    pattern: z.string().optional(),
    $ref: z.string().optional(),
    $defs: z.record(z.string(), Shape).optional(),
  }),
);

const known = new WeakMap<z.core.$ZodType, Shape>();

/** What a schema of the contract takes, so that something can be made by it. What it says in code alone is anything. */
export function shapeOf(schema: z.core.$ZodType): Shape {
  const there = known.get(schema);
  if (there) {
    return there;
  }
  const shape = Shape.parse(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }));
  known.set(schema, shape);
  return shape;
}

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Ids that the server said itself, by what they are of: with one of the right kind an input gets further than its form. A thing
 * is known by where it stands: `{ doors: [{ id }] }` and `{ doorId }` are of doors.
 */
export class SeenIds {
  readonly #byKind = new Map<string, string[]>();
  readonly #most = 200;

  add(said: unknown, chance: Chance, kind = ""): void {
    if (Array.isArray(said)) {
      for (const one of said.slice(0, 50)) {
        this.add(one, chance, kind);
      }
    } else if (typeof said === "object" && said !== null) {
      for (const [key, value] of Object.entries(said)) {
        this.add(value, chance, key === "id" ? kind : kindOf(key));
      }
    } else if (typeof said === "string" && said.length === 36 && ID.test(said)) {
      const ids = this.#byKind.get(kind) ?? [];
      this.#byKind.set(kind, ids);
      ids.length < this.#most ? ids.push(said) : ids.splice(chance.below(this.#most), 1, said);
    }
  }

  /** Most often one of this kind, seldom one of another, or of nothing. */
  one(chance: Chance, kind: string): string {
    const ids = this.#byKind.get(kind) ?? [];
    const others = [...this.#byKind.values()];
    if (ids.length > 0 && chance.below(10) > 0) {
      return chance.oneOf(ids);
    }
    return others.length > 0 && chance.below(3) > 0 ? chance.oneOf(chance.oneOf(others)) : randomUUID();
  }
}

/** What people are called where something is done with them, and what either is. */
const SAME: Readonly<Record<string, string>> = {
  person: "user",
  people: "user",
  member: "user",
  resident: "user",
  holder: "user",
  caller: "user",
  watcher: "user",
  cam: "camera",
  apartmentorbuilding: "apartment",
};

/** `apartments`, `apartmentId` and `apartment` are of apartments. */
export function kindOf(key: string): string {
  const kind = key.replace(/(Id|Ids|s)$/, "").toLowerCase();
  return SAME[kind] ?? kind;
}

const WORDS = [
  "A-101",
  "Ana",
  "1000000002",
  "300 123 4567",
  "ana@correo.example",
  "2026-11-26",
  "08:00",
  "21:30",
  "123456",
  "https://correo.example/aviso",
];

const byPattern = new Map<string, readonly string[]>();

/** Texts that a pattern takes, made once; those that fit of what people write are among them. */
function textsOf(pattern: string): readonly string[] {
  const there = byPattern.get(pattern);
  if (there) {
    return there;
  }
  const texts = [...WORDS.filter((word) => new RegExp(pattern, "u").test(word)), ...madeBy(pattern)];
  byPattern.set(pattern, texts.length > 0 ? texts : WORDS);
  return byPattern.get(pattern) ?? WORDS;
}

function madeBy(pattern: string): string[] {
  try {
    return fc.sample(fc.stringMatching(new RegExp(pattern, "u")), { numRuns: 12, seed: 2026 });
  } catch {
    // A pattern that looks ahead, for one: nothing is made of it.
    return [];
  }
}

/** What nobody expects, and what people paste. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  0.1,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "ñandú 👩‍👩‍👧 ‮x",
  "'; drop table users; --",
  "../../../../etc/passwd",
  "%00%ff%c0%af",
  "9999-99-99T99:99:99Z",
  "-infinity",
];

/** Bytes that say they are pictures: none, or nearly, or one of a single point. */
export const PICTURES: readonly Buffer<ArrayBuffer>[] = [
  Buffer.from([]),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  Buffer.from(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
    "base64",
  ),
  Buffer.alloc(3000, "A"),
];

/** Makes values of shapes, and spoils them. */
export class Values {
  readonly #chance: Chance;
  readonly #ids: SeenIds;

  constructor(chance: Chance, ids: SeenIds) {
    this.#chance = chance;
    this.#ids = ids;
  }

  /**
   * Something of this shape, as far as JSON Schema says it.
   * @param kind what an `id` in it is of
   */
  of(shape: Shape, kind = "", root: Shape = shape, depth = 0): unknown {
    const chance = this.#chance;
    if (shape.$ref !== undefined) {
      const named = root.$defs?.[shape.$ref.split("/").at(-1) ?? ""] ?? (shape.$ref === "#" ? root : {});
      return depth > 6 ? null : this.of(named, kind, root, depth + 1);
    }
    if (shape.const !== undefined) {
      return shape.const;
    }
    if (shape.enum && shape.enum.length > 0) {
      return chance.oneOf(shape.enum);
    }
    const [some] = [shape.anyOf ?? shape.oneOf ?? []];
    if (some.length > 0) {
      return this.of(chance.oneOf(some), kind, root, depth + 1);
    }
    if (shape.allOf) {
      const parts = shape.allOf.map((part) => this.of(part, kind, root, depth + 1));
      return parts.every((part) => typeof part === "object") ? Object.assign({}, ...parts) : parts[0];
    }
    const type = Array.isArray(shape.type) ? chance.oneOf(shape.type) : shape.type;
    if (type === "object") {
      return this.#object(shape, kind, root, depth);
    }
    if (type === "array") {
      const least = shape.minItems ?? 0;
      const length =
        shape.prefixItems?.length ?? least + chance.below(Math.min(4, (shape.maxItems ?? 4) - least + 1));
      return Array.from({ length }, (_, place) =>
        this.of(shape.prefixItems?.[place] ?? shape.items ?? {}, kind, root, depth + 1),
      );
    }
    if (type === "string") {
      return this.#text(shape, kind);
    }
    if (type === "number" || type === "integer") {
      const least = Math.max(shape.minimum ?? 0, -1e9);
      return least + chance.below(Math.max(1, Math.min((shape.maximum ?? least + 100) - least + 1, 100_000)));
    }
    if (type === "boolean") {
      return chance.below(2) === 0;
    }
    return type === "null" ? null : this.#anything(depth);
  }

  /** The same with something in it that should not be. */
  spoiled(value: unknown): unknown {
    const chance = this.#chance;
    const isOpen = typeof value === "object" && value !== null;
    if (!isOpen || chance.below(6) === 0) {
      return this.#anything(0);
    }
    if (Array.isArray(value)) {
      const copy: unknown[] = [...value];
      const place = chance.below(copy.length + 1);
      copy[place] = this.spoiled(copy[place]);
      // Many of what is small: what is sent stays within some hundred kilobytes.
      const isSmall = typeof copy[0] !== "object" && String(copy[0]).length < 100;
      return chance.below(20) === 0 && isSmall ? Array.from({ length: 2000 }, () => copy[0]) : copy;
    }
    const copy: Record<string, unknown> = { ...value };
    const keys = Object.keys(copy);
    const key = keys.length > 0 ? chance.oneOf(keys) : "x";
    const how = chance.below(8);
    if (how === 0) {
      delete copy[key];
    } else if (how === 1) {
      copy[chance.oneOf(["__proto__x", "constructor", "toString", "id", "$ne", "buildingId", ""])] =
        this.#anything(0);
    } else {
      copy[key] = this.spoiled(copy[key]);
    }
    return copy;
  }

  #object(shape: Shape, kind: string, root: Shape, depth: number): Record<string, unknown> {
    const made: Record<string, unknown> = {};
    for (const [key, part] of Object.entries(shape.properties ?? {})) {
      if (shape.required?.includes(key) || this.#chance.below(2) === 0) {
        made[key] = this.of(part, key === "id" ? kind : kindOf(key), root, depth + 1);
      }
    }
    return made;
  }

  #text({ format, minLength = 0, maxLength = 40, pattern }: Shape, kind: string): string {
    const chance = this.#chance;
    if (format === "uuid") {
      return this.#ids.one(chance, kind);
    }
    if (format === "date-time") {
      return new Date(Date.now() + (chance.below(200_000_000) - 100_000_000) * 10).toISOString();
    }
    if (format === "email") {
      return `a${chance.below(1000)}@correo.example`;
    }
    if (pattern !== undefined) {
      return chance.oneOf(textsOf(pattern));
    }
    const text = chance.oneOf(WORDS);
    return text.padEnd(minLength, "x").slice(0, Math.max(minLength, Math.min(maxLength, 200)));
  }

  /** What nobody expects, and what people paste. */
  #anything(depth: number): unknown {
    const chance = this.#chance;
    const what = chance.below(ODD.length + 3);
    if (what < ODD.length) {
      return ODD[what];
    }
    if (what === ODD.length) {
      return "x".repeat(1 + chance.below(chance.below(10) === 0 ? 20_000 : 300));
    }
    if (what === ODD.length + 1) {
      return chance.oneOf(PICTURES);
    }
    let nested: unknown = depth;
    for (let level = 0; level < 60; level += 1) {
      nested = level % 2 === 0 ? [nested] : { a: nested };
    }
    return nested;
  }
}
