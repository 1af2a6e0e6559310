import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  changeQuietHours,
  QuietHours,
  readQuietHours,
} from "@umbral/contract/notifications/quiet-hours.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";

const quietHoursQuery = () => queryOf<typeof readQuietHours>("GET", "/api/user/notifications/quiet-hours");

export const useQuietHours = () => useQuery(quietHoursQuery());

export function useChangeQuietHours() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (quietHours: QuietHours | null) =>
      call<typeof changeQuietHours>("PUT", "/api/user/notifications/quiet-hours", { body: { quietHours } }),
    onSuccess: (reply) => queries.setQueryData(quietHoursQuery().queryKey, reply),
  });
}
