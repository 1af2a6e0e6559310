import type { SignPage } from "@umbral/contract/entrance-sign/sign-page.contract";

/** A home as it is looked for: by its name, with the place that tells it from another of that name. */
export interface FoundHome {
  id: string;
  name: string;
  /** 'Torre A · Piso 4' */
  place: string;
}

const DIACRITICS = /\p{M}/gu;
const NEITHER = /[^\p{L}\p{N}]/gu;
/** What somebody types and what stands on a door are compared without accents, capitals, spaces and dashes. */
const plain = (text: string): string =>
  text.normalize("NFD").replace(DIACRITICS, "").replace(NEITHER, "").toLowerCase();

/** Every home of the building in its order. */
export function homesOf({ towers }: Pick<SignPage, "towers">): FoundHome[] {
  return towers.flatMap((tower) =>
    tower.floors.flatMap((floor) =>
      floor.homes.map((home) => ({ ...home, place: placeOf(tower.name, floor.name) })),
    ),
  );
}

/** Names are 'A' and '4', or have the word in them already. */
const placeOf = (tower: string, floor: string): string =>
  `${withWord("Torre", tower)} · ${withWord("Piso", floor)}`;

export const withWord = (word: string, name: string): string =>
  /^[\p{L}\d]{1,3}$/u.test(name) ? `${word} ${name}` : name;

/** Those whose name has what was typed, first those that are it or begin so. '402' finds 'A-402'. */
export function homesNamed(homes: readonly FoundHome[], typed: string): FoundHome[] {
  const sought = plain(typed);
  if (sought === "") {
    return [];
  }
  const rank = ({ name }: FoundHome) => {
    const own = plain(name);
    return own === sought ? 0 : own.startsWith(sought) ? 1 : own.includes(sought) ? 2 : 3;
  };
  return homes
    .map((home) => ({ home, rank: rank(home) }))
    .filter((each) => each.rank < 3)
    .sort((one, other) => one.rank - other.rank)
    .map(({ home }) => home);
}
