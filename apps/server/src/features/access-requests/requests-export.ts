import type { AccessKind } from "@umbral/contract/access-requests/access-requests.contract";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import { roleNames } from "@umbral/contract/users/role-words";
import type { Actor, Services } from "../../platform/context.ts";
import { type CsvColumn, type CsvFile, csvParts, inBatches } from "../../platform/csv.ts";
import { refuseUnproven } from "../../platform/gate.ts";
import { writeReading } from "../audit/audit.service.ts";
import { findRequests, type WaitingRow } from "./access-requests.queries.ts";

const columns: readonly CsvColumn<WaitingRow>[] = [
  { header: "Persona", value: ({ name }) => name },
  { header: "Documento", value: ({ cedula }) => cedula },
  { header: "Celular", value: ({ phone }) => phone },
  { header: "Rol", value: ({ role }) => roleNames[role] },
  { header: "Edificio", value: ({ buildingName }) => buildingName },
  { header: "Apartamento", value: ({ apartmentName }) => apartmentName },
  { header: "Hasta (UTC)", value: ({ endsAt }) => endsAt?.toISOString() ?? null },
  { header: "Pedida (UTC)", value: ({ createdAt }) => createdAt.toISOString() },
];

/**
 * Those who wait, without their faces.
 * @throws {Refused} SECOND_FACTOR_ASKED of who administers the building: a file leaves it, which the list does not
 */
export async function exportRequests(
  services: Services,
  actor: Actor,
  {
    search,
    ids,
    ...scope
  }: {
    kind: AccessKind;
    apartmentOrBuilding: string;
    search?: string | undefined;
    ids?: readonly string[] | undefined;
  },
): Promise<CsvFile> {
  const { apartmentOrBuilding: id } = scope;
  const { gate } = services;
  const place = (await gate.placeOf("apartment", id)) ?? (await gate.placeOf("building", id));
  if (place !== null) {
    refuseUnproven(actor, place);
  }
  const { rows } = await findRequests(services.db, scope, {
    deciding: buildingsWhere(actor, "access-requests.decide-owners"),
    search,
    ids,
    page: undefined,
  });
  await writeReading(services, actor, {
    action: "access-requests.exported",
    detail: { kind: scope.kind, place: scope.apartmentOrBuilding },
    buildingId: rows[0]?.buildingId,
  });
  return { name: "solicitudes", parts: csvParts(columns, inBatches(rows)) };
}
