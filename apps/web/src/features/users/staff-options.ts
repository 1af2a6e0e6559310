import type { StaffRole } from "@umbral/contract/users/staff.contract";
import { staffRoles } from "@umbral/contract/users/staff-roles";
import { useMay } from "../../lib/useMay.ts";

/** The role ADMINISTRADOR is given by the platform alone (decisions §9); whoever has it keeps it in the list. */
export function useStaffRoles(current?: StaffRole): readonly StaffRole[] {
  const isOfPlatform = useMay("platform.administer");
  return staffRoles.filter((role) => role !== "ADMINISTRADOR" || isOfPlatform || current === role);
}
