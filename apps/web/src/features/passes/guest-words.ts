import { scheduleWords } from "@umbral/contract/access-control/access-words";
import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { formatDate, formatSince } from "../../lib/dates.ts";
import { CallRefused } from "../../lib/failures.ts";
import type { VerdictTone } from "../../ui/Verdict.tsx";
import { OVERSTAYING } from "./guest-count.ts";

/** What whoever stands at the desk has to see in one look. */
export interface Verdict {
  tone: VerdictTone;
  title: string;
  detail: string | null;
}

type Guest = Pick<
  PassAtDesk,
  "refusal" | "entered" | "left" | "isOverstaying" | "from" | "until" | "hours" | "lastMovementAt" | "entries"
>;

export const insideOf = ({ entered, left }: Pick<Guest, "entered" | "left">): number => entered - left;

/** How many more may come in at once; null for any number. */
export const moreOf = ({ entries, entered }: Pick<Guest, "entries" | "entered">): number | null =>
  entries === null ? null : entries - entered;

/** Somebody who is inside and cannot come in again is there to leave. */
export function verdictOf(guest: Guest, now: Date, timeZone: string | undefined): Verdict {
  const { refusal, isOverstaying, lastMovementAt } = guest;
  if (refusal === null) {
    const more = moreOf(guest);
    return {
      tone: "good",
      title: "Puede entrar",
      detail:
        more === null || guest.entries === 1
          ? null
          : `${more === 1 ? "Falta" : "Faltan"} ${more} de ${guest.entries}`,
    };
  }
  if (insideOf(guest) > 0 && refusal !== "taken-back") {
    const since = lastMovementAt === null ? "" : sinceWords(lastMovementAt, now, timeZone);
    const detail = since || null;
    return isOverstaying
      ? { tone: "late", title: OVERSTAYING, detail }
      : { tone: "inside", title: "Está adentro", detail };
  }
  return { tone: "bad", ...refusalWords(guest, refusal, timeZone) };
}

function sinceWords(at: string, now: Date, timeZone: string | undefined): string {
  const since = formatSince(at, now, timeZone);
  return since.startsWith("el ") ? `Entró ${since}` : `Entró a ${since}`;
}

/** Why somebody was not let in, where that is their pass: 'Ya se usó. Quien invitó puede hacer otra.' Undefined for all else. */
export function refusedSentence(
  error: unknown,
  guest: Pick<Guest, "from" | "until" | "hours">,
  timeZone: string | undefined,
): string | undefined {
  const why =
    error instanceof CallRefused ? error.errors.find(({ property }) => property === "pass") : undefined;
  const refusal = refusals.find((known) => known === why?.message);
  if (refusal === undefined) {
    return undefined;
  }
  const { title, detail } = refusalWords(guest, refusal, timeZone);
  return detail === null ? `${title}.` : `${title}. ${detail.replace(/\.$/, "")}.`;
}

const refusals = [
  "taken-back",
  "expired",
  "used-up",
  "not-yet",
  "not-now",
] as const satisfies readonly NonNullable<Guest["refusal"]>[];

function refusalWords(
  { from, until, hours }: Pick<Guest, "from" | "until" | "hours">,
  refusal: NonNullable<Guest["refusal"]>,
  timeZone: string | undefined,
): Pick<Verdict, "title" | "detail"> {
  switch (refusal) {
    case "taken-back":
      return { title: "Invitación retirada", detail: "Quien invitó la retiró." };
    case "expired":
      return { title: "Invitación vencida", detail: `Venció el ${formatDate(until, timeZone)}` };
    case "used-up":
      return { title: "Ya se usó", detail: "Quien invitó puede hacer otra." };
    case "not-yet":
      return { title: "Todavía no puede entrar", detail: `Puede desde el ${formatDate(from, timeZone)}` };
    case "not-now":
      return { title: "A esta hora no puede entrar", detail: `Puede ${scheduleWords(hours)}` };
  }
}

/** Whose guest it is: 'Apartamento A-101', 'Invitado de la administración'. */
export const hostWords = ({ apartment, madeAs }: Pick<PassAtDesk, "apartment" | "madeAs">): string =>
  apartment !== null
    ? `Apartamento ${apartment.name}`
    : madeAs === "lobby"
      ? "Invitado de la portería"
      : "Invitado de la administración";
