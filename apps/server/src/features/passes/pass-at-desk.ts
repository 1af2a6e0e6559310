import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { isOverstaying, passState, passVerdict } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { type BuildingMoment, momentAt } from "../access-control/index.ts";
import { timesOf, useOf } from "./describe-pass.ts";
import type { Desk, PassRow } from "./pass-desk.queries.ts";

/** What is told of a guest whose name was kept long enough, or whose host was forgotten. */
const NAMELESS = "Invitado";

/** The moment of the desk's building. @throws {Refused} PASS_NOT_FOUND for one that is gone */
export async function momentAtDesk(db: Db, desk: Pick<Desk, "id">, at: Date): Promise<BuildingMoment> {
  const moment = await momentAt(db, desk.id, at);
  if (!moment) {
    throw new Refused("PASS_NOT_FOUND");
  }
  return moment;
}

/** A guest as whoever works at the desk sees them at this moment. */
export async function describeAtDesk(
  { addresses }: Pick<Services, "addresses">,
  { picture, document }: Pick<Desk, "picture" | "document">,
  moment: BuildingMoment,
  row: PassRow,
): Promise<PassAtDesk> {
  const [times, use] = [timesOf(row), useOf(row)];
  const verdict = passVerdict(times, use, moment);
  const { apartmentId, apartmentName, hostId, hostName } = row;
  return {
    id: row.id,
    buildingId: row.buildingId,
    apartment:
      apartmentId === null || apartmentName === null ? null : { id: apartmentId, name: apartmentName },
    madeAs: row.madeAs,
    madeBy: hostId === null || hostName === null ? null : { id: hostId, name: hostName },
    guest: {
      name: row.name ?? NAMELESS,
      cedula: row.cedula ?? "",
      phone: row.phone ?? "",
      email: row.email ?? "",
      plate: row.plate ?? "",
      company: row.company ?? "",
    },
    from: row.startsAt.toISOString(),
    until: row.endsAt.toISOString(),
    hours: row.hours,
    entries: row.entries,
    entered: row.entered,
    left: row.left,
    state: passState(times, use, moment.now),
    isOverstaying: isOverstaying(times, use, moment),
    lastMovementAt: row.lastMovementAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    refusal: verdict.outcome === "granted" ? null : verdict.reason,
    photo: await addresses.forFile(row.photoFileId),
    asks: { picture, document },
  };
}
