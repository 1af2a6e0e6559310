import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";

/** Without accents, in small letters: how a person in a hurry types. */
function plain(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}

/** Letters and digits alone, so that 'a101' finds 'A-101'. */
const bare = (text: string): string => plain(text).replace(/[^\p{Letter}\p{Number}]+/gu, "");

/** 0 is the best; null is no match at all. */
function rank(apartment: DirectoryApartment, words: readonly string[], whole: string): number | null {
  const name = bare(apartment.name);
  const place = `${name} ${bare(apartment.tower.name)} ${bare(`torre ${apartment.tower.name}`)}`;
  if (!words.every((word) => place.includes(word))) {
    return livesThere(apartment, words) ? 4 : null;
  }
  if (name === whole) {
    return 0;
  }
  return name.startsWith(whole) ? 1 : name.includes(whole) ? 2 : 3;
}

/** Every word begins one of the names of somebody who lives there: 'an' is Andrés and no Juan. */
function livesThere({ residents = [] }: DirectoryApartment, words: readonly string[]): boolean {
  return residents.some((resident) => {
    const names = resident.split(/\s+/).map(bare);
    return words.every((word) => names.some((name) => name.startsWith(word)));
  });
}

/**
 * The apartments that what was typed may mean: every word of it in the name or the tower, else in the name of one who
 * lives there, whatever the accents and capitals. The likeliest first, else in the given order. Leading blanks mean nothing.
 */
export function filterApartments(
  apartments: readonly DirectoryApartment[],
  typed: string,
): readonly DirectoryApartment[] {
  const words = typed.trimStart().split(/\s+/).map(bare).filter(Boolean);
  if (words.length === 0) {
    return typed.trim() === "" ? apartments : [];
  }
  const whole = words.join("");
  return apartments
    .map((apartment) => ({ apartment, rank: rank(apartment, words, whole) }))
    .filter((found) => found.rank !== null)
    .sort((one, other) => (one.rank ?? 0) - (other.rank ?? 0))
    .map(({ apartment }) => apartment);
}
