import type { AccessOutcome } from "@umbral/contract/access-control/decision";
import type { CardType } from "@umbral/contract/cards/cards.contract";
import type { Services } from "../platform/context.ts";
import type { Trx } from "../platform/database.ts";
import { findLevels, findSeededCards, insertRows } from "./seed.queries.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

interface SeededPlace {
  id: string;
  doors: readonly { id: string; name: string }[];
  /** Their ids, by name. */
  apartments: ReadonlyMap<string, string>;
}
type Parts = Pick<Services, "newId" | "clock">;

/** Who comes in by a card and has no account: a child of a home, and who cleans. */
const holders: readonly {
  name: string;
  apartment: string | null;
  level: string;
  card: { tag: string; type: CardType };
}[] = [
  {
    name: "Martina Niña",
    apartment: "A-101",
    level: "Residentes",
    card: { tag: "04A1B2C3D4E5A0", type: "PERSON" },
  },
  {
    name: "Ángela del Aseo",
    apartment: null,
    level: "Servicios",
    card: { tag: "04A1B2C3D4E5A1", type: "PERSON" },
  },
];

/** Two people without an account in the first building, each with a card and a level by name. */
export async function seedCardHolders({ newId, clock }: Parts, trx: Trx, place: SeededPlace): Promise<void> {
  const since = new Date(clock.now().getTime() - 40 * DAY_MS);
  const levels = await findLevels(trx, place.id);
  const seeded = holders.map((holder) => ({ ...holder, id: newId() }));
  await insertRows(
    trx,
    "users",
    seeded.map(({ id, name }) => ({ id, name, user_type: "HOLDER" as const, cedula: null })),
  );
  await insertRows(
    trx,
    "card_holders",
    seeded.map(({ id, apartment }) => ({
      user_id: id,
      building_id: place.id,
      belongs_to: apartment === null ? ("building" as const) : ("home" as const),
      apartment_id: apartment === null ? null : (place.apartments.get(apartment) ?? null),
      created_at: since,
    })),
  );
  await insertRows(
    trx,
    "access_grants",
    seeded.flatMap(({ id, level }) => {
      const levelId = levels.get(level);
      return levelId === undefined
        ? []
        : [{ id: newId(), level_id: levelId, user_id: id, created_at: since }];
    }),
  );
  await insertRows(
    trx,
    "cards",
    seeded.map(({ id, card }) => ({ ...card, id: newId(), user_id: id, created_at: since })),
  );
}

/** What was decided at readers: how many minutes ago, of whose card (null for nobody's), and which of the building's doors. */
const readings: readonly {
  minutesAgo: number;
  tag: string | null;
  door: number;
  outcome: AccessOutcome;
  isOffline?: true;
}[] = [
  { minutesAgo: 4, tag: "04A1B2C3D4E5A0", door: 0, outcome: "granted" },
  { minutesAgo: 11, tag: null, door: 0, outcome: "unknown" },
  { minutesAgo: 26, tag: "04A1B2C3D4E583", door: 0, outcome: "suspended" },
  { minutesAgo: 95, tag: "04A1B2C3D4E5A1", door: 1, outcome: "not-this-door" },
  { minutesAgo: 1_500, tag: "04A1B2C3D4E580", door: 0, outcome: "granted" },
  { minutesAgo: 1_620, tag: "04A1B2C3D4E5A1", door: 0, outcome: "not-now" },
  { minutesAgo: 2_990, tag: "04A1B2C3D4E581", door: 2, outcome: "granted", isOffline: true },
  { minutesAgo: 4_410, tag: "E2801160600002", door: 1, outcome: "granted" },
  { minutesAgo: 5_800, tag: null, door: 1, outcome: "unknown" },
  { minutesAgo: 7_300, tag: "04A1B2C3D4E582", door: 0, outcome: "granted" },
];

/** The last days at the readers of the first building: who came in, and who did not and why. */
export async function seedReadings({ newId, clock }: Parts, trx: Trx, place: SeededPlace): Promise<void> {
  const now = clock.now().getTime();
  const cards = await findSeededCards(trx);
  await insertRows(
    trx,
    "access_events",
    readings.flatMap(({ minutesAgo, tag, door: turn, outcome, isOffline = false }) => {
      const door = place.doors[turn];
      const card = tag === null ? undefined : cards.get(tag);
      return door === undefined || (tag !== null && card === undefined)
        ? []
        : [
            {
              id: newId(),
              building_id: place.id,
              door_id: door.id,
              door_name: door.name,
              card_id: card?.id ?? null,
              user_id: card?.userId ?? null,
              tag: tag === null ? "04FFEE0102" : null,
              credential: "card" as const,
              outcome,
              is_offline: isOffline,
              occurred_at: new Date(now - minutesAgo * MINUTE_MS),
            },
          ];
    }),
  );
}
