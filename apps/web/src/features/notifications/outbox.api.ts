import { useQuery } from "@tanstack/react-query";
import type { readOutbox } from "@umbral/contract/notifications/notifications.contract";
import { call } from "../../lib/call.ts";

/** Messages come without anybody telling a page that has no session: it looks this often. */
const LOOK_MS = 2000;

/** What nobody delivers in the demonstration, newest first, looked at again and again. */
export function useOutbox() {
  return useQuery({
    queryKey: ["outbox"],
    refetchInterval: LOOK_MS,
    queryFn: async ({ signal }) => {
      const { messages } = await call<typeof readOutbox>("GET", "/api/demo/outbox", { signal });
      return messages;
    },
  });
}
