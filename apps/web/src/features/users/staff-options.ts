import type { StaffRole } from "@umbral/contract/users/staff.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { useMay } from "../../lib/useMay.ts";
import { roleNames } from "./users.strings.ts";

/** The role ADMINISTRADOR is given by the platform alone (decisions §9); whoever has it keeps it in the list. */
export const useStaffOptions = (current?: StaffRole) => {
  const isOfPlatform = useMay("platform.administer");
  return staffRoles
    .filter((role) => role !== "ADMINISTRADOR" || isOfPlatform || current === role)
    .map((role) => ({ value: role, label: roleNames[role] }));
};
