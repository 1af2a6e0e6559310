import { roleNames } from "@umbral/contract/users/role-words";
import type { StaffMember } from "@umbral/contract/users/staff.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, chosenOf, csvParts, inBatches } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { listStaffOf } from "./staff.service.ts";

const columns: readonly CsvColumn<StaffMember>[] = [
  { header: "Persona", value: ({ user }) => user.name },
  { header: "Rol", value: ({ role }) => roleNames[role] },
  { header: "Documento", value: ({ user }) => user.cedula },
  { header: "Correo", value: ({ user }) => user.email },
  { header: "Celular", value: ({ user }) => user.phone },
  { header: "Desde (UTC)", value: ({ since }) => since },
  { header: "Hasta (UTC)", value: ({ endsAt }) => endsAt },
  {
    header: "Estado",
    value: ({ user }) => (user.active ? (user.hasPassword ? "Activo" : "Sin contraseña") : "Desactivado"),
  },
];

/** Who works for a building, or those of them whom somebody chose. */
export async function exportStaffOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<CsvFile> {
  const { staff } = await listStaffOf(services, buildingId);
  await writeReading(services, actor, { action: "users.staff-exported", detail: {}, buildingId });
  return { name: "personal", parts: csvParts(columns, inBatches(chosenOf(staff, ids))) };
}
