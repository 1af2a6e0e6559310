import { isResident } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import { type ExpressionBuilder, expressionBuilder, sql } from "kysely";
import type { Tables } from "../../platform/tables.ts";

/*
 * The table `spaces` as other rooms may read it. Each of these is a table expression that is called `spaces`:
 * `db.selectFrom(livingSpaces(now))`, `.innerJoin(livingSpaces(now), …)`, or in a template `from ${livingSpaces(now)}`.
 * PostgreSQL merges them into the query around them.
 */

/** Given, and not run out by this moment: the rule stands here and nowhere else. For what this room locks and changes. */
export const isLiving = (now: Date) => (eb: ExpressionBuilder<Tables, "spaces">) =>
  eb.and([
    eb("spaces.status", "=", "APPROVED"),
    eb.or([eb("spaces.ends_at", "is", null), eb("spaces.ends_at", ">", now)]),
  ]);

const allSpaces = () => expressionBuilder<Tables>().selectFrom("spaces").selectAll("spaces");

/** What people are now, and where: the spaces that were given and have not run out. */
export const livingSpaces = (now: Date) => allSpaces().where(isLiving(now)).as("spaces");

/**
 * Who carries a card without an account, and where: not ended, not run out, and their home is still there. Some begin
 * later. The table is called `card_holders`.
 */
export const livingCardHolders = (now: Date) =>
  expressionBuilder<Tables>()
    .selectFrom("card_holders")
    .selectAll("card_holders")
    .where("ended_at", "is", null)
    .where((eb) => eb.or([eb("ends_at", "is", null), eb("ends_at", ">", now)]))
    .where((eb) => eb.or([eb("belongs_to", "=", "building"), eb("apartment_id", "is not", null)]))
    .as("card_holders");

/**
 * Was somebody something once, or carried a card without an account, and is nothing anywhere any more? No administration
 * looks after them.
 * @param person the column of whom it is about
 */
export const isGone = (now: Date, person: string) =>
  sql<boolean>`(
    (exists (select from spaces where spaces.user_id = ${sql.ref(person)} and spaces.status in ('APPROVED', 'ENDED'))
      or exists (select from card_holders where card_holders.user_id = ${sql.ref(person)}))
    and not exists (select from ${livingSpaces(now)} where spaces.user_id = ${sql.ref(person)})
    and not exists (
      select from card_holders where card_holders.user_id = ${sql.ref(person)} and card_holders.ended_at is null))`;

/**
 * Since when somebody is what they are there: since it was given, and not since they asked for it. What happened in a home
 * before is of those who lived there. Of the table `spaces`.
 */
export const stayBegan = sql<Date>`coalesce(spaces.decided_at, spaces.created_at)`;

/** What people wait for. */
export const waitingSpaces = () => allSpaces().where("spaces.status", "=", "PENDING").as("spaces");

const residents = Role.options.filter(isResident);

/** The living spaces of those who live in their apartment, whom a call to it rings (decisions §5): an owner may not. */
export const homeSpaces = (now: Date) =>
  allSpaces()
    .where(isLiving(now))
    .where("spaces.role", "in", residents)
    .where((eb) => eb.or([eb("spaces.role", "!=", "PROPIETARIO"), eb("spaces.lives_here", "=", true)]))
    .as("spaces");

/**
 * Does somebody live in a home who did when something was said for it? Once all of them have left nobody has chosen it any more.
 * @param said the columns of what was said: of which home, and when
 */
export const livesThereSince = (now: Date, said: { apartment: string; at: string }) =>
  sql<boolean>`exists (select from ${homeSpaces(now)}
    where spaces.apartment_id = ${sql.ref(said.apartment)} and ${stayBegan} <= ${sql.ref(said.at)})`;
