import { reachWords } from "@umbral/contract/access-control/access-words";
import type { Standing } from "./standing.ts";

/** When somebody may open which door by their levels, in words. */
export const doorHoursOf =
  ({ reaches, timeZone }: Standing) =>
  (doorId: string): string =>
    reachWords(
      reaches
        .filter(({ doorIds }) => doorIds.includes(doorId))
        .map(({ schedule, from, until }) => ({
          schedule,
          from: from?.toISOString() ?? null,
          until: until?.toISOString() ?? null,
        })),
      timeZone,
    );
