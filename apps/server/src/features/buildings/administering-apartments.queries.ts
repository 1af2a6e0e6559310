import { ownerRoles } from "@umbral/contract/access-requests/access-requests.contract";
import type { ApartmentType } from "@umbral/contract/auth/auth.contract";
import type { ApartmentOrder } from "@umbral/contract/buildings/administering-apartments.contract";
import type { Direction } from "@umbral/contract/lib/pages";
import { type RawBuilder, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import { livingSpaces } from "../spaces/index.ts";

const naturally = (column: string) => sql`${sql.ref(column)} collate natural_order`;

/** `%` and `_` are letters to whoever searches. */
const containing = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

export interface ApartmentSearch {
  buildingId: string;
  search?: string | undefined;
  active?: boolean | undefined;
  page?: { offset: number; limit: number } | undefined;
  order?: { by: ApartmentOrder; direction: Direction } | undefined;
}

const columns: Readonly<Record<ApartmentOrder, RawBuilder<unknown>>> = {
  tower: naturally("towers.name"),
  name: naturally("apartments.name"),
  floor: naturally("floors.name"),
  // 'Activo' before 'Inactivo'.
  active: sql`not ${sql.ref("apartments.active")}`,
  // As it is selected.
  people: sql`${sql.ref("people")}`,
};

function searched(db: Db, { buildingId, search, active }: ApartmentSearch) {
  return db
    .selectFrom("apartments")
    .where("apartments.building_id", "=", buildingId)
    .$if(search !== undefined && search !== "", (query) =>
      query.where("apartments.name", "ilike", containing(search ?? "")),
    )
    .$if(active !== undefined, (query) => query.where("apartments.active", "=", active === true));
}

export async function countApartments(db: Db, search: ApartmentSearch): Promise<number> {
  const { count } = await searched(db, search)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}

export function findApartmentSettings(db: Db, search: ApartmentSearch, now: Date) {
  const { page, order } = search;
  return described(searched(db, search), now)
    .$if(order !== undefined, (query) => query.orderBy(columns[order?.by ?? "tower"], order?.direction))
    .orderBy(naturally("towers.name"))
    .orderBy("towers.id")
    .orderBy(naturally("apartments.name"))
    .orderBy("apartments.id")
    .$if(page !== undefined, (query) => query.limit(page?.limit ?? 0).offset(page?.offset ?? 0))
    .execute();
}

/** Some apartments by their ids, in natural order. */
export function findApartmentsById(db: Db, ids: readonly string[], now: Date) {
  return described(db.selectFrom("apartments").where("apartments.id", "in", ids), now)
    .orderBy(naturally("apartments.name"))
    .execute();
}

const described = (query: ReturnType<typeof searched>, now: Date) =>
  query
    .innerJoin("towers", "towers.id", "apartments.tower_id")
    .innerJoin("floors", "floors.id", "apartments.floor_id")
    .select((eb) => [
      "apartments.id as id",
      "apartments.name as name",
      "apartments.active as active",
      "apartments.apartment_type as apartmentType",
      "apartments.address as address",
      "towers.id as towerId",
      "towers.name as towerName",
      "floors.id as floorId",
      "floors.name as floorName",
      eb
        .selectFrom(livingSpaces(now))
        .select((on) => on.fn.count<number>("spaces.user_id").distinct().as("count"))
        .whereRef("spaces.apartment_id", "=", "apartments.id")
        .as("people"),
    ]);
export type ApartmentRow = Awaited<ReturnType<typeof findApartmentSettings>>[number];

/** Of these names, those that the floor's tower has already. */
export async function findTakenNames(trx: Trx, towerId: string, names: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom("apartments")
    .select("name")
    .where("tower_id", "=", towerId)
    .where("name", "in", names)
    .execute();
  return rows.map(({ name }) => name);
}

export async function insertApartments(
  trx: Trx,
  place: { buildingId: string; towerId: string; floorId: string },
  apartments: readonly { id: string; name: string; apartmentType: ApartmentType; address: string }[],
): Promise<void> {
  await trx
    .insertInto("apartments")
    .values(
      apartments.map(({ id, name, apartmentType, address }) => ({
        id,
        building_id: place.buildingId,
        tower_id: place.towerId,
        floor_id: place.floorId,
        name,
        address,
        apartment_type: apartmentType,
        active: false,
      })),
    )
    .execute();
}

/** Locks an apartment so that nobody moves in while it is decided about. */
export function lockApartment(trx: Trx, id: string) {
  return trx
    .selectFrom("apartments")
    .select([
      "id",
      "name",
      "address",
      "apartment_type as apartmentType",
      "building_id as buildingId",
      "tower_id as towerId",
      "floor_id as floorId",
    ])
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Who ends all that is of a home, or of somebody in it, does so one after the other: each of these holds rows of many kinds, in
 * an order of its own. Before any row.
 */
export async function holdWholeHomes(trx: Trx, ids: readonly string[]): Promise<void> {
  const names = [...new Set(ids)].sort().map((id) => `whole home:${id}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    trx,
  );
}

/** Keeps a home from being taken away until the transaction ends. Before what hangs on it is locked: who takes it away comes to that last. */
export async function holdHome(trx: Trx, id: string): Promise<void> {
  await trx.selectFrom("apartments").select("id").where("id", "=", id).forKeyShare().execute();
}

export async function updateApartment(
  trx: Trx,
  id: string,
  change: {
    name?: string | undefined;
    apartmentType?: ApartmentType | undefined;
    address?: string | undefined;
  },
): Promise<void> {
  const { name, apartmentType, address } = change;
  await trx
    .updateTable("apartments")
    .set((eb) => ({
      name: name ?? eb.ref("name"),
      apartment_type: apartmentType ?? eb.ref("apartment_type"),
      address: address ?? eb.ref("address"),
    }))
    .where("id", "=", id)
    .execute();
}

/** Takes it away with everything that hangs on it: spaces, the visitors that it knows. */
export async function removeApartment(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom("apartments").where("id", "=", id).execute();
}

/** An apartment is active while somebody approved leads or owns it (decisions §5). */
export async function refreshActive(trx: Trx, apartmentId: string, now: Date): Promise<void> {
  await trx
    .updateTable("apartments")
    .set((eb) => ({
      active: eb.fn<boolean>("exists", [
        eb
          .selectFrom(livingSpaces(now))
          .select("spaces.id")
          .where("spaces.apartment_id", "=", apartmentId)
          .where("spaces.role", "in", ownerRoles),
      ]),
    }))
    .where("id", "=", apartmentId)
    .execute();
}
