import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  BellTest,
  readBellTest,
  startBellTest,
} from "@umbral/contract/notifications/bell-test.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

const bellTestQuery = (id: string) =>
  queryOf<typeof readBellTest>("GET", "/api/user/notifications/bell-test/{id}", { params: { id } });

/** How often a test is read again while it runs: a push that left, or did not, is not told by an event. */
const EVERY_MS = 2000;

/** A test of one's own devices, read again until it is over. */
export function useBellTest(started: BellTest, isOver: boolean) {
  return useQuery({
    ...bellTestQuery(started.id),
    select: ({ test }) => test,
    initialData: { test: started },
    initialDataUpdatedAt: 0,
    refetchInterval: isOver ? false : EVERY_MS,
  });
}

/** Makes the person's devices ring. */
export function useStartBellTest() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await call<typeof startBellTest>("POST", "/api/user/notifications/bell-test")).test,
    onSuccess: (test) => queries.setQueryData(bellTestQuery(test.id).queryKey, { test }),
  });
}
