import type { Buildings } from "@umbral/contract/lib/policy";
import type { Db } from "../../platform/database.ts";
import { within } from "../../platform/within.ts";

/** How often somebody called or was called in these buildings, counted no further than `most`. */
export async function countCallsOf(
  db: Db,
  { userId, buildings, most }: { userId: string; buildings: Buildings; most: number },
): Promise<number> {
  const { count } = await db
    .selectFrom((eb) => {
      // Each half by its own index.
      const by = (column: "caller_id" | "callee_id") =>
        eb
          .selectFrom("calls")
          .select("id")
          .where(column, "=", userId)
          .where(within("calls.building_id", buildings));
      return by("caller_id").unionAll(by("callee_id")).limit(most).as("some");
    })
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
