import type { Administrator } from "@umbral/contract/auth/administrators.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, chosenOf, csvParts, inBatches } from "../../platform/csv.ts";
import { writeReading } from "../audit/audit.service.ts";
import { listAdministratorsOf } from "./administrators.service.ts";

const yes = (is: boolean): string => (is ? "Sí" : "No");

const columns: readonly CsvColumn<Administrator>[] = [
  { header: "Nombre", value: ({ name }) => name },
  { header: "Documento", value: ({ cedula }) => cedula },
  { header: "Correo", value: ({ email }) => email },
  { header: "Activo", value: ({ active }) => yes(active) },
  { header: "Tiene contraseña", value: ({ hasPassword }) => yes(hasPassword) },
  { header: "Verificación en dos pasos", value: ({ hasSecondFactor }) => yes(hasSecondFactor) },
  { header: "Desde (UTC)", value: ({ createdAt }) => createdAt },
];

/** The platform's administrators, or those of them that somebody chose. */
export async function exportAdministratorList(
  services: Services,
  actor: Actor,
  { ids }: { ids?: readonly string[] | undefined },
): Promise<CsvFile> {
  const { administrators } = await listAdministratorsOf(services);
  await writeReading(services, actor, {
    action: "administrators.exported",
    detail: {},
    buildingId: undefined,
  });
  return { name: "administradores", parts: csvParts(columns, inBatches(chosenOf(administrators, ids))) };
}
