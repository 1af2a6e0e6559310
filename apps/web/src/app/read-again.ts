import { wasTakenSince } from "../lib/first-answers.ts";
import { queryClient } from "../lib/queries.ts";
import { eachByItself } from "../lib/when-idle.ts";
import { isInNews } from "./stale-queries.ts";

/**
 * The first screen is read beside the line, not after it, and partly by the page's first script: between the two a change is told
 * to nobody here.
 * @returns reads again what was asked for until now, one after the other, and gives how to call that off
 */
export function toReadAgain(): () => () => void {
  const atMs = performance.now();
  const asked = () =>
    queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => isInNews(queryKey) });
  const known = asked();
  return () => {
    // A screen that comes later asks by itself.
    globalThis.firstAsked = undefined;
    // One that came after the line may have taken what the first script asked before it.
    return eachByItself(
      wasTakenSince(atMs) ? asked() : known,
      (query) => void queryClient.invalidateQueries({ predicate: (one) => one === query }),
    );
  };
}
