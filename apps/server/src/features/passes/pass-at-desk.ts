import type { PassAtDesk } from "@umbral/contract/passes/pass-desk.contract";
import { passVerdict } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import type { Db } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { type BuildingMoment, momentAt } from "../access-control/index.ts";
import { describeFor, timesOf, useOf } from "./describe-pass.ts";
import type { Desk, PassRow } from "./pass-desk.queries.ts";
import { namesOf } from "./pass-names.ts";

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

/** A guest as whoever works at the desk sees them at this moment. @param names of their list, where it was read already */
export async function describeAtDesk(
  { addresses, db }: Pick<Services, "addresses" | "db">,
  { picture, document }: Pick<Desk, "picture" | "document">,
  moment: BuildingMoment,
  row: PassRow,
  names?: PassAtDesk["names"],
): Promise<PassAtDesk> {
  const verdict = passVerdict(timesOf(row), useOf(row), moment);
  const maker = { id: row.hostId, name: row.hostName };
  return {
    ...describeFor(row, { name: row.name ?? NAMELESS, maker }, moment),
    names: names ?? (await namesOf(db, [row]))(row.id),
    refusal: verdict.outcome === "granted" ? null : verdict.reason,
    photo: await addresses.forFile(row.photoFileId),
    asks: { picture, document },
  };
}
