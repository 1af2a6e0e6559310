import { useMutation, useQuery } from "@tanstack/react-query";
import type { listOwnCards, reportLostCard } from "@umbral/contract/cards/own-cards.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const ownCardsQuery = () => queryOf<typeof listOwnCards>("GET", "/api/user/cards");

/** The cards of whoever is signed in. */
export const useOwnCards = () => useQuery(ownCardsQuery());

/** 'Perdí mi tarjeta': the list says the truth again, whatever came of it. */
export function useReportLost() {
  return useMutation({
    mutationFn: (id: string) =>
      call<typeof reportLostCard>("POST", "/api/user/cards/{id}/lost", { params: { id } }),
    onSettled: () => refresh(ownCardsQuery().queryKey),
  });
}
