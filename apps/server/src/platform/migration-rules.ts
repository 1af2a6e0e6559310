/*
 * While a version is rolled out, two of them serve one database: the newer one brings it to its shape, and the older one
 * goes on. So a migration adds, a later version's moves, and a later one's takes away what no program uses any more.
 */

/** What a migration says of itself: '-- unused since 0.4.0'. From that version on nothing needs what it takes away. */
const UNUSED_SINCE = /^-- unused since (\d+\.\d+\.\d+)\b/m;
/** A version that every program is at least of. */
const ANY = "0.0.0";

/** What a program that does not know a migration would miss, by its statements, and since which version nothing does. */
export interface MigrationReading {
  /** Each statement, or part of one, that takes away, changes or narrows what was there. */
  takesAway: string[];
  /** Null where the migration does not say. */
  unusedSince: string | null;
}

/** Reads a migration's SQL. What it makes itself it may also change. */
export function readMigration(text: string): MigrationReading {
  const statements = statementsOf(text);
  const made = new Set(statements.flatMap((statement) => nameIn(statement, MAKES)));
  const dropped = new Set(statements.flatMap((statement) => namesIn(statement, /\bdrop constraint (\w+)/gi)));
  const takesAway = statements.flatMap((statement) => {
    const [table] = nameIn(statement, TOUCHES);
    return table !== undefined && made.has(table) ? [] : partsOf(statement).filter(isTakingAway(dropped));
  });
  return { takesAway, unusedSince: UNUSED_SINCE.exec(text)?.[1] ?? null };
}

/** The oldest program that can serve a database with this migration; null when only those can that know it. */
export function servesFrom(text: string): string | null {
  const { takesAway, unusedSince } = readMigration(text);
  return takesAway.length === 0 ? ANY : unusedSince;
}

/** Is this version that one or a later one? */
export function isAtLeast(version: string, than: string): boolean {
  const [one, other] = [version, than].map((written) => written.split(".").map(Number));
  const differing = [0, 1, 2].find((place) => one?.[place] !== other?.[place]);
  return differing === undefined || (one?.[differing] ?? 0) > (other?.[differing] ?? 0);
}

const MAKES = /^create (?:table|view|function|type)(?: if not exists)? (\w+)/i;
/** The table that a statement changes. */
const TOUCHES =
  /^(?:alter table(?: only)?|create (?:unique )?index(?: if not exists)?(?: \w+)? on|delete from|truncate(?: table)?|drop table) (\w+)/i;

const ALWAYS = [
  /^drop (?!trigger)/i,
  // A constraint that goes lets more in; any other thing was there for somebody.
  / drop (?!constraint)/i,
  /\brename\b/i,
  /\balter (?:column )?\w+ (?:set data )?type\b/i,
  /\bset not null\b/i,
  /^(?:delete from|truncate)\b/i,
  /^create unique index\b/i,
  /\badd (?:unique|check|foreign|primary|exclude)\b/i,
];

/** A constraint that only takes the place of one of its name is taken for a wider one. */
const isTakingAway =
  (dropped: ReadonlySet<string>) =>
  (part: string): boolean => {
    const [constraint] = nameIn(part, /\badd constraint (\w+)/i);
    return (
      ALWAYS.some((pattern) => pattern.test(part)) ||
      (constraint !== undefined && !dropped.has(constraint)) ||
      // Older programs write rows without it.
      (/\badd (?:column )?(?!constraint)/i.test(part) &&
        /\bnot null\b/i.test(part) &&
        !/\b(?:default|generated)\b/i.test(part))
    );
  };

/** Statements on one line each, without comments and without what stands in quotes or in a function's body. */
function statementsOf(text: string): string[] {
  return text
    .replace(/(\$\w*\$)[\s\S]*?\1|--.*$|'(?:[^']|'')*'/gm, " ")
    .split(";")
    .map((statement) => statement.replace(/\s+/g, " ").trim())
    .filter((statement) => statement !== "");
}

/** What one `alter table` does, act by act; any other statement is one. */
function partsOf(statement: string): string[] {
  const head = /^alter table(?: only)? \w+ /i.exec(statement)?.[0];
  if (head === undefined) {
    return [statement];
  }
  const parts: string[] = [""];
  let depth = 0;
  for (const sign of statement.slice(head.length)) {
    depth += sign === "(" ? 1 : sign === ")" ? -1 : 0;
    if (sign === "," && depth === 0) {
      parts.push("");
    } else {
      parts[parts.length - 1] += sign;
    }
  }
  return parts.map((part) => head + part.trim());
}

const nameIn = (text: string, pattern: RegExp): string[] => pattern.exec(text)?.slice(1, 2) ?? [];
const namesIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].flatMap((found) => found.slice(1, 2));
