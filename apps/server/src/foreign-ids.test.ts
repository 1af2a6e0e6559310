import { randomUUID } from "node:crypto";
import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import type { Access, Endpoint } from "@umbral/contract/lib/endpoint";
import type { Role } from "@umbral/contract/lib/roles";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { TestPerson } from "../testing/factories.ts";
import { giveCard } from "../testing/test-admin.ts";
import { picture } from "../testing/test-forms.ts";
import { madePass } from "../testing/test-passes.ts";
import { startTestServer, type TestSocket } from "../testing/test-server.ts";
import { newToken } from "../testing/test-tokens.ts";
import { noteInLogbook } from "./features/logbook/note-line.ts";
import { pathFor } from "./platform/route.ts";

/*
 * Every operation and message with an id, asked by people of one building with the id of another building's thing in
 * each of its fields, one at a time and all the rest their own; and by people whose space there ended, with what was
 * theirs. Nothing may be answered of it and nothing may change: the whole database is compared. What is sent is made
 * from the contract's schemas, and is valid, so that it is refused for the id alone. A new operation is asked by
 * itself; a new kind of id has to be named here, or the test says so.
 */

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { newId } = server.app.services;

/** Things of one building, by what their fields are called. */
type Things = Record<Kind, string>;
const kinds = [
  "building",
  "tower",
  "floor",
  "apartment",
  "door",
  "camera",
  "clip",
  "input",
  "controller",
  "card",
  "user",
  "cedula",
  "space",
  "request",
  "call",
  "visit",
  "visitor",
  "alarm",
  "session",
  "passkey",
  "bellTest",
  "invitation",
  "proposal",
  "level",
  "schedule",
  "kiosk",
  "pass",
  "passName",
  "parcel",
  "round",
  "token",
  "webhook",
  "delivery",
  "line",
  "mine",
] as const;
type Kind = (typeof kinds)[number];

/** What stands for another building's thing in an answer. */
const MARK = "Ajeno";

async function newWorld(mark: string): Promise<Things> {
  const building = await server.newBuilding(`Edificio ${mark}`);
  const door = await server.newDoor(building, { name: `Puerta ${mark}`, localId: mark });
  const [apartment] = building.apartments;
  const at = { buildingId: building.id, apartmentId: apartment?.id ?? "" };
  const user = await server.newPerson({ name: `Persona ${mark}`, spaces: [{ role: "RESIDENTE", ...at }] });
  const caller = await server.newPerson({
    name: `Portero ${mark}`,
    spaces: [{ role: "PORTERIA", buildingId: building.id }],
  });
  await giveCard(server, user.id, mark === MARK ? "AAAA00" : "BBBB00");
  const now = server.clock.now();
  const party = { apartmentId: at.apartmentId, names: [`Invitado ${mark}`] };
  const { pass } = await madePass(server, building, user, party);
  const things: Things = {
    building: building.id,
    tower: apartment?.towerId ?? "",
    floor: apartment?.floorId ?? "",
    apartment: apartment?.id ?? "",
    door: door.id,
    camera: door.cameraId,
    clip: newId(),
    input: newId(),
    controller: newId(),
    card: "",
    user: user.id,
    cedula: user.cedula,
    space: caller.spaceIds[0] ?? "",
    request: newId(),
    call: newId(),
    visit: newId(),
    visitor: newId(),
    alarm: newId(),
    session: "",
    // Of these there is nothing to ask for but by whoever made them.
    passkey: randomUUID(),
    bellTest: randomUUID(),
    invitation: randomUUID(),
    proposal: newId(),
    level: newId(),
    schedule: newId(),
    kiosk: (await server.newKiosk(building.id)).id,
    parcel: newId(),
    round: newId(),
    pass: pass.id,
    passName: pass.names[0]?.id ?? "",
    token: (await newToken(server, building.id, ["doors:read"], { name: `Token ${mark}` })).id,
    webhook: newId(),
    delivery: newId(),
    line: await db.transaction().execute((trx) =>
      noteInLogbook(trx, {
        kind: "BILLS_RECEIVED",
        buildingId: building.id,
        at: now,
        actorId: null,
        subjectId: null,
        apartmentId: null,
        person: { id: null, name: `Mensajero ${mark}` },
      }),
    ),
    mine: randomUUID(),
  };
  const { id: card } = await db
    .selectFrom("cards")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const { id: session } = await db
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  await db
    .insertInto("controllers")
    .values({ id: things.controller, building_id: building.id, pairing_code_hash: null, public_key: null })
    .execute();
  await db
    .insertInto("inputs")
    .values({
      id: things.input,
      building_id: building.id,
      name: `Entrada ${mark}`,
      kind: "tamper",
      door_id: null,
      driver: JSON.stringify({ kind: "simulated" }),
      rest: "open",
      debounce_ms: 30,
    })
    .execute();
  await db
    .insertInto("access_schedules")
    .values({
      id: things.schedule,
      building_id: building.id,
      name: `Horario ${mark}`,
      hours: JSON.stringify([]),
      on_holidays: JSON.stringify({ kind: "closed" }),
    })
    .execute();
  await db
    .insertInto("access_levels")
    .values({
      id: things.level,
      building_id: building.id,
      name: `Nivel ${mark}`,
      doors: "all",
      schedule_id: things.schedule,
    })
    .execute();
  await db
    .insertInto("access_grants")
    .values({ id: newId(), level_id: things.level, user_id: user.id, created_at: now })
    .execute();
  await db
    .insertInto("building_holidays")
    .values({ building_id: building.id, day: "2026-11-20", name: `Festivo ${mark}` })
    .execute();
  await db
    .insertInto("contact_proposals")
    .values({
      id: things.proposal,
      user_id: user.id,
      kind: "email",
      address: `${mark}@example.org`,
      building_id: building.id,
      proposed_by: null,
      sent_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      token_hash: Buffer.from(things.proposal),
    })
    .execute();
  await db
    .insertInto("parcels")
    .values({
      id: things.parcel,
      building_id: building.id,
      apartment_id: things.apartment,
      first_home: things.apartment,
      request_id: things.round,
      received_by: caller.id,
      received_at: now,
      kind: "bill",
      bill: "water",
      round_id: things.round,
      carrier: "",
      place: `Estante ${mark}`,
      note: "",
    })
    .execute();
  await db
    .insertInto("webhooks")
    .values({
      id: things.webhook,
      building_id: building.id,
      name: `Webhook ${mark}`,
      address: "https://receiver.example/umbral",
      kinds: ["alarm"],
      tells_names: false,
      secret: Buffer.alloc(8),
      created_at: now,
      off_at: now,
      off_because: "somebody",
    })
    .execute();
  await db
    .insertInto("webhook_deliveries")
    .values({
      id: things.delivery,
      webhook_id: things.webhook,
      event_id: null,
      kind: "test",
      created_at: now,
      state: "failed",
      next_attempt_at: null,
    })
    .execute();
  const asking = await server.newPerson({ name: `Solicitante ${mark}` });
  await db
    .insertInto("spaces")
    .values({
      id: things.request,
      user_id: asking.id,
      role: "RESIDENTE",
      building_id: building.id,
      apartment_id: things.apartment,
      status: "PENDING",
    })
    .execute();
  await db
    .insertInto("calls")
    .values({
      id: things.call,
      ringing_id: things.call,
      building_id: building.id,
      apartment_id: things.apartment,
      caller_id: caller.id,
      caller_session_id: null,
      callee_id: user.id,
      callee_session_id: null,
      space_id: user.spaceIds[0] ?? null,
      is_from_lobby: true,
      status: "TERMINADA",
      created_at: now,
      expires_at: now,
      ended_at: now,
    })
    .execute();
  await db
    .insertInto("visits")
    .values({
      id: things.visit,
      building_id: building.id,
      user_id: asking.id,
      code_digest: Buffer.from(newId()),
      photo_file_id: null,
      day: now.toISOString().slice(0, 10),
      requested_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
      authorised_at: now,
      authorised_by: caller.id,
      authorise_request_id: null,
    })
    .execute();
  await db
    .insertInto("alarms")
    .values({
      id: things.alarm,
      building_id: building.id,
      event: "EMERGENCY",
      drill: false,
      raised_at: now,
      silenced_at: now,
      silence_reason: `Motivo ${mark}`,
      changed_at: now,
      announced_at: now,
    })
    .execute();
  await db
    .insertInto("alarm_people")
    .values({ alarm_id: things.alarm, user_id: user.id, action: "raised", apartment_id: null, at: now })
    .execute();
  await db
    .insertInto("clips")
    .values({
      id: things.clip,
      building_id: building.id,
      camera_id: things.camera,
      camera_name: `Cámara ${mark}`,
      cause: "alarm",
      cause_id: things.alarm,
      started_at: now,
      ended_at: now,
      codec: "h264",
      bytes: 1,
      sha256: Buffer.alloc(32),
      is_whole: true,
      fetched_at: now,
    })
    .execute();
  return { ...things, card, session };
}

const theirs = await newWorld(MARK);
const own = await newWorld("Propio");

const newcomer = (role: Role): Promise<TestPerson> => {
  const isOfHome = role.startsWith("RESIDENTE");
  return server.newPerson({
    spaces: [{ role, buildingId: own.building, ...(isOfHome ? { apartmentId: own.apartment } : {}) }],
  });
};
const roles = ["ADMINISTRADOR", "RESIDENTE_LIDER", "PORTERIA"] as const;
const people = await Promise.all(roles.map(newcomer));
const gone = await Promise.all(roles.map(newcomer));
for (const { id } of gone) {
  await db
    .updateTable("spaces")
    .set({ status: "ENDED", ended_at: server.clock.now() })
    .where("user_id", "=", id)
    .execute();
}

/** By the field's name, or by what stands before a plain `{id}` in an address. */
const kindOfName: Readonly<Record<string, Kind>> = {
  buildingId: "building",
  building: "building",
  apartmentId: "apartment",
  towerId: "tower",
  floorId: "floor",
  doorId: "door",
  door: "door",
  cameraId: "camera",
  clipId: "clip",
  causeId: "alarm",
  cameraIds: "camera",
  camId: "camera",
  callId: "call",
  userId: "user",
  personId: "user",
  watcherId: "user",
  calleeId: "user",
  callerId: "user",
  to: "user",
  keptOf: "door",
  apartmentUserId: "space",
  spaceId: "space",
  visitId: "visit",
  visitorId: "visitor",
  alarmId: "alarm",
  sessionId: "session",
  cedula: "cedula",
  kioskId: "kiosk",
  passId: "pass",
  nameId: "passName",
  parcelId: "parcel",
  parcelIds: "parcel",
  roundId: "round",
  tokenId: "token",
  webhookId: "webhook",
  deliveryId: "delivery",
  lineId: "line",
  document: "cedula",
  x: "request",
  invitationId: "invitation",
  proposalId: "proposal",
  levelId: "level",
  scheduleId: "schedule",
  freeScheduleId: "schedule",
  levelIds: "level",
  cardId: "card",
  cardIds: "card",
  doorIds: "door",
  controllerId: "controller",
  // What whoever asks makes up: there is no other's.
  requestId: "mine",
  socketId: "mine",
  testId: "mine",
  deviceId: "mine",
  // Of the session that asked: another's is as one that ended (reader-setups.test.ts).
  setupId: "mine",
  // Names a key that only its own controller keeps.
  pairing: "mine",
};
const kindOfSegment: Readonly<Record<string, Kind>> = {
  buildings: "building",
  apartments: "apartment",
  towers: "tower",
  floors: "floor",
  doors: "door",
  cameras: "camera",
  inputs: "input",
  controllers: "controller",
  cardsv2: "card",
  cards: "card",
  userV2: "user",
  usersV2: "user",
  users: "user",
  administrators: "user",
  call: "call",
  calls: "call",
  alarms: "alarm",
  passkeys: "passkey",
  visits: "visit",
  invitations: "invitation",
  "bell-test": "bellTest",
  sessions: "session",
};

function kindOf(name: string, path: string): Kind {
  // Whom a pass is for is said by who makes it: nobody is looked up by it.
  if (name === "cedula" && path.includes("/passes")) {
    return "mine";
  }
  const before = /([\w-]+)\/\{(\w+)\}/g;
  const segment = [...path.matchAll(before)].find(([, , parameter]) => parameter === name)?.[1] ?? "";
  const kind = kindOfName[name] ?? kindOfSegment[segment];
  if (kind === undefined) {
    throw new Error(`what is the id '${name}' of ${path}? Name it above.`);
  }
  return kind;
}

interface JsonSchema {
  type?: string;
  format?: string;
  const?: unknown;
  enum?: unknown[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  minimum?: number;
  minItems?: number;
  default?: unknown;
}
const jsonOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }) as JsonSchema;

/** Words that fit where a schema asks for more than a text. */
const words: Readonly<Record<string, string>> = {
  month: "2024-02",
  tag: "04A2B1C9FF",
  name: "Nombre",
  phone: "3001234567",
  email: "alguien@example.org",
  localId: "77",
  code: "123456",
  pin: "274913",
  incomingPin: "274913",
  password: "una frase que nadie adivina",
  currentPassword: "una frase que nadie adivina",
  timeZone: "America/Bogota",
  candidate: "candidate:1",
  day: "2026-11-20",
  date: "2026-11-20",
  path: "A-101",
};

/** What ends does so after it began. */
const hoursAhead: Readonly<Record<string, number>> = { until: 2 };

/** Told apart by something else than an id of ours. */
const namedByWords: ReadonlySet<string> = new Set(["door", "cedula", "document"]);

const isId = (schema: JsonSchema, name: string): boolean =>
  schema.format === "uuid" ||
  (schema.type === "string" && schema.format === undefined && namedByWords.has(name));

/** The fields of ids in a schema, by name: those that are asked for and those that may be. */
function idsIn(schema: JsonSchema, name = ""): string[] {
  const inside = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return [
    ...(isId(schema, name) ? [name] : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([field, of]) => idsIn(of, field)),
    ...inside.flatMap((of) => idsIn(of, name)),
    ...(schema.items ? idsIn(schema.items, name) : []),
  ];
}

/** Something that fits the schema: what it must have, and the field that is tried. */
function sample(schema: JsonSchema, name: string, idFor: (name: string) => string, tried: string): unknown {
  const choices = schema.anyOf ?? schema.oneOf;
  const choice = choices?.find((one) => idsIn(one, name).includes(tried)) ?? choices?.[0];
  if (choice) {
    return sample(choice, name, idFor, tried);
  }
  if (schema.const !== undefined) {
    return schema.const;
  }
  if (schema.enum) {
    return schema.enum[0];
  }
  if (isId(schema, name)) {
    return idFor(name);
  }
  switch (schema.type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([field, of]) => schema.required?.includes(field) || idsIn(of, field).includes(tried))
          .map(([field, of]) => [field, sample(of, field, idFor, tried)]),
      );
    case "array":
      return (schema.minItems ?? 0) > 0 || idsIn(schema, name).includes(tried)
        ? [sample(schema.items ?? {}, name, idFor, tried)]
        : [];
    case "number":
    case "integer":
      return Math.max(1, schema.minimum ?? 1);
    case "boolean":
      return true;
    case "string":
      return schema.format === "date-time"
        ? new Date(server.clock.now().getTime() + (hoursAhead[name] ?? 1) * 3_600_000).toISOString()
        : (words[name] ?? "texto");
    default:
      return undefined;
  }
}

/** What is kept of requests themselves: who signed in, how often, and what is written down about it. */
const ofRequests = new Set([
  "sessions",
  // Who was seen with them.
  "people_seen",
  "attempts",
  "sign_in_networks",
  "migrations",
  "audit_lines",
  "audit_values",
  "audit_unsealed",
  "audit_seals",
  // What the server notices of itself and its devices meanwhile.
  "component_states",
  // Of lines that screens are told of in a moment.
  "logbook_untold",
]);

// What the server reckons by itself, of whom this test made.
beforeAll(() => server.app.accessKeeper.round());

/** What the database holds, table by table. */
async function digests(): Promise<Record<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db);
  const of = tables.flatMap(({ name }) =>
    ofRequests.has(name)
      ? []
      : [
          sql`select ${sql.lit(name)} as name, (select md5(coalesce(string_agg(h, '' order by h), ''))
            from (select md5(t::text) as h from ${sql.table(name)} t) hashed) as digest`,
        ],
  );
  const { rows } = await sql<{ name: string; digest: string }>`${sql.join(of, sql` union all `)}`.execute(db);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

interface Cell {
  who: string;
  person: Pick<TestPerson, "id" | "headers">;
  tried: string;
  idFor: (name: string) => string;
  /** What may not be in the answer. */
  hidden: readonly string[];
}

/** A program of the own building, with every right and its door: what is for programs asks as it. */
const program = await newToken(server, own.building, [...TokenRight.options], { doorIds: [own.door] });

// That it is used is written down once in a minute.
beforeEach(() => server.app.http.inject({ method: "GET", url: "/api/v1/token", headers: program.headers }));

const isPersonal = (access: Access): boolean => access.kind === "permission" || access.kind === "party";

/** Who asks for what: another building's thing in each field, and by who has gone, what was theirs. */
function cellsOf(names: readonly string[], path: string, access: Access): Cell[] {
  const fields = [...new Set(names)].filter((name) => kindOf(name, path) !== "mine");
  const things = (of: Things) => (name: string) => of[kindOf(name, path)];
  const others = Object.values(theirs);
  if (access.kind === "token") {
    return fields.map((tried) => ({
      who: `a program with another building's ${tried}`,
      person: program,
      tried,
      idFor: (name: string) => things(name === tried ? theirs : own)(name),
      hidden: [MARK, ...others.filter((id) => id !== things(theirs)(tried))],
    }));
  }
  return fields.flatMap((tried) => [
    ...people.map((person, index) => ({
      who: `${roles[index]} with another building's ${tried}`,
      person,
      tried,
      idFor: (name: string) => things(name === tried ? theirs : own)(name),
      hidden: [MARK, ...others.filter((id) => id !== things(theirs)(tried))],
    })),
    ...gone.map((person, index) => ({
      who: `${roles[index]} no more, ${tried}`,
      person,
      tried,
      idFor: things(own),
      hidden: ["Propio"],
    })),
  ]);
}

/** What was told of what may not be known, or done to what may not be touched; null when it is as it should be. */
function faultOf(
  cell: Cell,
  answer: { isRefused: boolean; isReading: boolean; isFault: boolean; text: string },
) {
  const told = cell.hidden.find((hidden) => answer.text.includes(hidden));
  if (told !== undefined) {
    return `${cell.who}: was told ${told}`;
  }
  if (answer.isFault) {
    return `${cell.who}: got as far as a fault: ${answer.text.slice(0, 200)}`;
  }
  return answer.isRefused || answer.isReading
    ? null
    : `${cell.who}: was not refused: ${answer.text.slice(0, 200)}`;
}

/** What needs no refusal: nothing is told and nothing changes all the same, which is looked at here as everywhere. */
const harmless: ReadonlySet<string> = new Set([
  // Who was not blocked is not blocked afterwards.
  "DELETE /api/apartments/{apartmentId}/blocked-callers/{callerId}",
  // The own controller is asked, with the source that was sent: another building's kept password is not looked up.
  "POST /api/{product}/buildings/{id}/cameras/test",
  // Who did not watch does not watch afterwards.
  "leave:cam_stream",
  "unwatch_camera",
]);

let cells = 0;
/** Whatever is not sent as the contract asks for is refused for that, and proves nothing. */
const malformed: string[] = [];

async function formOf(body: unknown, schema: z.ZodType): Promise<FormData> {
  const form = new FormData();
  const fields = schema instanceof z.ZodObject ? Object.entries(schema.shape) : [];
  for (const [name, of] of fields) {
    const value: unknown = Reflect.get(Object(body), name);
    const isFile = (of instanceof z.ZodOptional ? of.unwrap() : of) instanceof z.ZodFile;
    if (isFile) {
      form.append(name, await picture());
    } else if (value !== undefined) {
      form.append(name, String(value));
    }
  }
  return form;
}

async function askHttp(endpoint: Endpoint, cell: Cell) {
  const make = (schema: z.ZodType) => sample(jsonOf(schema), "", cell.idFor, cell.tried);
  const [params, query, body] = [make(endpoint.params), make(endpoint.query), make(endpoint.body)];
  const isWhole =
    endpoint.params.safeParse({ product: "bb", ...Object(params) }).success ||
    endpoint.params.safeParse(params).success;
  const isRight = isWhole && endpoint.query.safeParse(query).success;
  if (!isRight || !(endpoint.isForm || endpoint.body.safeParse(body).success)) {
    malformed.push(`${endpoint.method} ${endpoint.path} (${cell.tried})`);
  }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === "product" ? "bb" : encodeURIComponent(String(Reflect.get(Object(params), name))),
  );
  const search = new URLSearchParams(
    Object.entries(Object(query)).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const url = `${pathFor(path, "bb")}?${search}`;
  const { headers } = cell.person;
  if (endpoint.isForm) {
    const reply = await fetch(`${server.url}${url}`, {
      method: endpoint.method,
      headers,
      body: await formOf(body, endpoint.body),
    });
    return { status: reply.status, text: await reply.text() };
  }
  const { statusCode, body: text } = await server.app.http.inject({
    method: endpoint.method,
    url,
    headers,
    ...(body === undefined ? {} : { payload: Object(body) }),
  });
  return { status: statusCode, text };
}

describe("requests with ids that are not the asker's", () => {
  for (const endpoint of allEndpoints.filter(({ access }) => isPersonal(access) || access.kind === "token")) {
    const names = [endpoint.params, endpoint.query, endpoint.body].flatMap((schema) => idsIn(jsonOf(schema)));
    const asked = cellsOf(names, endpoint.path, endpoint.access);
    if (asked.length === 0) {
      continue;
    }
    const operation = `${endpoint.method} ${endpoint.path}`;
    const isHarmless = harmless.has(operation);
    it(operation, async () => {
      const before = await digests();
      const faults: (string | null)[] = [];
      for (const cell of asked) {
        const { status, text } = await askHttp(endpoint, cell);
        cells += 1;
        faults.push(
          faultOf(cell, {
            isRefused: status >= 400,
            isReading: endpoint.method === "GET" || isHarmless,
            isFault: status >= 500 && !isHarmless,
            text,
          }),
        );
      }
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
      expect(await digests()).toEqual(before);
    });
  }
});

describe("messages with ids that are not the sender's", () => {
  const sockets = new Map<string, TestSocket>();
  beforeAll(async () => {
    for (const person of [...people, ...gone]) {
      sockets.set(person.id, await server.connectAs(await server.newSession(person.id)));
    }
    sockets.set(program.id, await server.connectAs(program));
  });

  for (const message of allMessages.filter(({ access }) => isPersonal(access) || access.kind === "token")) {
    const asked = cellsOf(idsIn(jsonOf(message.payload)), message.event, message.access);
    if (asked.length === 0) {
      continue;
    }
    it(message.event, async () => {
      const before = await digests();
      const faults: (string | null)[] = [];
      for (const cell of asked) {
        const payload = sample(jsonOf(message.payload), "", cell.idFor, cell.tried);
        if (!message.payload.safeParse(payload).success) {
          malformed.push(`${message.event} (${cell.tried})`);
        }
        const answer = await sockets.get(cell.person.id)?.ask(message.event, payload);
        cells += 1;
        faults.push(
          faultOf(cell, {
            isRefused: answer?.ok === false,
            isReading: harmless.has(message.event),
            isFault: answer?.ok === false && (answer.code === "FAULT" || answer.code === "UNAVAILABLE"),
            text: JSON.stringify(answer),
          }),
        );
      }
      expect(faults.filter((fault) => fault !== null)).toEqual([]);
      expect(await digests()).toEqual(before);
    });
  }
});

it("sends what the contract takes", async ({ annotate }) => {
  await annotate(`${cells} questions with ids of others were asked`);
  expect([...new Set(malformed)]).toEqual([]);
  expect(cells).toBeGreaterThan(500);
});
