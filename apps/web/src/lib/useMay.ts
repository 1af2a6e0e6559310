import { may, maySomewhere, type Permission, type Place, type Principal } from "@umbral/contract/lib/policy";
import { useMemo } from "react";
import type { Session } from "./session.ts";
import { useSession } from "./useSession.ts";

/** What decides what a person may do, in the form the policy of the contract asks for. */
export function principalOf(current: Session | null): Principal {
  return {
    userType: current?.user?.userType ?? "USER",
    spaces: (current?.spaces ?? []).map((space) => ({
      role: space.role.name,
      buildingId: space.building.id,
      apartmentId: space.apartment?.id ?? null,
    })),
    ...(current?.kiosk ? { kiosk: { buildingId: current.kiosk.building.id } } : {}),
  };
}

/** May this person do this, in that place or (without one) anywhere? The server decides; this only draws. */
export function useMay(permission: Permission, place?: Place): boolean {
  const current = useSession();
  const principal = useMemo(() => principalOf(current), [current]);
  return place === undefined ? maySomewhere(principal, permission) : may(principal, permission, place);
}
