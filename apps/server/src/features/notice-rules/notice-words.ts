import { timeWords, wallTimeOf } from "@umbral/contract/lib/date-words";

/** Where somebody's notices of their home are. */
const NOTICES_PATH = "/building/dashboard/avisos";

interface Place {
  building: string;
  timeZone: string;
}

/** What a device says. */
export interface NoticeWords {
  subject: string;
  body: string;
  path: string;
  tag: string;
}

const timeOf = (at: Date, { timeZone }: Place): string => timeWords(wallTimeOf(at, timeZone));

/** By a card or a PIN they are there; who opens from the app may open for somebody else, from anywhere. */
export function arrivalWords(
  { id, name, origin, at }: { id: string; name: string; origin: string; at: Date },
  place: Place & { door: string },
): NoticeWords {
  const isByApp = origin === "APP";
  return {
    subject: isByApp ? `${name} abrió ${place.door}` : `Llegó ${name}`,
    body: [isByApp ? "Desde la app" : place.door, timeOf(at, place), place.building].join(" · "),
    path: "/",
    tag: `arrival-${id}`,
  };
}

export const heldWords = (
  { id, door, at }: { id: string; door: string; at: Date },
  place: Place,
): NoticeWords => ({
  subject: `Abierta demasiado tiempo: ${door}`,
  body: `${timeOf(at, place)} · ${place.building}`,
  path: "/",
  tag: `held-${id}`,
});

/** To whoever decides: the person themselves, or a leader for who has no account. */
export const askedWords = (
  { watcher, of }: { watcher: string; of: string | null },
  tag: string,
): NoticeWords => ({
  subject:
    of === null ? `${watcher} quiere saber cuándo llegas` : `${watcher} quiere saber cuándo llega ${of}`,
  body: "Decide si se lo avisamos.",
  path: NOTICES_PATH,
  tag: `arrivals-${tag}`,
});
