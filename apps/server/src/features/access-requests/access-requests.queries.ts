import {
  type AccessKind,
  ownerRoles,
  permissionForRole,
} from "@umbral/contract/access-requests/access-requests.contract";
import type { Buildings } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import { sql } from "kysely";
import { selectOf } from "../../platform/columns.ts";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { askedColumns, waitingSpaces } from "../spaces/index.ts";

/** What those who decide are told of who asks. */
export function findAsking(db: Db, userId: string, apartmentId: string) {
  return db
    .selectFrom("apartments")
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .innerJoin("users", (join) => join.on("users.id", "=", userId))
    .select([
      "users.name as name",
      "apartments.name as apartmentName",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
    ])
    .where("apartments.id", "=", apartmentId)
    .executeTakeFirst();
}

/** Which requests are meant: of one kind, in an apartment or in a building. */
export interface RequestScope {
  kind: AccessKind;
  /** The id of either. */
  apartmentOrBuilding: string;
}

interface Page {
  /** The buildings in which the asker decides about everybody: a home's leader does not about all who work there. */
  deciding: Buildings;
  search: string | undefined;
  /** Only these. */
  ids?: readonly string[] | undefined;
  /** Without it the list is whole. */
  page: { page: number; limit: number } | undefined;
}

const isOwner = sql<boolean>`spaces.role in (${sql.join(ownerRoles.map((role) => sql.lit(role)))})`;

const isAdministrations = sql<boolean>`spaces.role in (${sql.join(
  Role.options
    .filter((role) => permissionForRole(role) === "access-requests.decide-owners")
    .map((role) => sql.lit(role)),
)})`;

const waiting = (db: Db, { kind, apartmentOrBuilding }: RequestScope) =>
  db
    .selectFrom(waitingSpaces())
    .innerJoin("users", "users.id", "spaces.user_id")
    .innerJoin("apartments", "apartments.id", "spaces.apartment_id")
    .innerJoin("buildings", "buildings.id", "spaces.building_id")
    .where(isOwner, "=", kind === "owners")
    .where((eb) =>
      eb.or([
        eb("spaces.apartment_id", "=", apartmentOrBuilding),
        eb("spaces.building_id", "=", apartmentOrBuilding),
      ]),
    );

/** As people type: without regard to case and accents. */
const plain = (column: string) => sql`translate(lower(${sql.ref(column)}), 'áéíóúüñ', 'aeiouun')`;
const plainText = (text: string) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "");

const containing = (search: string) => `%${plainText(search).replace(/[\\%_]/g, "\\$&")}%`;

/** Those who wait, the longest first, and how many there are in all. */
export async function findRequests(db: Db, scope: RequestScope, { deciding, search, ids, page }: Page) {
  const mayDecide = sql<boolean>`(not ${isAdministrations} or ${within("spaces.building_id", deciding)})`;
  const found = waiting(db, scope)
    .where(mayDecide)
    .$if(ids !== undefined, (query) => query.where("spaces.id", "in", [...(ids ?? [])]))
    .$if(search !== undefined && search !== "", (query) =>
      query.where(
        sql<boolean>`(${sql.join(
          ["users.name", "users.cedula", "apartments.name"].map(
            (column) => sql`${plain(column)} like ${containing(search ?? "")}`,
          ),
          sql` or `,
        )})`,
      ),
    );
  const [rows, count] = await Promise.all([
    found
      .select([
        "spaces.id as id",
        "spaces.created_at as createdAt",
        ...selectOf("spaces", askedColumns),
        "users.id as userId",
        "users.name as name",
        "users.cedula as cedula",
        "users.phone as phone",
        "users.photo_file_id as photoFileId",
        "apartments.id as apartmentId",
        "apartments.name as apartmentName",
        "buildings.id as buildingId",
        "buildings.name as buildingName",
        "buildings.time_zone as timeZone",
      ])
      .orderBy("spaces.created_at")
      .orderBy("spaces.id")
      .$if(page !== undefined, (query) =>
        query.limit(page?.limit ?? 0).offset(((page?.page ?? 1) - 1) * (page?.limit ?? 0)),
      )
      .$narrowType<{ cedula: string }>()
      .execute(),
    page === undefined
      ? undefined
      : found.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count?.total };
}
export type WaitingRow = Awaited<ReturnType<typeof findRequests>>["rows"][number];

export function findName(db: Db, userId: string) {
  return db.selectFrom("users").select(["id", "name"]).where("id", "=", userId).executeTakeFirst();
}

/** What the one who asked is told. */
export function findAsker(db: Db, userId: string, apartmentId: string) {
  return db
    .selectFrom("users")
    .innerJoin("apartments", (join) => join.on("apartments.id", "=", apartmentId))
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .select([
      "users.name as name",
      "users.email as email",
      "apartments.name as apartmentName",
      "buildings.name as buildingName",
    ])
    .where("users.id", "=", userId)
    .executeTakeFirstOrThrow();
}

const counts = [
  sql<number>`count(spaces.id) filter (where not ${isOwner})`.as("employees"),
  sql<number>`count(spaces.id) filter (where ${isOwner})`.as("owners"),
] as const;

/** How many wait in each of these buildings; with `all`, in every building where anybody does. */
export function countInBuildings(db: Db, buildingIds: readonly string[] | "all") {
  return db
    .selectFrom("buildings")
    .leftJoin(waitingSpaces(), (join) =>
      join.onRef("spaces.building_id", "=", "buildings.id").on("spaces.apartment_id", "is not", null),
    )
    .select(["buildings.id as id", "buildings.name as name", ...counts])
    .groupBy("buildings.id")
    .$if(buildingIds === "all", (query) => query.having((eb) => eb(eb.fn.count("spaces.id"), ">", 0)))
    .$if(buildingIds !== "all", (query) => query.where("buildings.id", "in", [...buildingIds]))
    .orderBy(sql`buildings.name collate natural_order`)
    .execute();
}

/** How many residents and employees wait in each of these apartments. */
export function countInApartments(db: Db, apartmentIds: readonly string[]) {
  return db
    .selectFrom("apartments")
    .innerJoin("buildings", "buildings.id", "apartments.building_id")
    .leftJoin(waitingSpaces(), (join) =>
      join.onRef("spaces.apartment_id", "=", "apartments.id").on(isAdministrations, "=", false),
    )
    .select([
      "apartments.id as id",
      "apartments.name as name",
      "buildings.id as buildingId",
      "buildings.name as buildingName",
      ...counts,
    ])
    .groupBy(["apartments.id", "buildings.id"])
    .where("apartments.id", "in", apartmentIds)
    .orderBy(sql`apartments.name collate natural_order`)
    .execute();
}
