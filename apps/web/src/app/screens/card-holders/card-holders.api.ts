import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  CardHolderChange,
  CardHolderFields,
  CardHolderOrder,
  CardHolderState,
  changeCardHolder,
  createCardHolder,
  exportCardHolders,
  listCardHolders,
  removeCardHolder,
} from "@umbral/contract/users/card-holders.contract";
import { call } from "../../../lib/call.ts";
import { download, type FileForm } from "../../../lib/download.ts";
import { keyOf, queryOf } from "../../../lib/endpoint-query.ts";
import { refresh } from "../../../lib/queries.ts";
import type { Order } from "../../../lib/useListOrder.ts";

interface CardHolderQuestion {
  search: string;
  page: number;
  state: CardHolderState | undefined;
  order: Order<CardHolderOrder>;
}

/** One page of the people of a building who have no account. */
export const useCardHolders = (
  buildingId: string,
  { search, page, state, order: { by, isDescending } }: CardHolderQuestion,
) =>
  useQuery({
    ...queryOf<typeof listCardHolders>("GET", "/api/{product}/buildings/{id}/card-holders", {
      params: { id: buildingId },
      query: {
        search,
        page,
        sort: by,
        direction: isDescending ? "desc" : "asc",
        ...(state === undefined ? {} : { state }),
      },
    }),
    placeholderData: keepPreviousData,
  });

/** After one of them, or a card of theirs, was made, changed or taken away. */
export const refreshCardHolders = (buildingId: string): Promise<void> =>
  refresh(
    keyOf<typeof listCardHolders>("GET", "/api/{product}/buildings/{id}/card-holders", {
      params: { id: buildingId },
    }),
  );

interface CardHolderFile {
  search?: string;
  state?: CardHolderState | undefined;
  /** Only these. */
  ids?: string;
}

/** Everybody of a building who has no account and is found, or some who were chosen, as a file to keep. */
export const downloadCardHolders = (
  id: string,
  { search = "", state, ids }: CardHolderFile,
  form?: FileForm,
): Promise<void> =>
  download<typeof exportCardHolders>("GET", "/api/{product}/buildings/{id}/card-holders.csv", {
    params: { id },
    query: { search, ...(state === undefined ? {} : { state }), ...(ids === undefined ? {} : { ids }) },
    form,
  });

export const makeCardHolder = (id: string, body: CardHolderFields) =>
  call<typeof createCardHolder>("POST", "/api/{product}/buildings/{id}/card-holders", {
    params: { id },
    body,
  });

/** What is not said of somebody stays as it is. */
export const saveCardHolder = (id: string, userId: string, body: CardHolderChange) =>
  call<typeof changeCardHolder>("PUT", "/api/{product}/buildings/{id}/card-holders/{userId}", {
    params: { id, userId },
    body,
  });

export const dropCardHolder = (id: string, userId: string) =>
  call<typeof removeCardHolder>("DELETE", "/api/{product}/buildings/{id}/card-holders/{userId}", {
    params: { id, userId },
  });
