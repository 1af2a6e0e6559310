import type { ScheduleHours } from "@umbral/contract/access-control/schedules";

/** When a pass lets somebody in, and what was written down of it: of this its state is reckoned. */
export interface KeptLife {
  id: string;
  buildingId: string;
  startsAt: Date;
  endsAt: Date;
  hours: ScheduleHours | null;
  entries: number | null;
  entered: number;
  left: number;
  takenBackAt: Date | null;
}

/** Of {@link KeptLife}. */
export const lifeColumns = [
  "passes.id as id",
  "passes.building_id as buildingId",
  "passes.starts_at as startsAt",
  "passes.ends_at as endsAt",
  "passes.hours as hours",
  "passes.entries as entries",
  "passes.entered as entered",
  "passes.went_out as left",
  "passes.taken_back_at as takenBackAt",
] as const;

/** What whoever made it, and the desk, read of a pass and its guest, but for the guest's name. */
export const guestColumns = [
  ...lifeColumns,
  "passes.made_as as madeAs",
  "passes.guest_cedula as cedula",
  "passes.guest_phone as phone",
  "passes.guest_email as email",
  "passes.guest_plate as plate",
  "passes.guest_company as company",
  "passes.last_movement_at as lastMovementAt",
  "passes.created_at as createdAt",
  "passes.controller_id as controllerId",
] as const;
