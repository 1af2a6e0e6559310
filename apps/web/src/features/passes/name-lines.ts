import { MOST_NAMES } from "@umbral/contract/passes/pass-limits";
import { NAME_LENGTH } from "@umbral/contract/registration/personal-data";

/** '1. ', '2) ', '- ', '• ': as lists are written in chats and mails. */
const BULLET = /^(?:\d{1,3}\s*[.)-]\s*|[-–—*•·]\s*)/u;

/** The names of a list as it was typed or pasted: one a line; cells of a table are one name. */
export const namesIn = (text: string): string[] =>
  text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim().replace(BULLET, "").replace(/\s+/g, " ").trim())
    .filter((name) => name !== "");

/** What is wrong with a list. */
export function namesError(text: string): string | undefined {
  const names = namesIn(text);
  if (names.length > MOST_NAMES) {
    return `* La lista puede tener hasta ${MOST_NAMES} nombres y tiene ${names.length}`;
  }
  return names.some((name) => [...name].length > NAME_LENGTH)
    ? `* Cada nombre puede tener hasta ${NAME_LENGTH} caracteres`
    : undefined;
}

/** How many entries follow from a list that became another one: as many, but no fewer than were asked for besides. */
export function peopleFor(people: string, before: string, after: string): string {
  const [was, is] = [namesIn(before).length, namesIn(after).length];
  const wanted = /^\d{1,3}$/.test(people) ? Number(people) : 0;
  const followed = wanted <= Math.max(2, was);
  return String(followed ? Math.max(2, is) : Math.max(wanted, is));
}
