import { RING_MS } from "@umbral/contract/calls/call-times";

/** A ringing that this page began, for when it is loaded anew: whose it is and who they are, the server says. */
export interface KeptRinging {
  /** What the dialog calls it: an apartment, or the lobby. */
  to: string;
  callIds: readonly string[];
  /** On the steady clock of `performance.now()`. */
  endsAtMs: number;
}

export interface LobbyMemory {
  keep(ringing: KeptRinging): void;
  /** Null when nothing rings that was begun here. */
  kept(): KeptRinging | null;
  forget(): void;
}

/** So long after its end a ringing is still worth asking for: somebody may have answered by telephone. */
const WORTH_MS = RING_MS;

/** In the page's own storage, as ids: names stay on the server. The steady clock begins anew with each page. */
function lobbyMemory(key: "umbral-rings-apartment" | "umbral-rings-lobby"): LobbyMemory {
  const forget = () => attempt(() => window.sessionStorage.removeItem(key));
  return {
    keep({ to, callIds, endsAtMs }) {
      const endsAt = performance.timeOrigin + endsAtMs;
      attempt(() => window.sessionStorage.setItem(key, JSON.stringify([to, endsAt, ...callIds])));
    },
    kept() {
      const text = attempt(() => window.sessionStorage.getItem(key)) ?? "null";
      const kept: unknown = JSON.parse(text);
      const [to, endsAt, ...callIds]: unknown[] = Array.isArray(kept) ? kept : [];
      if (typeof to !== "string" || typeof endsAt !== "number" || Date.now() > endsAt + WORTH_MS) {
        return null;
      }
      const ids = callIds.filter((id) => typeof id === "string");
      return { to, callIds: ids, endsAtMs: endsAt - performance.timeOrigin };
    },
    forget,
  };
}

/** Whom this page rings: each kind has one ringing at most. */
export type Where = "apartment" | "lobby";
export const memories: Readonly<Record<Where, LobbyMemory>> = {
  apartment: lobbyMemory("umbral-rings-apartment"),
  lobby: lobbyMemory("umbral-rings-lobby"),
};

/** A browser that forbids storage forgets on reload, which is all that is lost. */
function attempt<Result>(act: () => Result): Result | null {
  try {
    return act();
  } catch {
    return null;
  }
}
