import { maySomewhere } from "@umbral/contract/lib/policy";
import { principalOf, useSession } from "../lib/useSession.ts";
import { type MenuEntry, menu } from "./menu.ts";

/** The entries of this person. */
export function useMenu(): readonly MenuEntry[] {
  const principal = principalOf(useSession());
  return menu.filter(({ permission }) => permission === undefined || maySomewhere(principal, permission));
}
