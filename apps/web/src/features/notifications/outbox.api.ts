import { useQuery } from "@tanstack/react-query";
import type { readOutbox } from "@umbral/contract/notifications/notifications.contract";
import { queryOf } from "../../lib/endpoint-query.ts";

/** Messages come without anybody telling a page that has no session: it looks this often. */
const LOOK_MS = 2000;

/** What nobody delivers in the demonstration, newest first, looked at again and again. */
export function useOutbox() {
  return useQuery({
    ...queryOf<typeof readOutbox>("GET", "/api/demo/outbox"),
    refetchInterval: LOOK_MS,
    select: ({ messages }) => messages,
  });
}
