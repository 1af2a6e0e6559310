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

/**
 * A choice, whose answer is how all stands now. One after the other: of two at once the answer of the earlier one would
 * stand last.
 */
function useChoice<Chosen>(apartmentId: string, send: (chosen: Chosen) => Promise<HomeNotices>) {
  const queries = useQueryClient();
  const { queryKey } = noticesQuery(apartmentId);
  return useMutation({
    scope: { id: `notices-${apartmentId}` },
    mutationFn: send,
    onSuccess: (notices) => queries.setQueryData(queryKey, notices),
    onError: (error) => {
      notify(sentenceFor(error), "trouble");
      // Of a no it is not known what stands: it is read again, and nothing waits for that.
      void queries.invalidateQueries({ queryKey });
    },
  });
}

/**
 * A rule as it was chosen last, and choosing it. It is sent whole: what is chosen before the last choice was answered goes on
 * from that one, not from what the server said.
 */
export function useRule<Rule extends NoticeRule>(apartmentId: string, known: Rule) {
  const { mutateAsync, isPending, variables } = useChoice(apartmentId, (body: Rule) =>
    call<typeof changeNoticeRule>("PUT", "/api/apartments/{apartmentId}/notices", {
      params: { apartmentId },
      body,
    }),
  );
  const rule = isPending ? (variables ?? known) : known;
  /** @param saved is called once it is kept */
  const change = (chosen: Partial<Omit<Rule, "kind">>, saved?: () => void) => {
    // Why it was not is said of every choice.
    void mutateAsync({ ...rule, ...chosen }).then(saved, () => undefined);
  };
  return { rule, change, isPending };
}

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
