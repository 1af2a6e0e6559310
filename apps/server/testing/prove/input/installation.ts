import { randomBytes } from "node:crypto";
import { TokenRight } from "@umbral/contract/lib/token-rights";
import { sql } from "kysely";
import { z } from "zod";
import { openWords } from "../../../src/features/notifications/outbox-words.ts";
import { giveCard } from "../../test-admin.ts";
import { newController } from "../../test-controller.ts";
import { newGuest, newPass } from "../../test-guests.ts";
import { parcelsAs, receivedParcel } from "../../test-parcels.ts";
import { madePass } from "../../test-passes.ts";
import type { TestServer } from "../../test-server.ts";
import { newSign, newVisitor } from "../../test-signs.ts";
import { newToken } from "../../test-tokens.ts";
import { givenCode } from "../../test-visits.ts";
import type { Asker } from "./askers.ts";
import { PASSWORD } from "./values.ts";

/** Of each role so many: what one person may ask in a second is limited, and one who is thrown out is not missed. */
const OF_EACH = 4;
const DOORS = 2;

const NAMES = {
  RESIDENTE_LIDER: "resident",
  RESIDENTE: "resident",
  PORTERIA: "lobby",
  ADMINISTRADOR: "administrator",
} as const;
type Living = keyof typeof NAMES;
const livesIn = (role: Living): boolean => role === "RESIDENTE" || role === "RESIDENTE_LIDER";
const isLiving = (role: Asker["role"]): role is Living => role !== undefined && role in NAMES;

/** A building, a home of it and its doors. */
interface Place {
  buildingId: string;
  apartmentId: string;
  doors: { id: string; localId: string }[];
}

/**
 * Two buildings with doors, the second with few people so that most ids are of the first, and everybody whom the contract knows: people of every role, a device of the lobby, a guest with
 * their page, somebody at the sign, programs and controllers.
 * @returns besides them what was made, with its ids as replies have them
 */
export async function makeAskers(server: TestServer): Promise<{ askers: Asker[]; seen: unknown }> {
  const buildings = [await server.newBuilding(), await server.newBuilding()];
  const askers: Asker[] = [
    { name: "nobody", kind: "nobody", headers: {}, line: null },
    { name: "stranger among controllers", kind: "stranger", headers: null, line: null },
  ];
  const doors: Place["doors"] = [];
  for (const building of buildings) {
    const place = await placeOf(server, building.id);
    doors.push(...place.doors);
    for (let number = 0; number < (building === buildings[0] ? OF_EACH : 1); number += 1) {
      const hasPassword = number === 0;
      for (const role of [
        hasPassword ? "RESIDENTE_LIDER" : "RESIDENTE",
        "PORTERIA",
        "ADMINISTRADOR",
      ] as const) {
        askers.push(await personIn(server, place, { role, hasPassword }));
      }
    }
    for (const make of [kioskIn, tokenIn, controllerIn, guestIn, visitorIn]) {
      askers.push(await make(server, place));
    }
  }
  for (let number = 0; number < OF_EACH; number += 1) {
    askers.push(await platform(server, number === 0));
  }
  const users = askers.flatMap(({ userId }) => (userId === undefined ? [] : [{ id: userId }]));
  const secret = askers.flatMap(
    ({ own }) => z.object({ secret: z.string() }).safeParse(own).data?.secret ?? [],
  );
  return { askers, seen: { buildings, doors, users, secret } };
}

/** The same with another session, or another of the same kind in the same building; undefined where there can be none any more. */
export async function renewed(server: TestServer, asker: Asker): Promise<Asker | undefined> {
  try {
    return await anew(server, asker);
  } catch {
    // The building is gone, or so full of something that nothing more is taken.
    return undefined;
  }
}

async function anew(server: TestServer, asker: Asker): Promise<Asker | undefined> {
  const { kind, role, userId, buildingId, hasPassword = false } = asker;
  if (kind === "nobody" || kind === "stranger") {
    return undefined;
  }
  if (kind === "person" && role !== "KIOSK" && userId !== undefined && (await hasPlace(server, asker))) {
    const { token, headers } = await server.newSession(userId);
    return { ...asker, headers, line: { token }, own: { ...Object(asker.own), token } };
  }
  if (role === "PLATFORM") {
    return platform(server, hasPassword);
  }
  const place = await placeOf(server, buildingId ?? "");
  // The pass, or the sign, outlives a session that was opened by it.
  const { secret } = z.object({ secret: z.string() }).catch({ secret: "" }).parse(asker.own);
  if (kind === "guest" || kind === "sign") {
    const opened = await (kind === "guest" ? newGuest : newVisitor)(server, secret).catch(() => undefined);
    if (opened) {
      return { ...asker, headers: opened.headers, line: { token: opened.token } };
    }
  }
  if (kind === "person") {
    return isLiving(role) ? personIn(server, place, { role, hasPassword }) : kioskIn(server, place);
  }
  const make = { token: tokenIn, controller: controllerIn, guest: guestIn, sign: visitorIn }[kind];
  return make(server, place);
}

/**
 * A building is lived in on, as its administration would see to: homes that were closed are open, doors stand, whoever lost their place has somebody of the
 * same kind after them, and the lobby has a parcel, a visit and a pass before it.
 * @returns who comes after whom, by their places, and what was said in messages since the last time
 */
export async function mended(
  server: TestServer,
  askers: readonly Asker[],
): Promise<{ after: [number, Asker][]; news: unknown }> {
  const buildings = [...new Set(askers.flatMap((asker) => asker.buildingId ?? []))];
  // What somebody changed in the building may forbid one of them: then its lobby knows no new ones this time.
  const codes = new Map(
    await Promise.all(
      buildings.map(async (id) => [id, await codesAt(server, id).catch(() => undefined)] as const),
    ),
  );
  const after = await Promise.all(
    askers.map(async (asker, at): Promise<[number, Asker][]> => {
      const { kind, role, buildingId = "" } = asker;
      if (kind !== "person" || role === "KIOSK") {
        return [];
      }
      const here = (await hasPlace(server, asker)) ? asker : await renewed(server, asker);
      const code = role === "PORTERIA" ? codes.get(buildingId) : undefined;
      const isOther = here !== undefined && (here !== asker || code !== undefined);
      return isOther ? [[at, { ...here, own: { ...Object(here.own), code } }]] : [];
    }),
  );
  return { after: after.flat(), news: await said(server) };
}

/** Three codes that somebody could show at the lobby now: of a parcel, of a visit and of a pass. */
async function codesAt(server: TestServer, buildingId: string): Promise<unknown> {
  const place = await placeOf(server, buildingId);
  const [home, pedro] = await Promise.all([
    server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId, apartmentId: place.apartmentId }] }),
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] }),
  ]);
  const building = { id: buildingId, name: "", towers: [], apartments: [] };
  await receivedParcel(server, { building, pedro, home: { id: place.apartmentId } });
  const parcel = await parcelsAs(server, home, building).draw(place.apartmentId);
  const { sharing } = await madePass(server, building, home, { apartmentId: place.apartmentId });
  const victor = await server.newPerson({ phone: "+573001234567" });
  const visit = await givenCode(server, { building, victor });
  return [parcel.body.code, sharing.code, visit.code];
}

/** Does somebody still have the role with which they came? */
async function hasPlace({ db }: TestServer, { userId = "", role, buildingId = "" }: Asker): Promise<boolean> {
  const active = db.selectFrom("users").select("id").where("id", "=", userId).where("active", "=", true);
  if (!isLiving(role)) {
    return (await active.executeTakeFirst()) !== undefined;
  }
  const space = await db
    .selectFrom("spaces")
    .select("id")
    .where("user_id", "in", active)
    .where("building_id", "=", buildingId)
    .where("role", "=", role)
    .where("status", "=", "APPROVED")
    .executeTakeFirst();
  return space !== undefined;
}

/** @throws where nothing of the building is left */
async function placeOf(server: TestServer, buildingId: string): Promise<Place> {
  const { db } = server;
  const { id: apartmentId } = await db
    .selectFrom("apartments")
    .select("id")
    .where("building_id", "=", buildingId)
    .orderBy("id")
    .executeTakeFirstOrThrow();
  await db.updateTable("apartments").set({ active: true }).where("id", "=", apartmentId).execute();
  const doors = await db
    .selectFrom("doors")
    .select(["id", "local_id as localId"])
    .where("building_id", "=", buildingId)
    .orderBy("id")
    .limit(DOORS)
    .execute();
  while (doors.length < DOORS) {
    const { towerId, floorId } = await db
      .selectFrom("floors")
      .innerJoin("towers", "towers.id", "floors.tower_id")
      .select(["towers.id as towerId", "floors.id as floorId"])
      .where("towers.building_id", "=", buildingId)
      .executeTakeFirstOrThrow();
    const towers = [{ id: towerId, name: "", floors: [{ id: floorId, name: "" }] }];
    doors.push(await server.newDoor({ id: buildingId, name: "", towers, apartments: [] }));
  }
  return { buildingId, apartmentId, doors };
}

async function personIn(
  server: TestServer,
  place: Place,
  { role, hasPassword }: { role: Living; hasPassword: boolean },
): Promise<Asker> {
  const { buildingId, apartmentId } = place;
  const space = { role, buildingId, ...(livesIn(role) ? { apartmentId } : {}) };
  const made = await server.newPerson({ spaces: [space], ...(hasPassword ? { password: PASSWORD } : {}) });
  const { cedula, token, spaceIds } = made;
  if (livesIn(role)) {
    await giveCard(server, made.id, randomBytes(4).toString("hex").toUpperCase());
  }
  const own = { ...ownOf(place), cedula, token, space: spaceIds };
  return { ...signedIn(NAMES[role], "person", made), role, buildingId, hasPassword, own };
}

async function platform(server: TestServer, hasPassword: boolean): Promise<Asker> {
  const made = await server.newPerson({ userType: "ADMIN", ...(hasPassword ? { password: PASSWORD } : {}) });
  const { cedula, token } = made;
  return { ...signedIn("platform", "person", made), role: "PLATFORM", hasPassword, own: { cedula, token } };
}

async function kioskIn(server: TestServer, place: Place): Promise<Asker> {
  const { buildingId } = place;
  const kiosk = await server.newKiosk(buildingId);
  const onDuty = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId }] });
  const onShift = await kiosk.onShift(onDuty.id);
  const { cedula } = onDuty;
  const own = { ...ownOf(place), cedula, user: onDuty.id };
  return { ...signedIn("device of the lobby", "person", onShift), role: "KIOSK", buildingId, own };
}

async function tokenIn(server: TestServer, { buildingId, doors }: Place): Promise<Asker> {
  const doorIds = doors.map(({ id }) => id);
  const made = await newToken(server, buildingId, [...TokenRight.options], { doorIds });
  return { ...signedIn("program", "token", made), buildingId };
}

async function controllerIn(server: TestServer, { buildingId }: Place): Promise<Asker> {
  const controller = await newController(server, buildingId);
  controller.socket.disconnect();
  const pem = controller.key.export({ format: "pem", type: "pkcs8" }).toString();
  const line = { controllerId: controller.id, pem };
  return { name: "controller", kind: "controller", headers: null, line, buildingId };
}

async function guestIn(server: TestServer, { buildingId, apartmentId }: Place): Promise<Asker> {
  const rosa = await server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId, apartmentId }] });
  const pass = await newPass(server, { building: { id: buildingId }, apartmentId, rosa }, { entries: null });
  const guest = await newGuest(server, pass.secret);
  return { ...signedIn("guest", "guest", guest), buildingId, own: { secret: pass.secret } };
}

async function visitorIn(server: TestServer, { buildingId, apartmentId }: Place): Promise<Asker> {
  const sign = await newSign(server, buildingId);
  const visitor = await newVisitor(server, sign.secret);
  return {
    ...signedIn("visitor at the sign", "sign", visitor),
    buildingId,
    own: { apartmentId, secret: sign.secret },
  };
}

function signedIn(
  name: string,
  kind: Asker["kind"],
  { id, token, headers }: { id?: string; token: string; headers: { authorization: string } },
): Asker {
  return { name, kind, headers, line: { token }, ...(id === undefined ? {} : { userId: id }) };
}

/** Devices name doors by their own names. */
const ownOf = ({ buildingId, apartmentId, doors }: Place) => ({
  buildingId,
  apartmentId,
  doors,
  door: doors.map(({ localId }) => localId),
});

const Kept = z.object({ rows: z.array(z.custom<Parameters<typeof openWords>[1]>()) });
/** Of links that were sent, and of codes. */
const SECRET = /[?#&](?:token|secret)=([\w-]+)/g;
const CODE = /\b\d{6}\b/g;

/** What messages told people that were sent since the last time; `seeMessages` keeps them. */
async function said({ db, app }: TestServer): Promise<unknown> {
  const { rows } = Kept.parse(await sql`delete from messages_seen returning *`.execute(db));
  const bodies = rows.map((row) => openWords(app.services.secrets, row)?.body ?? "");
  const token = bodies.flatMap((body) => [...body.matchAll(SECRET)].map(([, secret]) => secret));
  return { token, secret: token, code: bodies.flatMap((body) => body.match(CODE) ?? []) };
}
