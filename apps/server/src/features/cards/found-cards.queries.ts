import type { Buildings } from "@umbral/contract/lib/policy";
import { sql } from "kysely";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";
import { livingCardHolders, livingSpaces } from "../spaces/index.ts";

/** Behind every hexadecimal digit in any order of letters. */
const BEHIND_ALL = "G";

/** Cards whose tag begins so, of people of these buildings, by tag. @param tag in the form in which tags are kept */
export function findCardsBeginning(
  db: Db,
  { tag, buildings, now, limit }: { tag: string; buildings: Buildings; now: Date; limit: number },
) {
  return db
    .selectFrom("cards")
    .innerJoin("users", "users.id", "cards.user_id")
    .select([
      "cards.id as id",
      "cards.tag as tag",
      "cards.active as active",
      "users.id as holderId",
      "users.name as holderName",
    ])
    .where("cards.tag", ">=", tag)
    .where("cards.tag", "<", `${tag}${BEHIND_ALL}`)
    .$if(buildings !== "everywhere", (query) =>
      query.where(
        sql<boolean>`(cards.user_id in (
            select spaces.user_id from ${livingSpaces(now)} where ${within("spaces.building_id", buildings)})
          or cards.user_id in (
            select card_holders.user_id from ${livingCardHolders(now)}
            where ${within("card_holders.building_id", buildings)}))`,
      ),
    )
    .orderBy("cards.tag")
    .limit(limit)
    .execute();
}
