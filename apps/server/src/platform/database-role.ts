import { type Kysely, sql } from "kysely";
import pg from "pg";
import type { Database, Trx } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Who the running server is to the database: it may use every table, and only add to the audit. */
export const APPLICATION_ROLE = "umbral_app";

/** Held while rights are given, so that two processes that start together do it one after the other. */
const ROLE_LOCK = 7_201_967;

/**
 * Makes the role of the running server and gives it its rights, of tables that came since too. Runs as the
 * owner, after the migrations.
 * @param how `own-login` where the server signs in as this role, `taken-on` where it takes it on afterwards
 * @returns false when this owner may not make it: the server then goes on as the owner
 */
export async function prepareApplicationRole(db: Database, how: "own-login" | "taken-on"): Promise<boolean> {
  try {
    await db.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${sql.lit(ROLE_LOCK)})`.execute(trx);
      await makeRole(trx, how);
      await giveRights(trx);
    });
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE) {
      return false;
    }
    throw error;
  }
}

const INSUFFICIENT_PRIVILEGE = "42501";

/** How an owner connects to take the role on: the pool waits for it, and uses no connection on which it fails. */
export const takingOnRole = <Connection extends pg.PoolConfig>(connection: Connection) => ({
  ...connection,
  onConnect: async (client: pg.ClientBase): Promise<void> => {
    await client.query(`set role ${APPLICATION_ROLE}`);
  },
});

async function makeRole(trx: Trx, how: "own-login" | "taken-on"): Promise<void> {
  const { rows } = await sql`select from pg_roles where rolname = ${APPLICATION_ROLE}`.execute(trx);
  if (rows.length === 0) {
    // A role is the whole cluster's: another database's server may make it in this very moment.
    await sql`do $$ begin
      create role ${role} ${sql.raw(how === "own-login" ? "login" : "nologin")};
    exception when duplicate_object or unique_violation then null;
    end $$`.execute(trx);
  }
  if (how === "taken-on" && !(await mayTakeOn(trx))) {
    await sql`grant ${role} to current_user`.execute(trx);
  }
}

async function mayTakeOn(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select pg_has_role(current_user, ${APPLICATION_ROLE}, 'MEMBER') as may`.execute(db);
  return rows[0]?.may === true;
}

async function giveRights(trx: Trx): Promise<void> {
  await sql`grant usage on schema public to ${role}`.execute(trx);
  await sql`grant select, insert, update, delete on all tables in schema public to ${role}`.execute(trx);
  await sql`revoke insert, update, delete on migrations from ${role}`.execute(trx);
  await sql`revoke update, delete on audit_lines, audit_seals from ${role}`.execute(trx);
  await sql`revoke update, delete on logbook_lines from ${role}`.execute(trx);
  await sql`revoke insert, update on audit_unsealed from ${role}`.execute(trx);
  await sql`revoke update, delete on files_keys from ${role}`.execute(trx);
  await sql`revoke update on audit_values from ${role}`.execute(trx);
}

const role = sql.id(APPLICATION_ROLE);
