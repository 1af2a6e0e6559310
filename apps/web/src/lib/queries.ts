import { QueryClient, type QueryFilters, type QueryKey } from "@tanstack/react-query";
import { CallRefused } from "./failures.ts";
import { forAsker } from "./for-asker.ts";

/** A refusal is an answer and is not asked again; a lost network or a fault is, twice. */
function isWorthRepeating(failures: number, error: unknown): boolean {
  const wasAnswered = error instanceof CallRefused && error.status < 500;
  return !wasAnswered && failures < 2;
}

/** Everything that screens have read from the server. Emptied when the session ends. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { retry: isWorthRepeating, staleTime: 5000, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
});

/** What was read under these keys may be other than what is shown: what is on screen is asked for again. */
export async function refresh(...keys: readonly QueryKey[]): Promise<void> {
  await Promise.all(keys.map((queryKey) => askAgain({ queryKey })));
}

/** After a place or a device of a building was made, changed or deleted: what is shown is asked for again. */
export const refreshEverything = (): Promise<void> => askAgain();

/** As that, for who goes to another screen now: it is asked for there, and no more here. */
export const expireEverything = (): Promise<void> => queryClient.invalidateQueries({ refetchType: "none" });

/** What is asked for the first time at this moment may be answered as it was before the news: it is asked for once more then. */
function askAgain(filters?: QueryFilters): Promise<void> {
  const first = queryClient
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: "fetching", predicate: ({ state }) => state.data === undefined });
  return forAsker(async () => {
    await queryClient.invalidateQueries(filters);
    await queryClient.invalidateQueries({ predicate: (query) => first.includes(query) });
  });
}
