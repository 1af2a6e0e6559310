/** Which key of `words` a text is that an address or a field says; undefined of anything else. */
export function keyIn<Key extends string>(
  words: Readonly<Record<Key, unknown>>,
  text: string,
): Key | undefined {
  const isKey = (name: string): name is Key => Object.hasOwn(words, name);
  return isKey(text) ? text : undefined;
}
