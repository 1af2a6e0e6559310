import type { Role } from "@umbral/contract/lib/roles";
import { roleNames } from "./users.strings.ts";

/** A choice among roles, in the words that people read. */
export const roleOptionsOf = (roles: readonly Role[]) =>
  roles.map((role) => ({ value: role, label: roleNames[role] }));
