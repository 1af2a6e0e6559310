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

/** Of each kind so many are kept, and so many kinds. */
const MOST_IDS = 200;
const MOST_WORDS = 50;
const MOST_KINDS = 500;
const LONGEST_WORD = 200;

/**
 * Ids and words that the server said itself, by what they are of: with one of the right kind an input gets further than its form. A
 * thing is known by where it stands: `{ doors: [{ id }] }` and `{ doorId }` are of doors. What was said to one who asks is theirs
 * first, since most of it is of where they may do something.
 */
export class SeenIds {
  readonly #ids = new Map<string, string[]>();
  readonly #words = new Map<string, string[]>();
  readonly #common: SeenIds | undefined;
  #isSettled = false;

  /** @param common what was said to anybody, for those of one who asks */
  constructor(common?: SeenIds) {
    this.#common = common;
  }

  /** What is added from now on is kept by those behind it alone. */
  settled(): this {
    this.#isSettled = true;
    return this;
  }

  add(said: unknown, chance: Chance, kind = ""): void {
    for (const [of, text] of textsIn(said, kind)) {
      this.#keep(text, chance, of);
    }
  }

  /** What those behind it may not know. */
  addAlone(said: unknown, chance: Chance): void {
    for (const [of, text] of textsIn(said, "")) {
      this.#keepHere(text, chance, of);
    }
  }

  #keep(said: string, chance: Chance, kind: string): void {
    if (this.#common) {
      this.#common.#keep(said, chance, kind);
    }
    if (!this.#isSettled) {
      this.#keepHere(said, chance, kind);
    }
  }

  #keepHere(said: string, chance: Chance, kind: string): void {
    const isId = said.length === 36 && ID.test(said);
    const most = isId ? MOST_IDS : MOST_WORDS;
    const kinds = isId ? this.#ids : this.#words;
    const isNewKind = !kinds.has(kind);
    if (said === "" || said.length > LONGEST_WORD || (isNewKind && kinds.size >= MOST_KINDS)) {
      return;
    }
    const kept = kinds.get(kind) ?? [];
    kinds.set(kind, kept);
    kept.length < most ? kept.push(said) : kept.splice(chance.below(most), 1, said);
  }

  /** Most often one of this kind, seldom one of another, or of nothing. */
  one(chance: Chance, kind: string): string {
    const ids = this.#ids.get(kind) ?? [];
    if (this.#common && (ids.length === 0 || chance.below(3) === 0)) {
      return this.#common.one(chance, kind);
    }
    const others = [...this.#ids.values()];
    if (ids.length > 0 && chance.below(10) > 0) {
      return chance.oneOf(ids);
    }
    return others.length > 0 && chance.below(3) > 0 ? chance.oneOf(chance.oneOf(others)) : randomUUID();
  }

  /** A word that stood where one of this kind belongs; undefined where none is known. */
  word(chance: Chance, kind: string): string | undefined {
    const words = this.#words.get(kind) ?? this.#ids.get(kind) ?? [];
    return words.length > 0 && (!this.#common || chance.below(4) > 0)
      ? chance.oneOf(words)
      : this.#common?.word(chance, kind);
  }
}

/** Every text in what was said, with what it is of. Of a list the first ones. */
function* textsIn(said: unknown, kind: string): Generator<[kind: string, text: string]> {
  if (Array.isArray(said)) {
    for (const one of said.slice(0, 50)) {
      yield* textsIn(one, kind);
    }
  } else if (typeof said === "object" && said !== null) {
    for (const [key, value] of Object.entries(said)) {
      yield* textsIn(value, key === "id" ? kind : kindOf(key));
    }
  } else if (typeof said === "string") {
    yield [kind, said];
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

/** Addresses of devices and of others' servers. What some standard forbids in one, browsers and makers' manuals have. */
const ADDRESSES = [
  "https://correo.example/aviso",
  "http://usuario:clave@10.0.0.20/relay/0?turn=on&timer={seconds}",
  "rtsp://10.0.0.21:554/Streaming/Channels/101",
  "http://[fd00::20]/abrir?puerta=1|2",
  "https://ñandú.example/aviso de puerta",
];

/** What is called so may be there once: a word that stands there already is refused. */
const NAMES: ReadonlySet<string> = new Set(["name", "localid", "tag"]);

/** Nothing is done with one that nobody said. */
const KNOWN: ReadonlySet<string> = new Set(["token", "secret", "code", "door"]);

/** Of whoever has one. */
export const PASSWORD = "una clave muy larga";

/** What is asked for by such a name is made anew, or is one for all. */
const BY_NAME: Readonly<Record<string, (chance: Chance) => string>> = {
  email: (chance) => `a${chance.below(1000)}@correo.example`,
  phone: (chance) => `300 ${100 + chance.below(900)} 4567`,
  pin: () => "482913",
  password: () => PASSWORD,
  currentpassword: () => PASSWORD,
  newpassword: () => PASSWORD,
  passwordconfirmation: () => PASSWORD,
  timezone: () => "America/Bogota",
  endson: () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 10),
};

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

/** One of a single point. */
const PICTURE = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** Bytes that say they are pictures: none, or nearly, or one. */
export const PICTURES: readonly Buffer<ArrayBuffer>[] = [
  Buffer.from([]),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0]),
  PICTURE,
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
      // What numbers look like hangs on it: most often the kind that most people have.
      return kind === "documenttype" && chance.below(4) > 0 ? shape.enum[0] : chance.oneOf(shape.enum);
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
    // What may be left out has rules of its own beside the rest: without any of it more gets further.
    const isBare = this.#chance.below(2) === 0;
    for (const [key, part] of Object.entries(shape.properties ?? {})) {
      if (shape.required?.includes(key) || (!isBare && this.#chance.below(2) === 0)) {
        made[key] = this.of(part, key === "id" ? kind : kindOf(key), root, depth + 1);
      }
    }
    return made;
  }

  #text({ format, minLength = 0, maxLength = 40, pattern }: Shape, kind: string): string | Buffer {
    const chance = this.#chance;
    if (format === "binary") {
      return chance.below(5) > 0 ? PICTURE : chance.oneOf(PICTURES);
    }
    if (format === "uuid") {
      return this.#ids.one(chance, kind);
    }
    if (format === "date-time") {
      return new Date(Date.now() + (chance.below(200_000_000) - 100_000_000) * 10).toISOString();
    }
    if (format === "uri") {
      return chance.oneOf(ADDRESSES);
    }
    const named = BY_NAME[format === "email" ? format : kind];
    if (named && chance.below(8) > 0) {
      return named(chance);
    }
    if (kind === "cedula" && chance.below(3) === 0) {
      return String(1_000_000_000 + chance.below(9e8));
    }
    const isOdd = chance.below(KNOWN.has(kind) ? 10 : 3) === 0;
    const seen = NAMES.has(kind) || isOdd ? undefined : this.#ids.word(chance, kind);
    const fits = seen !== undefined && seen.length >= minLength && seen.length <= maxLength;
    if (fits && (pattern === undefined || new RegExp(pattern, "u").test(seen))) {
      return seen;
    }
    if (pattern !== undefined) {
      return chance.oneOf(textsOf(pattern));
    }
    const word = chance.oneOf(WORDS);
    const text = NAMES.has(kind) && chance.below(3) > 0 ? `${chance.below(1e6)} ${word}` : word;
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
