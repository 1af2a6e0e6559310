import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type {
  changeNoticeRule,
  decideArrivals,
  HomeNotices,
  NoticeRule,
  readHomeNotices,
  watchArrivals,
} from "@umbral/contract/notice-rules/notice-rules.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { notify } from "../../ui/notices.ts";

const noticesQuery = (apartmentId: string) =>
  queryOf<typeof readHomeNotices>("GET", "/api/apartments/{apartmentId}/notices", {
    params: { apartmentId },
  });

/** What the person is told of a home, and who is told of them. */
export const useHomeNotices = (apartmentId: string) => useQuery(noticesQuery(apartmentId));

/** A choice, whose answer is how all stands now. */
function useChoice<Chosen>(apartmentId: string, send: (chosen: Chosen) => Promise<HomeNotices>) {
  const queries = useQueryClient();
  const { queryKey } = noticesQuery(apartmentId);
  return useMutation({
    mutationFn: send,
    onSuccess: (notices) => queries.setQueryData(queryKey, notices),
    onError: (error) => {
      notify(sentenceFor(error), "trouble");
      // Of a no it is not known what stands: it is read again.
      return queries.invalidateQueries({ queryKey });
    },
  });
}

export const useChangeRule = (apartmentId: string) =>
  useChoice(apartmentId, (body: NoticeRule) =>
    call<typeof changeNoticeRule>("PUT", "/api/apartments/{apartmentId}/notices", {
      params: { apartmentId },
      body,
    }),
  );

export const useWatchArrivals = (apartmentId: string) =>
  useChoice(apartmentId, ({ personId, wants }: { personId: string; wants: boolean }) =>
    call<typeof watchArrivals>("PUT", "/api/apartments/{apartmentId}/notices/arrivals/{personId}", {
      params: { apartmentId, personId },
      body: { wants },
    }),
  );

export const useDecideArrivals = (apartmentId: string) =>
  useChoice(
    apartmentId,
    ({ personId, watcherId, allows }: { personId: string; watcherId: string; allows: boolean }) =>
      call<typeof decideArrivals>(
        "PUT",
        "/api/apartments/{apartmentId}/notices/arrivals/{personId}/watchers/{watcherId}",
        { params: { apartmentId, personId, watcherId }, body: { allows } },
      ),
  );
