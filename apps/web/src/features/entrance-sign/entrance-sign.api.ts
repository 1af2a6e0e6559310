import { useMutation, useQuery } from "@tanstack/react-query";
import type {
  changeEntranceSign,
  changeSignOfHome,
  readEntranceSign,
  readSignOfHome,
  renewEntranceSign,
} from "@umbral/contract/entrance-sign/entrance-sign.contract";
import type { z } from "zod";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { queryClient } from "../../lib/queries.ts";

const signQuery = (id: string) =>
  queryOf<typeof readEntranceSign>("GET", "/api/{product}/buildings/{id}/entrance-sign", { params: { id } });

export const useEntranceSign = (buildingId: string) => useQuery(signQuery(buildingId));

/** Makes the building's sign, or gives it a new secret. */
export async function renewSign(id: string): Promise<void> {
  await call<typeof renewEntranceSign>("POST", "/api/{product}/buildings/{id}/entrance-sign", {
    params: { id },
    body: {},
  });
  await queryClient.invalidateQueries(signQuery(id));
}

export async function changeSign(
  id: string,
  change: z.input<(typeof changeEntranceSign)["body"]>,
): Promise<void> {
  await call<typeof changeEntranceSign>("PUT", "/api/{product}/buildings/{id}/entrance-sign", {
    params: { id },
    body: change,
  });
  await queryClient.invalidateQueries(signQuery(id));
}

const homeQuery = (apartmentId: string) =>
  queryOf<typeof readSignOfHome>("GET", "/api/apartments/{apartmentId}/entrance-sign", {
    params: { apartmentId },
  });

/** Whether the sign rings one's home. */
export const useSignOfHome = (apartmentId: string) => useQuery(homeQuery(apartmentId));

/** One after the other: of two quick presses the later one has the last word. */
export function useChangeSignOfHome(apartmentId: string) {
  return useMutation({
    scope: { id: `sign-of-home-${apartmentId}` },
    mutationFn: (rings: boolean) =>
      call<typeof changeSignOfHome>("PUT", "/api/apartments/{apartmentId}/entrance-sign", {
        params: { apartmentId },
        body: { rings },
      }),
    onSuccess: () => queryClient.invalidateQueries(homeQuery(apartmentId)),
  });
}
