import { roleNames } from "@umbral/contract/users/role-words";
import type { UserDetail } from "@umbral/contract/users/user-details.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, csvParts } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { batchesOfUsers } from "./user-details.service.ts";

const yes = (is: boolean): string => (is ? "Sí" : "No");

const columns: readonly CsvColumn<UserDetail>[] = [
  { header: "Nombre completo", value: ({ name }) => name },
  { header: "Alias", value: ({ alias }) => alias },
  { header: "Documento", value: ({ cedula }) => cedula },
  { header: "Activo", value: ({ active }) => yes(active) },
  { header: "Verificado", value: ({ verified }) => yes(verified) },
  { header: "Correo", value: ({ email }) => email },
  { header: "Celular", value: ({ phone }) => phone },
  { header: "Rol", value: ({ places }) => places.map(({ roleName }) => roleNames[roleName]).join(", ") },
  { header: "Etiquetas", value: ({ tags }) => tags.map(({ tag }) => tag).join(", ") },
  {
    header: "Apartamento",
    value: ({ places }) => places.flatMap(({ apartmentName }) => apartmentName ?? []).join(", "),
  },
  { header: "Edificio", value: ({ places }) => places.map(({ buildingName }) => buildingName).join(", ") },
];

/** Everybody who is found, or those of them who were chosen, as a file. That somebody took it is written down before the first line leaves. */
export async function exportUsers(
  services: Services,
  actor: Actor,
  { search, ids }: { search: string; ids?: string[] | undefined },
): Promise<CsvFile> {
  await writeReading(services, actor, { action: "users.exported", buildingId: undefined, detail: {} });
  return { name: "usuarios", parts: csvParts(columns, batchesOfUsers(services, actor, search, ids)) };
}
