import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type {
  activateUser,
  changeUser,
  deactivateUser,
  exportUserDetails,
  freeCedula,
  listApartmentUserDetails,
  listUserDetails,
  UserDetail,
  UserOrder,
} from "@umbral/contract/users/user-details.contract";
import { call } from "../../lib/call.ts";
import { download, type FileForm } from "../../lib/download.ts";
import { keyOf, queryOf } from "../../lib/endpoint-query.ts";
import { PEOPLE_PAGE } from "../../lib/first-answers.ts";
import { refresh } from "../../lib/queries.ts";
import type { Order } from "../../lib/useListOrder.ts";

/** What people stand by. */
type PeopleOrder = Order<UserOrder>;

/** One page of the people who are found. What is typed later wins: an older question is taken back. */
export function useUserDetails({
  search,
  page,
  order,
}: {
  search: string;
  page: number;
  order: PeopleOrder;
}) {
  const { by, isDescending } = order;
  const isUsual = by === "name" && !isDescending;
  return useQuery({
    ...queryOf<typeof listUserDetails>("GET", "/api/{product}/usersV2/ResidentUserDetails", {
      query: {
        search,
        page,
        limit: PEOPLE_PAGE,
        ...(isUsual ? {} : { sort: by, direction: isDescending ? "desc" : "asc" }),
      },
    }),
    placeholderData: keepPreviousData,
    // Faces are not kept after they were looked at.
    gcTime: 0,
  });
}

/** As many as one looks through before typing another letter. */
const FEW = 8;
/** The longest search that the server reads. */
const LONGEST = 100;

/** The first people who are found, of a building or of wherever. Nothing is asked before something is typed. */
export function useFoundPeople(search: string, buildingName: string | null) {
  return useQuery({
    ...queryOf<typeof listUserDetails>("GET", "/api/{product}/usersV2/ResidentUserDetails", {
      query: { search: `${search} ${buildingName ?? ""}`.trim().slice(0, LONGEST), page: 1, limit: FEW },
    }),
    enabled: search !== "",
    gcTime: 0,
  });
}

/** The people of an apartment. */
export function useApartmentUserDetails(apartmentId: string) {
  return useQuery({
    ...queryOf<typeof listApartmentUserDetails>("GET", "/api/{product}/apartments/{apartmentId}/users", {
      params: { apartmentId },
    }),
    gcTime: 0,
  });
}

/** Asks for the lists again that show somebody who is different now. */
export const refreshUserDetails = (): Promise<void> =>
  refresh(
    keyOf<typeof listUserDetails>("GET", "/api/{product}/usersV2/ResidentUserDetails"),
    keyOf<typeof listApartmentUserDetails>("GET", "/api/{product}/apartments/{apartmentId}/users"),
  );

export function changeUserTo(id: string, body: { phone?: string; alias?: string }) {
  return call<typeof changeUser>("PUT", "/api/{product}/userV2/{id}", { params: { id }, body });
}

/** Takes back that somebody was shut out: with the cards that opened until then, and no others. */
export async function takeDeactivationBack(id: string, cardIds: string[]): Promise<void> {
  await call<typeof activateUser>("PUT", "/api/{product}/usersV2/{id}/activate", {
    params: { id },
    body: { cardIds },
  });
}

/** Lets somebody in again, or shuts them out; with their cards or without. */
export function setUserActive(
  id: string,
  isActive: boolean,
  withCards: boolean,
): Promise<{ user: UserDetail; wasActive?: boolean; cardIds?: string[] }> {
  const params = { id };
  return isActive
    ? call<typeof activateUser>("PUT", "/api/{product}/usersV2/{id}/activate", {
        params,
        body: { shouldActivateCards: withCards },
      })
    : call<typeof deactivateUser>("PUT", "/api/{product}/usersV2/{id}/deactivate", {
        params,
        body: { shouldDeactivateCards: withCards },
      });
}

/** Takes a document number from the account of somebody whose it is not. */
export const freeCedulaOf = (id: string, currentPassword: string) =>
  call<typeof freeCedula>("POST", "/api/{product}/usersV2/{id}/free-cedula", {
    params: { id },
    body: { currentPassword },
  });

/** Everybody who is found, or some who were chosen, as a file to keep. */
export function downloadUsers(search: string, ids?: string, form?: FileForm) {
  return download<typeof exportUserDetails>("GET", "/api/{product}/usersV2/ResidentUserDetails.csv", {
    query: ids === undefined ? { search } : { search, ids },
    form,
  });
}
