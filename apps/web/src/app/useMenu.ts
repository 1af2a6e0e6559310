import { maySomewhere } from "@umbral/contract/lib/policy";
import { useLocation } from "react-router";
import { principalOf, useSession } from "../lib/useSession.ts";
import { type MenuEntry, menu } from "./menu.ts";

/** The entries of this person, and which of them they are at, as `aria-current` says it. */
export function useMenu(): readonly (MenuEntry & { current: "page" | undefined })[] {
  const principal = principalOf(useSession());
  const { pathname } = useLocation();
  return menu
    .filter(({ permission }) => permission === undefined || maySomewhere(principal, permission))
    .map((entry) => {
      const place = entry.covers ?? entry.to;
      const isThere = pathname === place || pathname.startsWith(`${place}/`);
      return { ...entry, current: isThere ? "page" : undefined };
    });
}
