const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** What a field of a line may say: an id, a moment, or a word of ours in the form that only codes have. */
const MOMENT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const CODE = /^[A-Z][A-Z0-9_]*$/;
/** Fields whose words are the program's own. */
const OWN_WORDS: ReadonlySet<string> = new Set([
  "event",
  "job",
  "kind",
  "method",
  "reason",
  "route",
  "version",
]);
const MESSAGE = "msg";

/** What may be somebody's: addresses, what is written as a number of a person or telephone, keys. */
const SUSPICIOUS = [
  /[^\s"<>]+@[^\s"<>]+/g,
  /\b\d{1,3}(?:\.\d{1,3}){3}\b/g,
  /\b(?:[0-9a-f]{0,4}:){3,}[0-9a-f]{0,4}\b/gi,
  /\+?\d[\d .-]{4,}\d/g,
  /[\w-]{25,}/g,
  // Names, and what is made up of letters and digits: the program's own messages have neither.
  /\p{Lu}\p{Ll}\p{L}*/gu,
  /(?=[\w-]*\d)(?=[\w-]*[a-z])[\w-]+/gi,
];

const WORDS = /^[a-z/][\w /{}:*.-]*$/i;

/** A sentence of the program's own, without anything that looks like somebody's. */
const harmless = (text: string): string =>
  SUSPICIOUS.reduce((left, pattern) => left.replace(pattern, "…"), text);

/** A line of the log with what was said and about which ids; null for one that is none of ours. */
export function harmlessLine(line: string): Record<string, unknown> | null {
  let fields: unknown;
  try {
    fields = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof fields !== "object" || fields === null) {
    return null;
  }
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]: [string, unknown]) => {
      const left = name === "err" ? harmlessError(value) : harmlessValue(name, value);
      return left === undefined ? [] : [[name, left]];
    }),
  );
}

function harmlessValue(name: string, value: unknown): unknown {
  if (typeof value === "boolean" || value === null) {
    return value;
  }
  if (typeof value === "number") {
    // A moment of the log has thirteen digits; a number of a person would stand in a field of another name.
    return name === "time" || Math.abs(value) < 1e5 ? value : undefined;
  }
  if (typeof value !== "string") {
    return undefined;
  }
  if (UUID.test(value) || MOMENT.test(value) || CODE.test(value)) {
    return value;
  }
  if (name === MESSAGE) {
    return harmless(value);
  }
  return OWN_WORDS.has(name) && WORDS.test(value) && harmless(value) === value ? value : undefined;
}

/** An error without its message, which repeats what it was about: its kind, its code, and where it was. */
function harmlessError(error: unknown): unknown {
  if (typeof error !== "object" || error === null) {
    return undefined;
  }
  const { type, code, stack }: { type?: unknown; code?: unknown; stack?: unknown } = error;
  const places = typeof stack === "string" ? stack.split("\n").filter((line) => /^\s+at /.test(line)) : [];
  return {
    ...(typeof type === "string" && /^\w{1,60}$/.test(type) ? { type } : {}),
    ...(typeof code === "string" && /^[A-Z0-9_]{1,40}$/.test(code) && !/\d{6}/.test(code) ? { code } : {}),
    at: places.map((place) =>
      place.trim().replace(/\(?(?:file:\/\/)?\/\S*\/(?=(?:apps|node_modules)\/)/, "("),
    ),
  };
}
