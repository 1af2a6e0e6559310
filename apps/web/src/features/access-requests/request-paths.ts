import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import { paths } from "../../lib/paths.ts";

/** The part of a list's address that says which building or apartment is looked at. */
export const PLACE = "lugar";

export const listPaths = {
  employees: paths.requestsEmployee,
  owners: paths.requestsOwner,
} as const satisfies Record<AccessKind, string>;

/** The list of a kind in one place. */
export const requestsOf = (kind: AccessKind, placeId: string): string =>
  `${listPaths[kind]}?${PLACE}=${placeId}`;
