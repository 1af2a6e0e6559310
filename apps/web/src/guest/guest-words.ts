import { dateWords } from "@umbral/contract/lib/date-words";
import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";

/** What the page says first: whether one may come in now, or why not. */
export function stateWords(pass: GuestPass): string {
  const { refusal, from, until, hours, building } = pass;
  switch (refusal) {
    case null:
      return "Puedes entrar ahora.";
    case "not-yet":
      return `Todavía no: puedes entrar desde el ${dateWords(from, building.timeZone)}.`;
    case "not-now":
      return `A esta hora no. Puedes entrar ${hours ?? "en el horario de tu invitación"}.`;
    case "used-up":
      return "Esta invitación ya se usó.";
    case "expired":
      return `Esta invitación venció el ${dateWords(until, building.timeZone)}.`;
    case "taken-back":
      return "Esta invitación se retiró. Habla con quien te invitó.";
  }
}

/** For how many people it still is; nothing for one, and where nobody counts. */
export const peopleWords = ({ entriesLeft }: GuestPass): string | null =>
  entriesLeft === null || entriesLeft < 2 ? null : `Sirve para ${entriesLeft} personas.`;

/** '482 915', in threes or fours, so that it can be read out. */
export function codeWords(code: string): string {
  const size = code.length % 3 === 0 ? 3 : 4;
  return code.match(new RegExp(`\\d{1,${size}}`, "g"))?.join(" ") ?? code;
}

/** Where the way there is shown, in whatever the phone has for maps. */
export const routeTo = ({ name, address }: GuestPass["building"]): string =>
  `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${name}, ${address}`)}`;

const stamp = (at: string): string => at.replace(/[-:]/g, "").replace(/\.\d+/, "");
/** What iCalendar (RFC 5545, 3.3.11) gives a meaning to. */
const text = (words: string): string => words.replace(/[\\;,]/g, "\\$&").replace(/\r?\n/g, "\\n");

/**
 * An entry for a calendar (RFC 5545), which says neither the code nor who invites: calendars are shared.
 * @param page its address without the secret
 */
export function calendarOf({ building, from, until, hours }: GuestPass, page: string, now: Date): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Umbral//Invitaciones//ES",
    "BEGIN:VEVENT",
    `UID:${stamp(from)}-${stamp(until)}@${new URL(page).host}`,
    `DTSTAMP:${stamp(now.toISOString())}`,
    `DTSTART:${stamp(from)}`,
    `DTEND:${stamp(until)}`,
    // A window to come in is no appointment that fills the day.
    "TRANSP:TRANSPARENT",
    `SUMMARY:${text(`Visita a ${building.name}`)}`,
    `LOCATION:${text(`${building.name}, ${building.address}`)}`,
    ...(hours === null ? [] : [`DESCRIPTION:${text(`Puedes entrar ${hours}.`)}`]),
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return lines
    .flatMap(folded)
    .map((line) => `${line}\r\n`)
    .join("");
}

/** No line is longer than 75 bytes: what is goes on in the next, behind a space. No letter of ours has more than 3. */
const folded = (line: string): string[] =>
  (line.match(/.{1,24}/gsu) ?? []).map((part, index) => (index === 0 ? part : ` ${part}`));
