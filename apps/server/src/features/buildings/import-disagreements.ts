import type { Role } from "@umbral/contract/lib/roles";
import type { WantedPerson, WantedPlace, WantedRow } from "./import-rows.ts";

type PersonRow = WantedRow & { person: WantedPerson };

/** Somebody lives in a home as one of these, never as two. */
const livingRoles: readonly Role[] = ["RESIDENTE_LIDER", "RESIDENTE", "RESIDENTE_TEMPORAL"];

/** As people read it: capitals, accents and spaces make no other name. */
const bare = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim();

const homeOf = (place: WantedPlace | null): string =>
  place === null ? "" : [place.tower, place.floor, place.apartment].map(bare).join(" / ");

/**
 * What rows of one file say against each other, by row: one cédula with two names, kinds of document, phones or
 * mails; two roles or last days for one person in one home; one mail or card for two people. Whichever of the two
 * is right, one would become a stranger in the other's home: both are refused, and each names the other.
 */
export function disagreementsOf(rows: readonly WantedRow[]): ReadonlyMap<number, readonly string[]> {
  const found = new Map<number, string[]>();
  const people = rows.filter((row): row is PersonRow => row.person !== null);
  const tell = (one: number, other: number, words: string) => {
    for (const row of [one, other]) {
      const [first, second] = [Math.min(one, other), Math.max(one, other)];
      const sentence = `Las filas ${first} y ${second} ${words}`;
      const told = found.get(row) ?? [];
      if (!told.includes(sentence)) {
        found.set(row, [...told, sentence]);
      }
    }
  };

  /** Compares each row with the first that has the same key. */
  const compare = (
    keyOf: (row: PersonRow) => string | null,
    saidOf: (row: PersonRow) => string,
    words: string,
  ) => {
    const firsts = new Map<string, PersonRow>();
    for (const row of people) {
      const key = saidOf(row) === "" ? null : keyOf(row);
      const first = key === null ? undefined : firsts.get(key);
      if (key !== null && first === undefined) {
        firsts.set(key, row);
      } else if (first !== undefined && saidOf(first) !== saidOf(row)) {
        tell(first.row, row.row, words);
      }
    }
  };

  const cedula = ({ person }: PersonRow) => person.cedula;
  compare(cedula, ({ person }) => bare(person.name), "tienen la misma cédula con dos nombres.");
  compare(
    cedula,
    ({ person }) => (person.isDocumentTypeSaid ? person.documentType : ""),
    "tienen la misma cédula con dos tipos de documento.",
  );
  compare(cedula, ({ person }) => person.phone, "tienen la misma cédula con dos celulares.");
  compare(cedula, ({ person }) => person.email, "tienen la misma cédula con dos correos.");
  compare(
    (row) => (livingRoles.includes(row.person.role) ? `${cedula(row)} ${homeOf(row.place)}` : null),
    ({ person }) => person.role,
    "dan a la misma persona dos roles en el mismo lugar.",
  );
  compare(
    (row) => `${cedula(row)} ${row.person.role} ${homeOf(row.place)}`,
    ({ person }) => person.until ?? "always",
    "dan a la misma persona dos últimos días en el mismo lugar.",
  );
  compare(
    ({ person }) => (person.email === "" ? null : person.email),
    cedula,
    "tienen el mismo correo con dos cédulas.",
  );
  compare(
    ({ card }) => (card === null || card.tag === "" ? null : card.tag),
    cedula,
    "tienen la misma tarjeta con dos cédulas.",
  );
  return found;
}
