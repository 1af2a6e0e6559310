import { keyOf, takeUntil } from "./attempts.queries.ts";
import type { Services } from "./context.ts";
import type { Db } from "./database.ts";
import type { Env } from "./env.ts";
import { Refused } from "./refused.ts";

const HOUR_MS = 3_600_000;

/**
 * What strangers and homes can make this installation pay for or keep, whoever and however many they are, and what comes by the
 * same ways. Alarms have none.
 * Each has a ceiling of its own: a flood of one holds up no other.
 */
const settingOf = {
  "registration-codes": "codesPerHour",
  "visit-codes": "codesPerHour",
  "recovery-links": "codesPerHour",
  /** Of people to a home or a role, one by one, and guests' pages: any home sends them, to any telephone. */
  invitations: "invitationsPerHour",
  "guest-pages": "invitationsPerHour",
  /** Phone calls and SMS of calls: those of a lobby are not held up by strangers who ring. */
  "lobby-calls": "callsPerHour",
  "other-calls": "callsPerHour",
  "visitor-pictures": "picturesPerHour",
} as const satisfies Record<string, keyof Env["ceilings"]>;
export type Ceiling = keyof typeof settingOf;

const subjectOf = (ceiling: Ceiling) => ["hourly-ceiling", ceiling] as const;
const startOfHour = (now: Date): number => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
const endOfHour = (now: Date): Date => new Date(startOfHour(now) + HOUR_MS);

/**
 * Takes one of what this hour has left, for all processes together.
 * @returns 0, or the seconds until the next hour when there is none
 */
export function takeOfHour(
  db: Db,
  { env, clock }: Pick<Services, "env" | "clock">,
  ceiling: Ceiling,
): Promise<number> {
  const now = clock.now();
  const limit = { subject: subjectOf(ceiling), most: env.ceilings[settingOf[ceiling]] };
  return takeUntil(db, limit, endOfHour(now), now);
}

/**
 * The same for an SMS that somebody asked for, who has other ways to bring the same to the same person.
 * @throws {Refused} SMS_USED_UP
 */
export async function refuseBeyondHour(
  db: Db,
  services: Pick<Services, "env" | "clock">,
  ceiling: Ceiling,
): Promise<void> {
  const nextHour = await takeOfHour(db, services, ceiling);
  if (nextHour > 0) {
    throw new Refused("SMS_USED_UP", { retryAfter: nextHour });
  }
}

/** Is one of these reached, in this hour or in one that ended some minutes ago? */
export async function isReached(
  { db, env, clock }: Pick<Services, "db" | "env" | "clock">,
  ceilings: readonly Ceiling[],
): Promise<boolean> {
  const keyed = ceilings.map((ceiling) => ({ ceiling, key: keyOf(db, { subject: subjectOf(ceiling) }) }));
  const rows = await db
    .selectFrom("attempts")
    .select(["key", "count"])
    .where(
      "key",
      "in",
      keyed.map(({ key }) => key),
    )
    .where("window_start", ">=", new Date(startOfHour(clock.now())))
    .execute();
  return keyed.some(({ ceiling, key: own }) =>
    rows.some(({ key, count }) => key.equals(own) && count >= env.ceilings[settingOf[ceiling]]),
  );
}
