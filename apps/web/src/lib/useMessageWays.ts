import { useQuery } from "@tanstack/react-query";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { pushPublicKey } from "@umbral/contract/notifications/notifications.contract";
import { queryOf } from "./endpoint-query.ts";

/**
 * By which ways messages leave from this Umbral: what cannot be sent is not offered. Undefined until it is known; then a
 * screen is drawn as where all are there, and the server says no.
 */
export function useMessageWays(): readonly MessageWay[] | undefined {
  return useQuery(queryOf<typeof pushPublicKey>("GET", "/api/push/public-key")).data?.ways;
}

/** May this be offered? */
export const maySendBy = (ways: readonly MessageWay[] | undefined, way: MessageWay): boolean =>
  ways?.includes(way) ?? true;
