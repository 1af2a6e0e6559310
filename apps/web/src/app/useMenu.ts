import { maySomewhere } from "@umbral/contract/lib/policy";
import { useLocation } from "react-router";
import { principalOf } from "../lib/useMay.ts";
import { useSession } from "../lib/useSession.ts";
import { type MenuEntry, menu } from "./menu.ts";

/** Those of the entries that are this person's, and which of them they are at, as `aria-current` says it. */
export function useMenu(
  all: readonly MenuEntry[] = menu,
): readonly (MenuEntry & { current: "page" | undefined })[] {
  const principal = principalOf(useSession());
  const { pathname } = useLocation();
  const entries = all.filter(
    ({ permission, isOfBuilding, roles }) =>
      (permission === undefined || maySomewhere(principal, permission)) &&
      !(isOfBuilding && principal.userType === "ADMIN") &&
      (roles === undefined || principal.spaces.some(({ role }) => roles.includes(role))),
  );
  const [nearest] = entries
    .flatMap(placesOf)
    .filter((place) => pathname === place || pathname.startsWith(`${place}/`))
    .sort((a, b) => b.length - a.length);
  return entries.map((entry) => ({
    ...entry,
    current: placesOf(entry).some((place) => place === nearest) ? "page" : undefined,
  }));
}

const placesOf = ({ to, covers = to, leadsTo }: MenuEntry): readonly string[] =>
  leadsTo === undefined ? [covers] : [covers, leadsTo];
