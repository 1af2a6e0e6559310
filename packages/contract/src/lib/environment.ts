import type { z } from "zod";

/*
 * What the server and the controller have in common where they read their variables: what is wrong is said in Spanish,
 * and what is misspelt is named instead of ignored.
 */

type Variables = Readonly<Record<string, string | undefined>>;

/** An empty variable is an absent one: compose files, service files and .env templates leave them so. */
export const givenOf = (variables: Variables): Record<string, string> =>
  Object.fromEntries(
    Object.entries(variables).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );

/** A line for each variable whose value cannot be used: its name, and a Spanish sentence. Never the value. */
export const mistakesIn = (error: z.ZodError): string[] =>
  error.issues.map((issue) => `${issue.path.join(".")}: ${sentenceOf(issue)}`);

function sentenceOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "int"
        ? "debe ser un número entero"
        : issue.expected === "number"
          ? "debe ser un número"
          : "falta y es necesaria";
    case "too_small":
      return issue.origin === "string"
        ? `debe tener al menos ${issue.minimum} ${issue.minimum === 1 ? "carácter" : "caracteres"}`
        : `debe ser al menos ${issue.minimum}`;
    case "too_big":
      return issue.origin === "string"
        ? `debe tener como máximo ${issue.maximum} caracteres`
        : `debe ser como máximo ${issue.maximum}`;
    case "invalid_value":
      return `debe ser ${new Intl.ListFormat("es", { type: "disjunction" }).format(issue.values.map(String))}`;
    default:
      return issue.message;
  }
}

/**
 * A line for each variable that looks like one of ours and is none. Only told, never a reason to stop: the environment
 * belongs to others too (a desktop, a cluster that names its services), and a name like ours may be theirs.
 * @param known the names that this program reads
 * @param families beginnings of names that are surely meant for it, such as `TWILIO_`
 */
export function misspeltIn(
  variables: Variables,
  known: readonly string[],
  families: readonly string[],
): string[] {
  return Object.entries(givenOf(variables))
    .filter(([name, value]) => !known.includes(name) && !isOfCluster(name, value))
    .flatMap(([name]) => {
      const meant = nearest(name, known);
      if (meant !== undefined) {
        return [`${name}: esa variable no existe y no se usa. ¿Quisiste escribir ${meant}?`];
      }
      return families.some((family) => name.toUpperCase().startsWith(family))
        ? [`${name}: esa variable no existe y no se usa. Mira .env.example.`]
        : [];
    });
}

/** Docker and Kubernetes give every service such variables, whatever it is called. */
const isOfCluster = (name: string, value: string): boolean =>
  /_SERVICE_(HOST|PORT)/.test(name) || /_PORT_\d+_(TCP|UDP)/.test(name) || /^(tcp|udp):\/\//.test(value);

/** Letters of a name for each of which one mistake is taken for a slip. */
const LETTERS_FOR_A_SLIP = 5;

function nearest(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((one) => ({ one, slips: slipsBetween(name.toUpperCase(), one) }))
    .filter(({ one, slips }) => slips <= Math.max(1, Math.floor(one.length / LETTERS_FOR_A_SLIP)))
    .toSorted((a, b) => a.slips - b.slips);
  return near[0]?.one;
}

/** Letters that are missing, too many, wrong, or changed places with their neighbour (optimal string alignment). */
function slipsBetween(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows.push([row]);
    for (let column = 1; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1];
      const hasSwapped =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isSame ? 0 : 1),
          ...(hasSwapped ? [at(row - 2, column - 2) + 1] : []),
        ),
      );
    }
  }
  return at(one.length, other.length);
}
