/** More at once is a mistake of typing; the server's own limit. */
export const APARTMENTS_AT_ONCE = 200;

/** `A-101 a A-104`: what stands before the number, the number, what stands behind it. */
const RANGE = /^(.*?)(\d+)(\D*?)\s+(?:a|al|hasta)\s+(.*?)(\d+)(\D*)$/i;

/**
 * The names that somebody wrote: one by one between commas or on lines, or as ranges such as
 * 'A-101 a A-104'. Null when a range runs backwards, between different words, or is endless.
 */
export function apartmentNames(written: string): string[] | null {
  const names: string[] = [];
  for (const part of written.split(/[,;\n]/).map((text) => text.trim())) {
    const range = RANGE.exec(part);
    if (range !== null) {
      const all = rangeOf(range);
      if (all === null) {
        return null;
      }
      names.push(...all);
    } else if (part !== "") {
      names.push(part);
    }
  }
  const once = [...new Set(names)];
  return once.length > APARTMENTS_AT_ONCE ? null : once;
}

function rangeOf([
  ,
  before = "",
  from = "",
  behind = "",
  before2 = "",
  to = "",
  behind2 = "",
]: RegExpExecArray): string[] | null {
  const [first, last] = [Number(from), Number(to)];
  // 'A-101 a 104' says the word once.
  const isSameWord = (before2 === "" || before2 === before) && behind.trim() === behind2.trim();
  if (!isSameWord || last < first || last - first >= APARTMENTS_AT_ONCE) {
    return null;
  }
  return Array.from({ length: last - first + 1 }, (_none, step) =>
    [before, String(first + step).padStart(from.length, "0"), behind.trim()].join(""),
  );
}
