import { createHash } from "node:crypto";
import { sql } from "kysely";
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

const keyOf = (ceiling: Ceiling): Buffer =>
  createHash("sha256")
    .update(JSON.stringify(["hourly-ceiling", ceiling]))
    .digest();
const startOfHour = (now: Date): number => Math.floor(now.getTime() / HOUR_MS) * HOUR_MS;
/** An hour is kept under its end: what is kept of attempts goes when it began a quarter of an hour ago. */
const endOfHour = (now: Date): Date => new Date(startOfHour(now) + HOUR_MS);

/**
 * Takes one of what this hour has left, for all processes together.
 * @returns 0, or the seconds until the next hour when there is none
 */
export async function takeOfHour(
  db: Db,
  { env, clock }: Pick<Services, "env" | "clock">,
  ceiling: Ceiling,
): Promise<number> {
  const now = clock.now();
  const end = endOfHour(now);
  const taken = await db
    .insertInto("attempts")
    .values({ key: keyOf(ceiling), window_start: end, count: 1, last_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["key", "window_start"])
        .doUpdateSet({ count: sql`attempts.count + 1`, last_at: now })
        .where("attempts.count", "<", env.ceilings[settingOf[ceiling]]),
    )
    .returning("count")
    .executeTakeFirst();
  return taken === undefined ? Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000)) : 0;
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
  const rows = await db
    .selectFrom("attempts")
    .select(["key", "count"])
    .where("key", "in", ceilings.map(keyOf))
    .where("window_start", ">=", new Date(startOfHour(clock.now())))
    .execute();
  return ceilings.some((ceiling) =>
    rows.some(({ key, count }) => key.equals(keyOf(ceiling)) && count >= env.ceilings[settingOf[ceiling]]),
  );
}
