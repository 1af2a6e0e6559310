import { formatDate } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import { accessSentences } from "./access-requests.strings.ts";

/**
 * What the failed dialog says: the specification's sentence, and behind it what the server knows better.
 * A fault adds nothing to it.
 */
export function failureWords(
  error: unknown,
  approving: boolean,
  timeZone: string,
): { title: string; text: string } {
  const { title, ...failed } = accessSentences.failed;
  const sentence = approving ? failed.approving : failed.rejecting;
  const reason = reasonOf(error, timeZone);
  return { title, text: reason === null ? sentence : `${sentence}: ${reason}` };
}

/** What the server says of a refusal; null of a fault. */
export function reasonOf(error: unknown, timeZone: string): string | null {
  if (!(error instanceof CallRefused) || error.status >= 500) {
    return null;
  }
  const { decided } = error;
  if (decided !== null) {
    const who = decided.by?.name ?? "otra persona";
    const what = decided.approved ? "la aprobó" : "la rechazó";
    return `${who} ya ${what} el ${formatDate(decided.at, timeZone)}.`;
  }
  return error.message || null;
}
