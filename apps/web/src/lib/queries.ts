import { QueryClient } from "@tanstack/react-query";
import { CallRefused } from "./failures.ts";

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
