import { may, maySomewhere, type Permission, type Place, type Principal } from "@umbral/contract/lib/policy";
import { useMemo, useSyncExternalStore } from "react";
import { createSessionStore, type Session } from "./session.ts";
import { browserStore } from "./storage.ts";

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
  return useSyncExternalStore(session.subscribe, session.current);
}

/** The session of a screen behind sign-in, where it is a bug not to have one. */
export function useSignedIn(): Session & { user: NonNullable<Session["user"]> } {
  const current = useSession();
  if (!current?.user) {
    throw new Error("This screen is only for who is signed in");
  }
  return { ...current, user: current.user };
}

/** What decides what a person may do, in the form the policy of the contract asks for. */
export function principalOf(current: Session | null): Principal {
  return {
    userType: current?.user?.userType ?? "USER",
    spaces: (current?.spaces ?? []).map((space) => ({
      role: space.role.name,
      buildingId: space.building.id,
      apartmentId: space.apartment?.id ?? null,
      // The server alone knows where a home stands; doors answer with their own `may`.
      towerId: null,
      floorId: null,
    })),
  };
}

/** May this person do this, in that place or (without one) anywhere? The server decides; this only draws. */
export function useMay(permission: Permission, place?: Place): boolean {
  const current = useSession();
  const principal = useMemo(() => principalOf(current), [current]);
  return place === undefined ? maySomewhere(principal, permission) : may(principal, permission, place);
}
