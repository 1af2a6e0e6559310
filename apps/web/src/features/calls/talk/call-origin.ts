import { browserStore } from "../../../lib/storage.ts";

/** The specification's key (§3): where the call that this browser is in came from. */
const KEY = "callFrom";

/** Remembers where a call came from while it lasts. Returns how to forget it. */
export function rememberOrigin(isFromLobby: boolean): () => void {
  const store = browserStore();
  store.setItem(KEY, isFromLobby ? "lobby" : "visitor");
  return () => store.removeItem(KEY);
}
