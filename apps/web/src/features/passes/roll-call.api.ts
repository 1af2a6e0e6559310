import { useQuery } from "@tanstack/react-query";
import type { readRollCall } from "@umbral/contract/passes/roll-call.contract";
import type { z } from "zod";
import { queryOf } from "../../lib/endpoint-query.ts";

export type RollCall = z.output<(typeof readRollCall)["reply"]>;

/** Who is inside at the moment of asking. That it was asked for is written down: to come back to the window does not ask. */
export const useRollCall = (buildingId: string) =>
  useQuery({
    ...queryOf<typeof readRollCall>("GET", "/api/buildings/{buildingId}/roll-call", {
      params: { buildingId },
    }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** '1 persona', '3 personas': how many are inside by these invitations. */
export function peopleWords(guests: readonly { people: number }[]): string {
  const people = guests.reduce((sum, guest) => sum + guest.people, 0);
  return people === 1 ? "1 persona" : `${people} personas`;
}
