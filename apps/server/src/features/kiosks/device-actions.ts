import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { writeAction } from "../audit/audit.service.ts";
import { openKioskSession } from "../auth/kiosk-sessions.ts";

interface Device {
  id: string;
  buildingId: string;
}

/** Writes down what somebody, or the device itself, did at it. */
export const noteAt = (
  services: Services,
  trx: Trx,
  device: Device,
  { userId, action }: { userId: string; action: AuditAction },
): Promise<void> =>
  writeAction(services, trx, { id: userId }, { buildingId: device.buildingId, action, subjectId: device.id });

/** Opens a session at a device, and writes that down: the device's own when it is paired, or a shift. */
export async function openAt(
  services: Services,
  trx: Trx,
  device: Device,
  opening: { userId: string; userAgent: string; action: "kiosks.paired" | "kiosks.shift-begun" },
): Promise<{ id: string; createdAt: Date }> {
  const isShift = opening.action === "kiosks.shift-begun";
  const opened = await openKioskSession(services, trx, { kiosk: device, ...opening }, isShift);
  await noteAt(services, trx, device, opening);
  return opened;
}
