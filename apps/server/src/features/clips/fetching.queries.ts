import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";

/** So long a process is believed to fetch on after its last piece: two tries of each of a piece's parts take less. */
const LEASE_MS = 40_000;

interface Lease {
  clipId: string;
  nodeId: string;
  now: Date;
}

const until = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/** From now on this process alone fetches it. @returns undefined where there is nothing to fetch, or another one does */
export function takeFetching(db: Db, { clipId, nodeId, now }: Lease) {
  return db
    .updateTable("clips")
    .set({ fetching_node: nodeId, fetching_until: until(now) })
    .where("id", "=", clipId)
    .where("fetched_at", "is", null)
    .where("dropped_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("fetching_node", "is", null),
        eb("fetching_node", "=", nodeId),
        eb("fetching_until", "<=", now),
      ]),
    )
    .returning(["id", "building_id as buildingId", "controller_id as controllerId", "bytes", "sha256"])
    .executeTakeFirst();
}
export type Fetching = NonNullable<Awaited<ReturnType<typeof takeFetching>>>;

/** Goes on. @returns false when another process took it meanwhile, or it is gone */
export async function renewFetching(trx: Trx, { clipId, nodeId, now }: Lease): Promise<boolean> {
  const renewed = await trx
    .updateTable("clips")
    .set({ fetching_until: until(now) })
    .where("id", "=", clipId)
    .where("fetching_node", "=", nodeId)
    .returning("id")
    .executeTakeFirst();
  return renewed !== undefined;
}

/** Nobody fetches it any more: it is here, or what came was damaged, or it did not come. */
export async function endFetching(
  db: Db,
  { clipId, nodeId, now }: Lease,
  outcome: "fetched" | "damaged" | "left",
): Promise<void> {
  await db
    .updateTable("clips")
    .set({
      fetching_node: null,
      fetching_until: null,
      ...(outcome === "fetched" ? { fetched_at: now, damaged_at: null } : {}),
      ...(outcome === "damaged" ? { damaged_at: now } : {}),
    })
    .where("id", "=", clipId)
    .where("fetching_node", "=", nodeId)
    .execute();
}

export async function insertPiece(
  trx: Trx,
  piece: { clipId: string; position: number; bytes: number; fileId: string },
): Promise<void> {
  await trx
    .insertInto("clip_pieces")
    .values({ clip_id: piece.clipId, position: piece.position, bytes: piece.bytes, file_id: piece.fileId })
    .execute();
}

/** What is here of a clip, in order. */
export const findPieces = (db: Db, clipId: string) =>
  db
    .selectFrom("clip_pieces")
    .select(["position", "bytes", "file_id as fileId"])
    .where("clip_id", "=", clipId)
    .orderBy("position")
    .execute();

/** How many bytes of it are here. */
export async function countReceived(db: Db, clipId: string): Promise<number> {
  const row = await db
    .selectFrom("clip_pieces")
    .select(sql<number>`coalesce(sum(bytes), 0)::int`.as("received"))
    .where("clip_id", "=", clipId)
    .executeTakeFirst();
  return row?.received ?? 0;
}

/**
 * Clips that their building wants here by itself, the oldest first: those that nobody fetches and that came well so far.
 * @param of `without` are those that were tried, and the controllers that are away
 */
export async function findWanted(
  db: Db,
  of: {
    buildingId: string;
    now: Date;
    bytes: number;
    without: { clips: readonly string[]; controllers: readonly string[] };
  },
  most: number,
): Promise<{ id: string; controllerId: string | null }[]> {
  return (
    db
      .selectFrom("clips")
      .innerJoin("buildings", "buildings.id", "clips.building_id")
      .select(["clips.id as id", "clips.controller_id as controllerId"])
      .where("clips.building_id", "=", of.buildingId)
      .where("clips.bytes", "<=", of.bytes)
      .where(sql<boolean>`clips.cause = any(buildings.clips_fetched)`)
      .where("clips.fetched_at", "is", null)
      .where("clips.dropped_at", "is", null)
      .where("clips.damaged_at", "is", null)
      // One whose controller was taken away lies nowhere any more.
      .where(sql<boolean>`clips.controller_id <> all(${sql.val([...of.without.controllers])}::uuid[])`)
      .where(sql<boolean>`clips.id <> all(${sql.val([...of.without.clips])}::uuid[])`)
      .where((eb) =>
        eb.or([eb("clips.fetching_until", "is", null), eb("clips.fetching_until", "<=", of.now)]),
      )
      .orderBy("clips.started_at")
      .limit(most)
      .execute()
  );
}
