import type { PassName } from "@umbral/contract/passes/passes.contract";
import { formatSince } from "../../lib/dates.ts";

/** '3 de 8 llegaron' */
export function arrivedWords(names: readonly Pick<PassName, "state">[]): string {
  const came = names.filter(({ state }) => state !== "awaited").length;
  return came === 0 ? `${names.length} por llegar` : `${came} de ${names.length} llegaron`;
}

/** 'Por llegar', 'Adentro desde las 3:05 PM', 'Salió a las 5:10 PM' */
export function nameStateWords(
  { state, at }: Pick<PassName, "state" | "at">,
  now: Date,
  timeZone: string | undefined,
): string {
  if (state === "awaited" || at === null) {
    return "Por llegar";
  }
  const since = formatSince(at, now, timeZone);
  if (state === "inside") {
    return `Adentro desde ${since}`;
  }
  return since.startsWith("el ") ? `Salió ${since}` : `Salió a ${since}`;
}
