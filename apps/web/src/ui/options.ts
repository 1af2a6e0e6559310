/** One of what can be chosen. */
export interface Option {
  value: string;
  label: string;
}

/** A choice among things by their names. */
export const optionsByName = (things: readonly { id: string; name: string }[]): Option[] =>
  things.map(({ id, name }) => ({ value: id, label: name }));

/** A choice among the words for each value. */
export const optionsOfWords = (words: Readonly<Record<string, string>>): Option[] =>
  Object.entries(words).map(([value, label]) => ({ value, label }));
