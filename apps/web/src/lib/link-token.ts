import { browserStore, type KeyStore } from "./storage.ts";

const PARAMETER = "token";
const IN_FRAGMENT = `#${PARAMETER}=`;
const keyOf = (path: string): string => `umbral-link:${path}`;

interface Place {
  pathname: string;
  search: string;
  hash: string;
}

/**
 * Takes the secret of a link out of the address bar, where it could be seen, copied or kept in the history,
 * and keeps it for its page as long as this tab is open: a phone that lets the page go brings it back.
 */
export function keepLinkToken(
  place: Place,
  history: Pick<History, "replaceState" | "state">,
  store: KeyStore,
): void {
  const search = new URLSearchParams(place.search);
  // Behind '#' it is sent to no server; links of before have it behind '?'.
  const fragment = place.hash.startsWith(IN_FRAGMENT) ? place.hash.slice(IN_FRAGMENT.length) : null;
  const token = fragment ?? search.get(PARAMETER);
  if (token === null) {
    return;
  }
  search.delete(PARAMETER);
  const rest = search.size === 0 ? "" : `?${search}`;
  const hash = fragment === null ? place.hash : "";
  history.replaceState(history.state, "", `${place.pathname}${rest}${hash}`);
  store.setItem(keyOf(place.pathname), token);
}

const store = browserStore("sessionStorage");

/** The secret that came with the link to this page; null without one. */
export const linkTokenOf = (path: string): string | null => store.getItem(keyOf(path));

/** It is used up. */
export const forgetLinkToken = (path: string): void => store.removeItem(keyOf(path));

// Here and not in a function: this module is the first that the page runs, before anything is asked for.
if (typeof window !== "undefined") {
  keepLinkToken(window.location, window.history, store);
}
