import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import { findPeople, insertRows } from "./seed.queries.ts";

const DAY_MS = 24 * 3_600_000;

/** Who holds what, and how many days ago it last opened. One of them was lost. */
const cards: readonly { cedula: string; tag: string; type: CardType; usedDaysAgo: number; isLost?: true }[] =
  [
    { cedula: "1000000001", tag: "04A1B2C3D4E580", type: "PERSON", usedDaysAgo: 0 },
    { cedula: "1000000001", tag: "E2801160600002", type: "CAR", usedDaysAgo: 1 },
    { cedula: "1000000002", tag: "04A1B2C3D4E581", type: "PERSON", usedDaysAgo: 0 },
    { cedula: "1000000003", tag: "04A1B2C3D4E582", type: "PERSON", usedDaysAgo: 2 },
    { cedula: "1000000004", tag: "E2801160600003", type: "CAR", usedDaysAgo: 3 },
    { cedula: "1000000011", tag: "04A1B2C3D4E583", type: "PERSON", usedDaysAgo: 6, isLost: true },
    { cedula: "1000000021", tag: "04A1B2C3D4E590", type: "PERSON", usedDaysAgo: 1 },
  ];

/** The cards of the demonstration's people. */
export async function seedCards(parts: Pick<Services, "newId" | "clock">, trx: Trx): Promise<void> {
  const people = await findPeople(trx);
  const now = parts.clock.now().getTime();
  await insertRows(
    trx,
    "cards",
    cards.flatMap(({ cedula, tag, type, usedDaysAgo, isLost }) => {
      const holder = people.get(cedula);
      return holder === undefined
        ? []
        : [
            {
              id: parts.newId(),
              user_id: holder,
              tag,
              type,
              active: isLost !== true,
              last_time_used: new Date(now - usedDaysAgo * DAY_MS - 3_600_000),
              created_at: new Date(now - 60 * DAY_MS),
            },
          ];
    }),
  );
}
