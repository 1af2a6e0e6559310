import type { VisitorType } from "@umbral/contract/calls/door-panel.contract";
import type { Db, Trx } from "../../platform/database.ts";
import { holds } from "../../platform/name-search.ts";
import type { PageRows } from "../../platform/whole-or-page.ts";
import { livesThereSince } from "../spaces/index.ts";

/** The calls of this person to this apartment that they have answered on a device and that go on. */
export function findPanelCalls(db: Db, calleeId: string, apartmentId: string) {
  return db
    .selectFrom("calls")
    .select(["id", "building_id as buildingId"])
    .where("callee_id", "=", calleeId)
    .where("apartment_id", "=", apartmentId)
    .where("is_to_lobby", "=", false)
    .where("status", "=", "CONTESTADA")
    .where("answered_by", "=", "app")
    .orderBy("id", "desc")
    .execute();
}

/** The same call, held until the transaction ends: nobody ends it meanwhile. */
export function lockPanelCall(trx: Trx, callId: string) {
  return trx
    .selectFrom("calls")
    .select("id")
    .where("id", "=", callId)
    .where("status", "=", "CONTESTADA")
    .forShare()
    .executeTakeFirst();
}

interface Known {
  apartmentId: string;
  /** A part of the name. */
  search: string;
}

/** Whoever moves in does not see the faces that those before them knew. */
const knownVisitors = (db: Db, { apartmentId, search }: Known, now: Date) =>
  db
    .selectFrom("visitors")
    .where("apartment_id", "=", apartmentId)
    .where("type", "=", "VISITANTE_CONOCIDO")
    .where(livesThereSince(now, { apartment: "visitors.apartment_id", at: "visitors.created_at" }))
    .$if(search !== "", (query) => query.where(holds("name", search)));

/** Those an apartment knows by name, in the order of the alphabet: a page of them, or all without one. */
export function findKnownVisitors(db: Db, wanted: Known, page: PageRows | undefined, now: Date) {
  return knownVisitors(db, wanted, now)
    .select(["id", "name", "photo_file_id as photoFileId"])
    .orderBy((eb) => eb.fn("lower", ["name"]))
    .orderBy("id")
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}

export async function countKnownVisitors(db: Db, wanted: Known, now: Date): Promise<number> {
  const { count } = await knownVisitors(db, wanted, now)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertVisitor(
  trx: Trx,
  visitor: {
    id: string;
    apartmentId: string;
    type: VisitorType;
    name: string | null;
    photoFileId: string;
    documentFileId: string;
    callId: string;
    createdBy: string;
    createdAt: Date;
  },
): Promise<void> {
  await trx
    .insertInto("visitors")
    .values({
      id: visitor.id,
      apartment_id: visitor.apartmentId,
      type: visitor.type,
      name: visitor.name,
      photo_file_id: visitor.photoFileId,
      document_file_id: visitor.documentFileId,
      call_id: visitor.callId,
      created_by: visitor.createdBy,
      created_at: visitor.createdAt,
    })
    .execute();
}
