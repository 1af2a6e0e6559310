// @ts-check

/**
 * A fault that a test has to notice: one place of the code, and what a mistake would make of it.
 * @typedef {object} Fault
 * @property {string} name what would go wrong, in a sentence that a person understands
 * @property {string} file where it is planted, from the root
 * @property {string} find text that stands there exactly once
 * @property {string} put what stands there instead
 * @property {string[]} tests the test files that have to notice, from the root
 */

/**
 * The text with the fault in it.
 * @param {string} text
 * @param {Pick<Fault, "name" | "find" | "put">} fault
 * @throws when the place is not there exactly once: the code changed, and the fault has to follow it
 */
export function plant(text, { name, find, put }) {
  const parts = text.split(find);
  if (parts.length !== 2 || find === put) {
    throw new Error(`"${name}": its place stands ${parts.length - 1} times in the code, not once`);
  }
  return parts.join(put);
}
