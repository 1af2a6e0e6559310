import { monitorEventLoopDelay } from "node:perf_hooks";
import { sql } from "kysely";
import type { Trx } from "../apps/server/src/platform/database.ts";
import { startTestServer } from "../apps/server/testing/test-server.ts";
import type { City } from "./administration.questions.ts";

// The product's server with a city of people, and an administrator. Says its address, a token, and somebody to look for.
const [size = "0"] = process.argv.slice(2);
const people = Number(size);
const BUILDINGS = 200;
/** Openings written at once. */
const CHUNK = 100_000;

const first = ["María", "José", "Andrés", "Lucía", "Íñigo", "Carmen", "Jhon", "Beatriz", "Óscar", "Yolanda"];
const second = ["", "Alberto", "Sofía", "Del Pilar", "Elena", "Camilo", "Esteban", "Inés", "Raúl", "Luz"];
const family = [
  "Muñoz",
  "Rodríguez",
  "Gómez",
  "Peña",
  "Zapata",
  "Quintero",
  "Ordóñez",
  "Bedoya",
  "Ángel",
  "Vélez",
];

const server = await startTestServer();
const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });

/** With the triggers of the search resting: they are asked once, for everybody, at the end. */
async function fill(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`
    insert into buildings (id, name) select gen_random_uuid(), 'Edificio ' || n || ' ' ||
      (array['Aurora', 'Robles', 'Mirador', 'Nogales', 'Colina'])[1 + n % 5]
    from generate_series(1, ${BUILDINGS}::int) n`.execute(trx);
  await sql`insert into towers (id, building_id, name) select gen_random_uuid(), id, 'A' from buildings`.execute(
    trx,
  );
  await sql`insert into floors (id, tower_id, name) select gen_random_uuid(), id, '1' from towers`.execute(
    trx,
  );
  await sql`
    insert into doors (id, building_id, tower_id, floor_id, name, local_id)
    select gen_random_uuid(), towers.building_id, towers.id, floors.id, 'Puerta ' || n, n::text
    from towers join floors on floors.tower_id = towers.id, generate_series(1, 4) n`.execute(trx);
  // Two people live in each apartment.
  await sql`
    insert into apartments (id, building_id, tower_id, floor_id, name)
    select gen_random_uuid(), towers.building_id, towers.id, floors.id, 'A-' || n
    from towers join floors on floors.tower_id = towers.id,
      generate_series(1, greatest(1, ${people}::int / ${BUILDINGS}::int / 2)) n`.execute(trx);
  await sql`
    insert into users (id, cedula, name, email, phone)
    select gen_random_uuid(), (1000000000 + n * 7919::bigint)::text,
      concat_ws(' ', (${first}::text[])[1 + n % 10], nullif((${second}::text[])[1 + n / 10 % 10], ''),
        (${family}::text[])[1 + n / 100 % 10], (${family}::text[])[1 + n / 1000 % 10]),
      'persona' || n || '@correo' || n % 50 || '.example', '+573' || lpad(n::text, 9, '0')
    from generate_series(1, ${people}::int) n`.execute(trx);
  // Otherwise these tables are thought to be as empty as they were.
  await sql`analyze users, apartments, doors`.execute(trx);
  await sql`
    insert into spaces (id, user_id, role, building_id, apartment_id, status)
    select gen_random_uuid(), someone.id, 'RESIDENTE', home.building_id, home.id, 'APPROVED'
    from (select id, row_number() over (order by cedula) as n from users where user_type = 'USER') someone
    join (select id, building_id, row_number() over (order by id) as n from apartments) home
      on home.n = 1 + someone.n % (select count(*) from apartments)`.execute(trx);
  await sql`
    insert into cards (id, user_id, tag, type, created_at)
    select gen_random_uuid(), id, upper(lpad(to_hex(row_number() over (order by id) * 2654435761), 14, '0')),
      case which when 1 then 'PERSON' else 'CAR' end, now()
    from (select id, which from users, generate_series(1, 2) which
      where user_type = 'USER' and (which = 1 or right(cedula, 1) in ('0', '2', '4', '6', '8'))) held`.execute(
    trx,
  );
}

async function open(trx: Trx, from: number, to: number): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`
    with door as (select id, building_id, name, row_number() over (order by id) as n from doors),
      someone as (select id, row_number() over (order by id) as n from users)
    insert into open_door_events (id, building_id, door_id, door_name, user_id, origin, occurred_at)
    select gen_random_uuid(), door.building_id, door.id, door.name, someone.id,
      (array['APP', 'CARD', 'CARD', 'CALL', 'BUTTON'])[1 + turn % 5], now() - turn * interval '6 seconds'
    from generate_series(${from}::int, ${to}::int) turn
    join door on door.n = 1 + turn * 31 % (select count(*) from doors)
    join someone on someone.n = 1 + turn * 17 % (select count(*) from users)`.execute(trx);
}

async function notice(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`
    with door as (select id, building_id, name, row_number() over (order by id) as n from doors)
    insert into intrusion_events (id, building_id, kind, door_id, door_name, started_at, ended_at)
    select gen_random_uuid(), door.building_id, 'door-held', door.id, door.name,
      now() - turn * interval '10 minutes', now() - turn * interval '10 minutes' + interval '40 seconds'
    from generate_series(1, ${people}::int) turn join door on door.n = 1 + turn * 31 % (select count(*) from doors)`.execute(
    trx,
  );
}

async function write(trx: Trx): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`set local session_replication_role = replica`.execute(trx);
  await sql`
    with building as (select id, row_number() over (order by id) as n from buildings),
      someone as (select id, row_number() over (order by id) as n from users limit 400)
    insert into audit_lines (id, building_id, actor_id, action, subject_id, detail, at)
    select gen_random_uuid(), building.id, someone.id,
      (array['auth.signed-in', 'users.shown', 'members.shown', 'doors.openings-shown'])[1 + turn % 4], null, '{}',
      now() - turn * interval '30 seconds'
    from generate_series(1, ${people * 10}::int) turn
    join building on building.n = 1 + turn * 7 % ${BUILDINGS}::int
    join someone on someone.n = 1 + turn * 17 % 400`.execute(trx);
}

const openings = people * 50;
await server.db.transaction().execute(fill);
for (let from = 1; from <= openings; from += CHUNK) {
  const to = Math.min(openings, from + CHUNK - 1);
  await server.db.transaction().execute((trx) => open(trx, from, to));
}
await server.db.transaction().execute(notice);
await server.db.transaction().execute(write);
await server.db.transaction().execute(async (trx) => {
  await sql`set local statement_timeout = 0`.execute(trx);
  await sql`select refresh_user_search(array(select id from users))`.execute(trx);
});
// As a database that grew like this in years has been, by itself, long ago.
await server.db.connection().execute(async (db) => {
  await sql`set statement_timeout = 0`.execute(db);
  await sql`vacuum analyze`.execute(db);
});
const counted = async (table: "users" | "cards" | "open_door_events" | "audit_lines") =>
  (
    await server.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .executeTakeFirstOrThrow()
  ).n;
const buildings = await server.db.selectFrom("buildings").select("id").limit(50).execute();
const doors = await server.db.selectFrom("doors").select("id").orderBy("id").limit(50).execute();
const known = await server.db
  .selectFrom("users")
  .innerJoin("cards", "cards.user_id", "users.id")
  .select(["users.cedula as cedula", "users.name as name", "users.email as email", "cards.tag as tag"])
  .where("users.cedula", "is not", null)
  .$narrowType<{ cedula: string }>()
  .orderBy("users.id")
  .limit(200)
  .execute();
const city: City = {
  url: server.url,
  token: laura.token,
  buildings: buildings.map(({ id }) => id),
  doors: doors.map(({ id }) => id),
  known,
  people: await counted("users"),
  cards: await counted("cards"),
  openings: await counted("open_door_events"),
  actions: await counted("audit_lines"),
};
/** The same question each time, straight in PostgreSQL; what it takes tells how calm the machine is. In milliseconds. */
async function askPeer(): Promise<number> {
  const began = performance.now();
  await sql`select user_id from user_search order by name_key, user_id limit 50 offset 20000`.execute(
    server.db,
  );
  return performance.now() - began;
}

process.send?.(city);
// How long anybody waited for this process, from one question until the next.
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on("message", (what) => void answer(what));

async function answer(what: unknown): Promise<void> {
  if (what === "peer") {
    process.send?.(await askPeer());
  } else {
    process.send?.({ p99: delay.percentile(99) / 1e6, longest: delay.max / 1e6 });
    delay.reset();
  }
}

// Whoever started it may have been killed.
process.on("disconnect", () => process.exit());
