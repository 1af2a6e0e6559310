import { maySomewhere } from "@umbral/contract/lib/policy";
import { type Location, useLocation } from "react-router";
import { principalOf } from "../lib/useMay.ts";
import { useSession } from "../lib/useSession.ts";
import { type MenuEntry, menu } from "./menu.ts";

/** Those of the entries that are this person's, and which of them they are at, as `aria-current` says it. */
export function useMenu(
  all: readonly MenuEntry[] = menu,
): readonly (MenuEntry & { current: "page" | undefined })[] {
  const principal = principalOf(useSession());
  const location = useLocation();
  const entries = all.filter(
    ({ permission, isOfBuilding, roles }) =>
      (permission === undefined || maySomewhere(principal, permission)) &&
      !(isOfBuilding && principal.userType === "ADMIN") &&
      (roles === undefined || principal.spaces.some(({ role }) => roles.includes(role))),
  );
  const nearest = Math.max(...entries.map((entry) => nearness(entry, location)));
  return entries.map((entry) => ({
    ...entry,
    current: nearest > 0 && nearness(entry, location) === nearest ? "page" : undefined,
  }));
}

/** How much of an address is an entry's, in characters: the longer, the more it is about what is there; 0 for another's. */
function nearness({ to, covers = to, within }: MenuEntry, { pathname, search }: Location): number {
  const isUnder = pathname === covers || pathname.startsWith(`${covers}/`);
  const [found = ""] = within?.exec(pathname + search) ?? [];
  return Math.max(isUnder ? covers.length : 0, found.length);
}
