import { randomUUID } from "node:crypto";
import { CONTROLLER_NAMESPACE } from "@umbral/contract/controllers/controllers.contract";
import { allEndpoints, allMessages } from "@umbral/contract/endpoints";
import type { Access, Endpoint } from "@umbral/contract/lib/endpoint";
import { belongsTo, may, maySomewhere, type Place, type Principal } from "@umbral/contract/lib/policy";
import { Role } from "@umbral/contract/lib/roles";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import { io } from "socket.io-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { guestOf, newGuest, newPass } from "../testing/test-guests.ts";
import { startTestServer, TestSocket } from "../testing/test-server.ts";
import { lastVisitorOf, newSign, newVisitor } from "../testing/test-signs.ts";
import { newToken } from "../testing/test-tokens.ts";
import { demonstrationAccounts } from "./demo/accounts.ts";
import { seedDemonstration } from "./demo/seed.ts";
import { pathFor } from "./platform/route.ts";

/*
 * Every operation of the contract × everybody × where. Everybody: each demonstration account, the platform, nobody, a
 * controller, devices of a lobby (alone, with somebody on shift, with somebody who went away), the guest of a pass, who stands before the sign, programs with an API token of each right, of all and of another building, each role whose space ended, ran out, waits or was rejected, people with spaces in two buildings,
 * deactivated ones, and an administrator who has shown no second factor. Where: the own apartment, elsewhere in the
 * own building, another building, and nowhere at all.
 *
 * A new endpoint or message is asked by itself. What is expected comes from the table of permissions, which has a
 * test of its own against what was written down. Nothing is carried out but what only reads: all else is sent with a
 * field that no schema has, which is looked at once the gate has let it pass. What services decide, the sweep of
 * foreign ids asks (foreign-ids.test.ts).
 */

const server = await startTestServer();
afterAll(() => server.close());
await seedDemonstration(server.app.services);

const { db } = server;
const { newId } = server.app.services;

const places = await db
  .selectFrom("apartments")
  .innerJoin("buildings", "buildings.id", "apartments.building_id")
  .select([
    "apartments.id as apartmentId",
    "apartments.name as apartment",
    "apartments.tower_id as towerId",
    "apartments.floor_id as floorId",
    "apartments.building_id as buildingId",
    "buildings.name as building",
  ])
  .orderBy("apartments.name")
  .execute();
type Spot = (typeof places)[number];

/** Above this the matrix is as large as the product's owners asked for. */
const CELLS_AT_LEAST = 10_000;
/** Requests at once: as many as the pool has connections. */
const AT_ONCE = 8;

type Where = "own apartment" | "own building" | "other building" | "nowhere";
const relations: Where[] = ["own apartment", "own building", "other building", "nowhere"];

type IdKind =
  | "building"
  | "tower"
  | "floor"
  | "apartment"
  | "apartmentOrBuilding"
  | "buildings"
  | "door"
  | "camera"
  | "input"
  | "person"
  | "card"
  | "call";
type Ids = Record<IdKind, string>;

interface Account {
  name: string;
  /** Null for who is not signed in, and for whoever's session is worth nothing. */
  principal: Principal | null;
  userId: string | null;
  hasSecondFactor: boolean;
  /** Of a device of the lobby: its sessions, and whether whoever is on shift has been there lately. */
  kiosk?: { headers: { authorization: string }; token: string; isAttended: boolean };
  /** Of the guest of a pass: their session. */
  guest?: { headers: { authorization: string }; token: string };
  /** Of a program: its API token, and what that may. */
  program?: { headers: { authorization: string }; token: string; rights: readonly TokenRight[] };
  /** What page that is of: a pass's, unless it is that of the sign at the entrance. */
  isAtSign?: true;
  ids: Record<Where, Ids>;
  /** What is only read is read by these to the end; by the others as far as the gate. */
  isSeed: boolean;
}

const nowhere: Ids = {
  building: randomUUID(),
  tower: randomUUID(),
  floor: randomUUID(),
  apartment: randomUUID(),
  apartmentOrBuilding: randomUUID(),
  buildings: randomUUID(),
  door: randomUUID(),
  camera: randomUUID(),
  input: randomUUID(),
  person: randomUUID(),
  card: randomUUID(),
  call: randomUUID(),
};

const insertUser = async (fields: { active?: boolean } = {}): Promise<string> => {
  const { id } = await server.newPerson();
  if (fields.active === false) {
    await db.updateTable("users").set({ active: false }).where("id", "=", id).execute();
  }
  return id;
};

async function newCall(buildingId: string, callerId: string, calleeId: string): Promise<string> {
  const id = newId();
  const now = server.clock.now();
  await db
    .insertInto("calls")
    .values({
      id,
      ringing_id: id,
      building_id: buildingId,
      apartment_id: null,
      caller_id: callerId,
      caller_session_id: null,
      callee_id: calleeId,
      callee_session_id: null,
      space_id: null,
      is_from_lobby: true,
      status: "TERMINADA",
      created_at: now,
      expires_at: now,
      ended_at: now,
    })
    .execute();
  return id;
}

/** Somebody of each building, with a card, whom others ask about; and two whose call is nobody else's. */
const talkers: [string, string] = [await insertUser(), await insertUser()];
const things = new Map<
  string,
  { door: string; camera: string; input: string; person: string; card: string; call: string }
>();
for (const buildingId of new Set(places.map((place) => place.buildingId))) {
  const door = await db
    .selectFrom("doors")
    .select("id")
    .where("building_id", "=", buildingId)
    .executeTakeFirstOrThrow();
  const camera = await db
    .selectFrom("cameras")
    .select("id")
    .where("building_id", "=", buildingId)
    .executeTakeFirstOrThrow();
  const input = await db
    .selectFrom("inputs")
    .select("id")
    .where("building_id", "=", buildingId)
    .executeTakeFirstOrThrow();
  const person = (await server.newPerson({ spaces: [{ role: "CONSERJE", buildingId }] })).id;
  const card = newId();
  await db
    .insertInto("cards")
    .values({
      id: card,
      user_id: person,
      tag: `FE${card.replaceAll("-", "").slice(-12).toUpperCase()}`,
      type: "PERSON",
      created_at: server.clock.now(),
    })
    .execute();
  things.set(buildingId, {
    door: door.id,
    camera: camera.id,
    input: input.id,
    person,
    card,
    call: await newCall(buildingId, ...talkers),
  });
}

function idsAt(place: Spot): Ids {
  const there = things.get(place.buildingId);
  if (!there) {
    throw new Error("a building without things");
  }
  return {
    building: place.buildingId,
    buildings: place.buildingId,
    tower: place.towerId,
    floor: place.floorId,
    apartment: place.apartmentId,
    // What a building's id is answered is tested in its room.
    apartmentOrBuilding: place.apartmentId,
    ...there,
  };
}

function spotWhere(is: (place: Spot) => boolean): Spot {
  const found = places.find(is);
  if (!found) {
    throw new Error("the demonstration is too small");
  }
  return found;
}
const here = spotWhere(({ apartment }) => apartment === "A-101");
const there = spotWhere(({ buildingId }) => buildingId !== here.buildingId);

async function accountAt(
  own: Spot,
  about: Omit<Account, "ids" | "isSeed"> & Partial<Pick<Account, "isSeed">>,
): Promise<Account> {
  const ofBuilding = places.filter(({ buildingId }) => buildingId === own.buildingId);
  const elsewhere = ofBuilding.findLast(({ apartmentId }) => apartmentId !== own.apartmentId) ?? own;
  const other = own.buildingId === there.buildingId ? here : there;
  const call = about.userId === null ? randomUUID() : await newCall(own.buildingId, talkers[0], about.userId);
  return {
    isSeed: false,
    ...about,
    ids: {
      "own apartment": { ...idsAt(own), call },
      "own building": idsAt(elsewhere),
      "other building": idsAt(other),
      nowhere,
    },
  };
}

const spaceAt = (role: Role, place: Spot, isOfHome: boolean): Principal["spaces"][number] => ({
  role,
  buildingId: place.buildingId,
  apartmentId: isOfHome ? place.apartmentId : null,
});

const users = await db.selectFrom("users").select(["id", "cedula"]).execute();
const ofDemonstration = demonstrationAccounts.map((seed) => {
  const userId = users.find(({ cedula }) => cedula === seed.cedula)?.id;
  const building = seed.building ?? here.building;
  const own = places.find(
    (place) =>
      place.building === building && (seed.apartment === undefined || place.apartment === seed.apartment),
  );
  if (!own || userId === undefined) {
    throw new Error(`no account ${seed.cedula}`);
  }
  return accountAt(own, {
    name: `${seed.name}${seed.isPending ? " (pending)" : ""}`,
    userId,
    principal: {
      userType: seed.role === undefined ? "ADMIN" : "USER",
      spaces:
        seed.role === undefined || seed.isPending
          ? []
          : [spaceAt(seed.role, own, seed.apartment !== undefined)],
    },
    // None is asked of the demonstration's accounts.
    hasSecondFactor: true,
    isSeed: true,
  });
});

const homely: ReadonlySet<Role> = new Set(
  Role.options.filter((role) => ["RESIDENTE", "PROPIETARIO"].some((word) => role.startsWith(word))),
);
const DAY_MS = 24 * 3_600_000;
const ago = (days: number) => new Date(server.clock.now().getTime() - days * DAY_MS);

/** What became of a space that lets nobody in. */
const past = {
  ended: { status: "ENDED", ended_at: ago(1) },
  "run out": { status: "APPROVED", ends_at: ago(1) },
  waiting: { status: "PENDING" },
  rejected: { status: "REJECTED", decided_at: ago(1) },
} as const;

async function insertSpace(
  userId: string,
  role: Role,
  place: Spot,
  fields: { status: "APPROVED" | "ENDED" | "PENDING" | "REJECTED"; ends_at?: Date; ended_at?: Date },
): Promise<Principal["spaces"][number]> {
  const isOfHome = homely.has(role);
  await db
    .insertInto("spaces")
    .values({
      id: newId(),
      user_id: userId,
      role,
      building_id: place.buildingId,
      apartment_id: isOfHome ? place.apartmentId : null,
      ...fields,
    })
    .execute();
  return spaceAt(role, place, isOfHome);
}

async function withoutSpace(role: Role, what: keyof typeof past): Promise<Account> {
  const userId = await insertUser();
  await insertSpace(userId, role, here, past[what]);
  return accountAt(here, {
    name: `${role} (${what})`,
    userId,
    principal: { userType: "USER", spaces: [] },
    hasSecondFactor: true,
  });
}

async function inTwo(one: Role, two: Role): Promise<Account> {
  const userId = await insertUser();
  const spaces = [
    await insertSpace(userId, one, here, { status: "APPROVED" }),
    await insertSpace(userId, two, there, { status: "APPROVED" }),
  ];
  return accountAt(here, {
    name: `${one} here and ${two} there`,
    userId,
    principal: { userType: "USER", spaces },
    hasSecondFactor: true,
  });
}

async function oneOf(role: Role, about: { active?: boolean; hasSecondFactor?: boolean }): Promise<Account> {
  const userId = await insertUser(about);
  const space = await insertSpace(userId, role, here, { status: "APPROVED" });
  return accountAt(here, {
    name: `${role} ${JSON.stringify(about)}`,
    userId,
    principal: about.active === false ? null : { userType: "USER", spaces: [space] },
    hasSecondFactor: about.hasSecondFactor ?? true,
  });
}

/** A device of the lobby here: alone, with one of these roles on shift, there a moment or an hour ago. */
async function deviceOf(role: "PORTERIA" | "CONSERJE" | null, wentAwayMs = 0): Promise<Account> {
  const kiosk = await server.newKiosk(here.buildingId);
  const about = { userId: kiosk.userId, hasSecondFactor: false };
  if (role === null) {
    return accountAt(here, {
      ...about,
      name: "a device of the lobby",
      kiosk: { ...kiosk, isAttended: false },
      principal: { userType: "USER", spaces: [], kiosk: { buildingId: here.buildingId } },
    });
  }
  // They live here too, and work at another lobby: nothing of that is theirs at this one.
  const person = await insertUser();
  const space = await insertSpace(person, role, here, { status: "APPROVED" });
  await insertSpace(person, "RESIDENTE_LIDER", here, { status: "APPROVED" });
  await insertSpace(person, "ADMINISTRADOR", there, { status: "APPROVED" });
  const presentAt = new Date(server.clock.now().getTime() - wentAwayMs);
  const shift = await kiosk.onShift(person, presentAt);
  return accountAt(here, {
    ...about,
    name: `${role} on shift${wentAwayMs > 0 ? ", away" : ""}`,
    kiosk: { ...shift, isAttended: wentAwayMs === 0 },
    principal: { userType: "USER", spaces: [space], kiosk: { buildingId: here.buildingId } },
  });
}

const accounts = await Promise.all(ofDemonstration);
const strange = [
  ...(await Promise.all(
    Role.options.flatMap((role) => [withoutSpace(role, "ended"), withoutSpace(role, "run out")]),
  )),
  ...(await Promise.all(
    (["RESIDENTE_LIDER", "ADMINISTRADOR", "PORTERIA"] as const).flatMap((role) => [
      withoutSpace(role, "waiting"),
      withoutSpace(role, "rejected"),
    ]),
  )),
  await inTwo("RESIDENTE", "ADMINISTRADOR"),
  await inTwo("PORTERIA", "RESIDENTE_LIDER"),
  await inTwo("ADMINISTRADOR", "ADMINISTRADOR"),
  await inTwo("VISITANTE_CONOCIDO", "CONSERJE"),
  await oneOf("ADMINISTRADOR", { hasSecondFactor: false }),
  await oneOf("ADMINISTRADOR", { active: false }),
  await oneOf("PORTERIA", { active: false }),
];
const devices = [
  await deviceOf(null),
  await deviceOf("PORTERIA"),
  await deviceOf("CONSERJE"),
  await deviceOf("PORTERIA", 3_600_000),
];
/** The guest of a pass here, whose call is theirs. */
async function guestOfPass(): Promise<Account> {
  const pass = await newPass(server, {
    building: { id: here.buildingId },
    apartmentId: here.apartmentId,
    rosa: { id: await insertUser() },
  });
  const guest = await newGuest(server, pass.secret);
  return accountAt(here, {
    name: "the guest of a pass",
    userId: (await guestOf(server, pass.id)).id,
    principal: { userType: "USER", spaces: [] },
    hasSecondFactor: false,
    guest,
  });
}
/** Programs with a token of a building: what it may is in its rights, and nothing of it is anybody's. */
const programOf = async (name: string, place: Spot, rights: TokenRight[]): Promise<Account> =>
  accountAt(here, {
    name,
    userId: null,
    principal: null,
    hasSecondFactor: false,
    program: { ...(await newToken(server, place.buildingId, rights)), rights },
  });
const programs = [
  ...(await Promise.all(
    TokenRight.options.map((right) => programOf(`a program with ${right}`, here, [right])),
  )),
  await programOf("a program with all rights", here, [...TokenRight.options]),
  await programOf("a program of another building", there, [...TokenRight.options]),
];
/** Whoever stands before the sign here, whose call is theirs. */
async function visitorAtSign(): Promise<Account> {
  const sign = await newSign(server, here.buildingId);
  const guest = await newVisitor(server, sign.secret);
  return accountAt(here, {
    name: "who stands before the sign",
    userId: await lastVisitorOf(server, sign.id),
    principal: { userType: "USER", spaces: [] },
    hasSecondFactor: false,
    guest,
    isAtSign: true,
  });
}
const guests = [await guestOfPass(), await visitorAtSign()];
const anonymous = await accountAt(here, {
  name: "nobody",
  principal: null,
  userId: null,
  hasSecondFactor: false,
});
const controller: Account = { ...anonymous, name: "a controller" };
const everybody = [...accounts, ...strange, ...devices, ...guests, ...programs, anonymous, controller];

const LET_IN = "let in";
function notFoundOf(place: Record<string, string>): string {
  const named = (["door", "camera", "input"] as const).find((kind) => kind in place);
  return named === undefined ? "NOT_FOUND" : `${named.toUpperCase()}_NOT_FOUND`;
}

/** The gate's words; whatever else comes was said behind it. */
const ofTheGate = new Set([
  "SIGN_IN_REQUIRED",
  "NOT_ALLOWED",
  "NOT_FOUND",
  "DOOR_NOT_FOUND",
  "CAMERA_NOT_FOUND",
  "INPUT_NOT_FOUND",
  "USER_NOT_FOUND",
  "CARD_NOT_FOUND",
  "CALL_NOT_FOUND",
  "SECOND_FACTOR_ASKED",
  "SHIFT_PIN_ASKED",
  "TOKEN_NOT_VALID",
  "TOKEN_MAY_NOT",
]);

function expected(account: Account, access: Access, where: Where): string {
  if (access.kind === "public" || access.kind === "loopback") {
    return LET_IN;
  }
  const { principal } = account;
  if (access.kind === "token") {
    if (account.program === undefined) {
      return "TOKEN_NOT_VALID";
    }
    return access.right === "any" || account.program.rights.includes(access.right) ? LET_IN : "TOKEN_MAY_NOT";
  }
  const page = account.isAtSign ? "sign" : "guest";
  if (access.kind === page && account.guest !== undefined) {
    return LET_IN;
  }
  if (principal === null || (access.kind !== "permission" && access.kind !== "party")) {
    return "SIGN_IN_REQUIRED";
  }
  if (account.guest !== undefined && access.guests !== true) {
    return "NOT_ALLOWED";
  }
  if (access.kind === "party") {
    return where === "own apartment" ? LET_IN : "CALL_NOT_FOUND";
  }
  const verdict = expectedWhere(account, principal, access, where);
  const isAsked =
    access.permission === "buildings.administer" &&
    principal.userType !== "ADMIN" &&
    !account.hasSecondFactor;
  if (verdict === LET_IN && access.presence === "asked" && account.kiosk?.isAttended === false) {
    return "SHIFT_PIN_ASKED";
  }
  return verdict === LET_IN && isAsked ? "SECOND_FACTOR_ASKED" : verdict;
}

function expectedWhere(
  account: Account,
  principal: Principal,
  { permission, or, place }: Extract<Access, { kind: "permission" }>,
  where: Where,
): string {
  const maySome = [permission, ...(or === undefined ? [] : [or])].some((one) => maySomewhere(principal, one));
  if (place === "somewhere") {
    return maySome ? LET_IN : "NOT_ALLOWED";
  }
  const ids = account.ids[where];
  const at: Place = {
    buildingId: ids.building,
    ...("apartment" in place || "apartmentOrBuilding" in place ? { apartmentId: ids.apartment } : {}),
  };
  if ("person" in place || "card" in place) {
    if (!maySome || principal.userType === "ADMIN") {
      return maySome ? LET_IN : "NOT_ALLOWED";
    }
    const isTheirs = where !== "nowhere" && may(principal, permission, at);
    return isTheirs ? LET_IN : "person" in place ? "USER_NOT_FOUND" : "CARD_NOT_FOUND";
  }
  if (where === "nowhere" || !belongsTo(principal, at.buildingId)) {
    return notFoundOf(place);
  }
  return may(principal, permission, at) ? LET_IN : "NOT_ALLOWED";
}

const isIdKind = (word: string): word is IdKind => word in nowhere;

/** What the operation's place is called, and which of the ids stands there. */
function placeField(access: Access): { name: string; kind: IdKind } | null {
  if (access.kind === "party") {
    return { name: access.call, kind: "call" };
  }
  if (access.kind !== "permission" || access.place === "somewhere") {
    return null;
  }
  const [entry] = Object.entries(access.place);
  if (!entry || !isIdKind(entry[0])) {
    throw new Error(`a place of another kind: ${String(entry)}`);
  }
  return { name: entry[1], kind: entry[0] };
}

/** Who has no living space belongs nowhere, wherever it is asked about. */
const isWithoutSpace = ({ principal, guest }: Account) =>
  principal === null ||
  (principal.userType === "USER" && !principal.kiosk && !guest && principal.spaces.length === 0);

/**
 * Where there is one place only, or none, asking at the four would be asking the same four times. Who has no space any
 * more is asked about where it was, and about one of the other three: another with each operation, so that everybody
 * is asked about all four, and at all four of every operation are some of them.
 */
function relationsOf(access: Access, account: Account, turn: number): Where[] {
  if (!placeField(access)) {
    return ["own apartment"];
  }
  const elsewhere = relations[1 + (turn % 3)];
  return account.isSeed || !isWithoutSpace(account) || !elsewhere ? relations : ["own apartment", elsewhere];
}

/** How many operations were asked. */
let operations = 0;
let cells = 0;

/** Asks of everybody everywhere, some at a time, and says what came out otherwise than expected. */
async function askAll(
  access: Access,
  people: readonly Account[],
  ask: (account: Account, where: Where) => Promise<{ code: string | undefined; wanted?: string }>,
): Promise<string[]> {
  operations += 1;
  const asked = people.flatMap((account, index) =>
    relationsOf(access, account, operations + index).map((where) => ({
      account,
      where,
      wanted: expected(account, access, where),
    })),
  );
  const wrong: string[] = [];
  const next = asked.values();
  const worker = async () => {
    for (const { account, where, ...cell } of next) {
      const { code, wanted = cell.wanted } = await ask(account, where);
      cells += 1;
      // A service may say "not found" of something smaller than the place: that is past the gate.
      const isPast = code === undefined || !ofTheGate.has(code) || wanted === LET_IN;
      const said =
        isPast &&
        code !== "NOT_ALLOWED" &&
        code !== "SIGN_IN_REQUIRED" &&
        !code?.startsWith("TOKEN_") &&
        !code?.endsWith("_ASKED")
          ? LET_IN
          : code;
      if (said !== wanted) {
        wrong.push(`${account.name}, ${where}: ${code} and not ${wanted}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return wrong;
}

const sessions = new Map<string, { authorization: string }>();
for (const { name, userId, hasSecondFactor, ...by } of everybody) {
  const own = by.kiosk ?? by.guest ?? by.program;
  if (own) {
    sessions.set(name, own.headers);
  } else if (userId !== null) {
    sessions.set(name, (await server.newSession(userId, { hasSecondFactor })).headers);
  }
}
sessions.set(controller.name, {
  authorization: `JWT ${Buffer.from(randomUUID()).toString("base64url")}.e30.c2ln`,
});

/**
 * What the gate asks the rooms (whose token it is, where something is) is asked of each token and each thing once, by
 * the first operation: nothing here changes the answers, and asking anew at every cell took most of the time.
 */
const { gate } = server.app.services;
const rooms = { ...gate };
gate.actorOfToken = answeredOnce(rooms.actorOfToken);
// Wrong ones are counted, and after many of one address there are none: that is asked in its room.
gate.callerOfToken = answeredOnce(rooms.callerOfToken);
gate.placeOf = answeredOnce(rooms.placeOf);
gate.buildingsOf = answeredOnce(rooms.buildingsOf);
gate.partiesOf = answeredOnce(rooms.partiesOf);

function answeredOnce<Asked extends string[], Answer>(
  ask: (...asked: Asked) => Promise<Answer>,
): (...asked: Asked) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (...asked) => {
    const key = asked.join(" ");
    const answer = answers.get(key) ?? ask(...asked);
    answers.set(key, answer);
    return answer;
  };
}

/** A field that no schema has: what carries it is refused behind the gate, and changes nothing. */
const UNKNOWN = "nobodyHasThis";

function addressOf(endpoint: Endpoint, ids: Ids, isCarriedOut: boolean): string {
  const field = placeField(endpoint.access);
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_all, name: string) =>
    name === "product" ? "bb" : field?.name === name ? ids[field.kind] : randomUUID(),
  );
  const query = new URLSearchParams({
    ...(field?.kind === "buildings" ? { [field.name]: ids.buildings } : {}),
    ...(isCarriedOut ? {} : { [UNKNOWN]: "1" }),
  });
  return `${pathFor(path, "bb")}?${query}`;
}

describe("every request", () => {
  for (const endpoint of allEndpoints.filter(({ access }) => access.kind !== "loopback")) {
    it(`${endpoint.method} ${endpoint.path}`, async () => {
      const faults: string[] = [];
      const wrong = await askAll(endpoint.access, everybody, async (account, where) => {
        const isCarriedOut = endpoint.method === "GET" && account.isSeed;
        const answer = await server.app.http.inject({
          method: endpoint.method,
          url: addressOf(endpoint, account.ids[where], isCarriedOut),
          headers: sessions.get(account.name) ?? {},
          ...(endpoint.method === "GET" ? {} : { payload: {} }),
        });
        const code = answer.statusCode < 400 ? undefined : answer.json<{ code: string }>().code;
        // No controller runs here: what only it knows cannot be said, and that is behind the gate.
        const isAway = answer.statusCode === 503 && code === "CONTROLLER_AWAY";
        if ((answer.statusCode >= 500 && !isAway) || (answer.statusCode < 400 && !isCarriedOut)) {
          faults.push(`${account.name}, ${where}: ${answer.statusCode}`);
        }
        if (code === "NOT_FOUND" && !endpoint.path.includes("{")) {
          faults.push("it is not served");
        }
        return { code };
      });
      expect([...faults, ...wrong]).toEqual([]);
    });
  }
});

describe("every message", () => {
  const sockets = new Map<string, TestSocket>();
  const onLine = [
    ...accounts,
    ...strange.filter(({ principal, name }) => principal !== null && /PORTERIA|ADMINIS|LIDER/.test(name)),
    ...devices,
    ...guests,
    ...programs.filter(({ program }) =>
      program?.rights.some((right) => right !== "doors:open" && right !== "passes:write"),
    ),
  ];
  beforeAll(async () => {
    for (const { name, userId, hasSecondFactor, kiosk, guest, program } of onLine) {
      const session =
        kiosk ?? guest ?? program ?? (await server.newSession(userId ?? "", { hasSecondFactor }));
      sockets.set(name, await server.connectAs(session));
    }
  });
  // Anew for each: a socket that does not sign in is closed after a while.
  beforeEach(async () => {
    const nobody = await server.connect();
    sockets.set(anonymous.name, nobody);
    return () => nobody.disconnect();
  });

  for (const message of allMessages.filter(({ access }) => access.kind !== "public")) {
    it(message.event, async () => {
      const field = placeField(message.access);
      const wrong = await askAll(message.access, [...onLine, anonymous], async (account, where) => {
        const payload = { ...(field ? { [field.name]: account.ids[where][field.kind] } : {}), [UNKNOWN]: 1 };
        const answer = await sockets.get(account.name)?.ask(message.event, payload);
        const code = answer?.ok ? undefined : answer?.code;
        return message.access.kind === "controller"
          ? // People have no such message: it is not heard at all, whoever sends it.
            { code, wanted: account === anonymous ? "SIGN_IN_REQUIRED" : LET_IN }
          : { code };
      });
      expect(wrong).toEqual([]);
    });
  }

  it("of controllers is refused before the controller signed in with its key", async () => {
    const raw = io(`${server.url}${CONTROLLER_NAMESPACE}`, {
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
    });
    const socket = new TestSocket(raw);
    await socket.hear("challenge");
    for (const message of allMessages.filter(({ access }) => access.kind === "controller")) {
      // Sent many times a second, as lists of what they carry.
      if (message.event === "frame" || message.event === "video") {
        continue;
      }
      const sample: Record<string, unknown> = {
        clock: {},
        facts: {
          facts: [
            {
              seq: 1,
              at: new Date().toISOString(),
              kind: "door-closed",
              doorId: randomUUID(),
              orderId: null,
            },
          ],
        },
        "doors:leaves": { leaves: [] },
        "reader:tag": { setupId: randomUUID(), doorId: randomUUID(), tag: "04A2" },
        status: { uptimeMs: 1000, queue: 0, clockErrorMs: null },
        "video:trouble": { cameraId: randomUUID(), trouble: "changed" },
        "camera:state": { cameraId: randomUUID(), state: "live", since: new Date().toISOString() },
      };
      expect([message.event, await socket.ask(message.event, sample[message.event])]).toMatchObject([
        message.event,
        { ok: false, code: "SIGN_IN_REQUIRED" },
      ]);
    }
    expect(
      await socket.ask("sign-in", {
        controllerId: randomUUID(),
        signature: "x",
        version: "1",
        boot: randomUUID(),
        revision: null,
      }),
    ).toMatchObject({ code: "CONTROLLER_NOT_KNOWN" });
    raw.disconnect();
  });
});

it(`asks at least ${CELLS_AT_LEAST} questions`, async ({ annotate }) => {
  await annotate(`${cells} cells of the matrix were asked`);
  expect(cells).toBeGreaterThanOrEqual(CELLS_AT_LEAST);
});
