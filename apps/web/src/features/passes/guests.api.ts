import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  enterByPass,
  findPassByCode,
  leaveByPass,
  listGuests,
  PassAtDesk,
} from "@umbral/contract/passes/pass-desk.contract";
import { call } from "../../lib/call.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";
import { type Sending, upload } from "../../lib/upload.ts";

/** Time alone makes somebody stay too long, or be expected no more: nobody tells a list of that. */
const LOOK_AGAIN_MS = 60_000;

/** One page of the guests that are inside now, or expected today. */
export function useGuests(buildingId: string, which: "inside" | "expected", page: number) {
  return useQuery({
    ...queryOf<typeof listGuests>("GET", "/api/buildings/{buildingId}/guests", {
      params: { buildingId },
      query: { which, page },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    // Faces are not kept after they were looked at.
    gcTime: 0,
  });
}

export const refreshGuests = (buildingId: string): Promise<void> =>
  refresh(keyOf<typeof listGuests>("GET", "/api/buildings/{buildingId}/guests", { params: { buildingId } }));

/** The guest behind a code, or else whose it is. @param follows they stand there already */
export const findByCode = (buildingId: string, code: string, follows = false) =>
  call<typeof findPassByCode>("POST", "/api/buildings/{buildingId}/found-passes", {
    params: { buildingId },
    body: { code, ...(follows ? { follows } : {}) },
  });

/** Who stands there already, as they are now. */
export const followGuest = async (buildingId: string, code: string) =>
  (await findByCode(buildingId, code, true)).pass;

/** Somebody of the lists as they are now; null for who is in none of them any more. */
export async function findListedGuest(
  buildingId: string,
  { id, guest }: PassAtDesk,
): Promise<PassAtDesk | null> {
  for (const which of ["inside", "expected"] as const) {
    // Many may be called so.
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const { guests, totalPages } = await call<typeof listGuests>(
        "GET",
        "/api/buildings/{buildingId}/guests",
        {
          params: { buildingId },
          query: { which, search: guest.name, page },
        },
      );
      const found = guests.find((one) => one.id === id);
      if (found !== undefined) {
        return found;
      }
      pages = totalPages;
    }
  }
  return null;
}

export interface Entry {
  passId: string;
  /** Names the press: sent again after a lost answer, it is the same one. */
  requestId: string;
  people: number;
  /** Somebody of the party's list. */
  nameId?: string | undefined;
  picture: File | null;
  document: File | null;
}

export async function letGuestIn(
  buildingId: string,
  { passId, requestId, people, nameId, picture, document }: Entry,
  sending: Sending,
) {
  const reply = await upload<typeof enterByPass>(
    "POST",
    "/api/buildings/{buildingId}/passes/{passId}/entries",
    {
      params: { buildingId, passId },
      body: {
        requestId,
        people,
        ...(nameId === undefined ? {} : { nameId }),
        ...(picture === null ? {} : { picture }),
        ...(document === null ? {} : { document }),
      },
      ...sending,
    },
  );
  return reply.pass;
}

export async function noteGuestLeft(
  buildingId: string,
  { passId, requestId, people, nameId }: Pick<Entry, "passId" | "requestId" | "people" | "nameId">,
) {
  const reply = await call<typeof leaveByPass>("POST", "/api/buildings/{buildingId}/passes/{passId}/exits", {
    params: { buildingId, passId },
    body: { requestId, people, ...(nameId === undefined ? {} : { nameId }) },
  });
  return reply.pass;
}
