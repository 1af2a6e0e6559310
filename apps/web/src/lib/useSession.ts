import { createSessionStore, type Session } from "./session.ts";
import { browserStore } from "./storage.ts";
import { useStore } from "./store.ts";

/** The one session of this page. */
export const session = createSessionStore(browserStore());

if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (event.key === "authToken" || event.key === null) {
      session.readAgain();
    }
  });
}

/** The session, or null when nobody is signed in; draws again when it changes, in any tab. */
export function useSession(): Session | null {
  return useStore(session);
}

/** The session of a screen behind sign-in, where it is a bug not to have one. */
export function useSignedIn(): Session & { user: NonNullable<Session["user"]> } {
  const current = useSession();
  if (!current?.user) {
    throw new Error("This screen is only for who is signed in");
  }
  return { ...current, user: current.user };
}
