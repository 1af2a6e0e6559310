import type { OutsideEventKind } from "@umbral/contract/integrations/outside-events.contract";
import { sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { WebhookOff } from "../../platform/tables.ts";

/** The webhooks of a building, or one of them, the oldest first. */
export function findWebhooks(db: Db, of: { buildingId: string; id?: string }) {
  return db
    .selectFrom("webhooks")
    .select([
      "id",
      "name",
      "address",
      "kinds",
      "tells_names as tellsNames",
      "created_at as createdAt",
      "failing_since as failingSince",
      "off_at as offAt",
      "off_because as offBecause",
      "old_secret_until as oldSecretUntil",
    ])
    .where("building_id", "=", of.buildingId)
    .where("deleted_at", "is", null)
    .$if(of.id !== undefined, (query) => query.where("id", "=", of.id ?? ""))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
export type WebhookRow = Awaited<ReturnType<typeof findWebhooks>>[number];

/** Two that are made at once are one after the other, so that no more are kept than may be. */
export async function lockWebhooksOf(trx: Trx, buildingId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhooks:${buildingId}`}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom("webhooks")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("building_id", "=", buildingId)
    .where("deleted_at", "is", null)
    .executeTakeFirstOrThrow();
  return count;
}

interface Said {
  name: string;
  address: string;
  kinds: readonly OutsideEventKind[];
  tellsNames: boolean;
}

export async function insertWebhook(
  trx: Trx,
  webhook: Said & { id: string; buildingId: string; secret: Buffer; createdBy: string; createdAt: Date },
): Promise<void> {
  await trx
    .insertInto("webhooks")
    .values({
      id: webhook.id,
      building_id: webhook.buildingId,
      name: webhook.name,
      address: webhook.address,
      kinds: [...webhook.kinds],
      tells_names: webhook.tellsNames,
      secret: webhook.secret,
      created_by: webhook.createdBy,
      created_at: webhook.createdAt,
    })
    .execute();
}

/** Holds a webhook of a building until the transaction ends; undefined when there is none. */
export function lockWebhook(trx: Trx, of: { id: string; buildingId: string }) {
  return trx
    .selectFrom("webhooks")
    .select(["id", "name", "address", "off_at as offAt", "secret"])
    .where("id", "=", of.id)
    .where("building_id", "=", of.buildingId)
    .where("deleted_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * What is not said stays as it is.
 * @param offAt null where it is switched on: that it failed is forgotten then
 */
export async function updateWebhook(
  trx: Trx,
  id: string,
  said: { [Field in keyof Said]?: Said[Field] | undefined } & { offAt: Date | null | undefined },
): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set((eb) => ({
      name: said.name ?? eb.ref("name"),
      address: said.address ?? eb.ref("address"),
      kinds: said.kinds === undefined ? eb.ref("kinds") : eb.val([...said.kinds]),
      tells_names: said.tellsNames ?? eb.ref("tells_names"),
    }))
    .$if(said.offAt !== undefined, (query) =>
      query.set({ off_at: said.offAt ?? null, off_because: said.offAt === null ? null : "somebody" }),
    )
    // What still fails begins its days anew where it was switched on again, and where it is told to another address.
    .set((eb) => ({
      failing_since: eb
        .case()
        .when(
          eb.or([
            ...(said.offAt === null ? [eb("off_at", "is not", null)] : []),
            ...(said.address === undefined ? [] : [eb("address", "<>", said.address)]),
          ]),
        )
        .then(null)
        .else(eb.ref("failing_since"))
        .end(),
    }))
    .where("id", "=", id)
    .execute();
}

/** @param oldUntil how long the one before is good for, too; null for not at all */
export async function replaceSecret(
  trx: Trx,
  id: string,
  { secret, oldUntil }: { secret: Buffer; oldUntil: Date | null },
): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set((eb) => ({
      secret,
      // From now on it is off until somebody switches it on, and nothing else is the matter with it.
      off_because: sql<WebhookOff | null>`case off_because when 'secret-lost' then 'somebody' else off_because end`,
      old_secret: oldUntil === null ? null : eb.ref("secret"),
      old_secret_until: oldUntil,
    }))
    .where("id", "=", id)
    .execute();
}

export async function markWebhookDeleted(trx: Trx, id: string, at: Date): Promise<void> {
  await trx.updateTable("webhooks").set({ deleted_at: at }).where("id", "=", id).execute();
}

/** The last delivery arrived. */
export async function markArriving(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable("webhooks")
    .set({ failing_since: null })
    .where("id", "=", id)
    .where("failing_since", "is not", null)
    .execute();
}

/** The last delivery did not arrive; locked until the transaction ends. @returns since when that is so; undefined for one that is off */
export function markFailing(trx: Trx, id: string, at: Date) {
  return trx
    .updateTable("webhooks")
    .set((eb) => ({ failing_since: eb.fn.coalesce("failing_since", sql<Date>`${at}::timestamptz`) }))
    .where("id", "=", id)
    .where("off_at", "is", null)
    .where("deleted_at", "is", null)
    .returning(["failing_since as failingSince", "name", "building_id as buildingId"])
    .executeTakeFirst();
}

/** Why nothing leaves for a webhook any more, though nobody switched it off. */
export type SwitchOffReason = Exclude<WebhookOff, "somebody">;

export async function switchOff(trx: Trx, id: string, at: Date, why: SwitchOffReason): Promise<void> {
  await trx.updateTable("webhooks").set({ off_at: at, off_because: why }).where("id", "=", id).execute();
}

/** Who is written to, of these people. */
export async function findMailOf(
  trx: Trx,
  userIds: readonly string[],
): Promise<{ id: string; name: string; email: string }[]> {
  return userIds.length === 0
    ? []
    : trx
        .selectFrom("users")
        .select(["id", "name", "email"])
        .where("id", "in", userIds)
        .where("email", "!=", "")
        .execute();
}
