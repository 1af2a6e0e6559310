import type { VisitState } from "@umbral/contract/visits/visits.contract";
import { type ExpressionBuilder, sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import type { Tables } from "../../platform/tables.ts";
import { shownColumns } from "./visits.queries.ts";

export interface WantedVisits {
  buildingId: string;
  day: string;
  search: string;
  state: VisitState | undefined;
}

/** One page of a day's visits, the newest first, and how many there are in all. Codes that were replaced are none. */
export async function findVisitsOfDay(
  db: Db,
  wanted: WantedVisits,
  { page, limit }: { page: number; limit: number },
  now: Date,
) {
  const visits = db
    .selectFrom("visits")
    .innerJoin("users", "users.id", "visits.user_id")
    .where("visits.building_id", "=", wanted.buildingId)
    .where("visits.day", "=", wanted.day)
    .where("visits.replaced_at", "is", null)
    .$if(wanted.search !== "", (query) => query.where((eb) => matches(eb, wanted.search)))
    .$if(wanted.state !== undefined, (query) =>
      query.where((eb) => (wanted.state === undefined ? eb.val(true) : isIn(eb, wanted.state, now))),
    );
  const [rows, count] = await Promise.all([
    visits
      .leftJoin("users as authorisers", "authorisers.id", "visits.authorised_by")
      .select(shownColumns)
      .orderBy("visits.requested_at", "desc")
      .orderBy("visits.id", "desc")
      .limit(limit)
      .offset((page - 1) * limit)
      .$narrowType<{ cedula: string }>()
      .execute(),
    visits.select((eb) => eb.fn.countAll<number>().as("total")).executeTakeFirstOrThrow(),
  ]);
  return { rows, total: count.total };
}
export type ListedRow = Awaited<ReturnType<typeof findVisitsOfDay>>["rows"][number];

type Scope = ExpressionBuilder<Tables, "visits" | "users">;

function isIn(eb: Scope, state: VisitState, now: Date) {
  switch (state) {
    case "authorised":
      return eb("visits.authorised_at", "is not", null);
    case "waiting":
      return eb.and([eb("visits.authorised_at", "is", null), eb("visits.expires_at", ">", now)]);
    case "expired":
      return eb.and([eb("visits.authorised_at", "is", null), eb("visits.expires_at", "<=", now)]);
  }
}

/** Part of a name, whatever its accents, or the beginning of a document number. */
function matches(eb: Scope, search: string) {
  const name = sql<string>`translate(lower(users.name), 'áéíóúüñ', 'aeiouun')`;
  return eb.or([
    eb(name, "like", `%${likeText(plain(search))}%`),
    eb("users.cedula", "like", `${likeText(search.replace(/[\s.]/g, ""))}%`),
  ]);
}

const plain = (text: string): string => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");

/** As a text of its own: what was typed has no wildcards. */
const likeText = (text: string): string => text.replace(/[\\%_]/g, "\\$&");
