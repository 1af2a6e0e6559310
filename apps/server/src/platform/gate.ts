import type { Access, PlaceSource } from "@umbral/contract/lib/endpoint";
import { belongsTo, may, maySomewhere, type Permission, type Place } from "@umbral/contract/lib/policy";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import { type Actor, callingAs, type Person, type TokenCaller } from "./actor.ts";
import { Refused } from "./refused.ts";

/** What the gate must find out before it lets anybody through. The rooms that know give the answers. */
export interface Gate {
  /** The person behind a token whose session is open; null for any other token. */
  actorOfToken(token: string): Promise<Actor | null>;
  /** The same for a session known by its id. */
  actorOfSession(sessionId: string): Promise<Actor | null>;
  /**
   * The program behind an API token that is good; null for any other token.
   * @throws {Refused} TOO_OFTEN for a wrong one after many wrong ones from this address
   */
  callerOfToken(token: string, address: string): Promise<TokenCaller | null>;
  /** Those of these API tokens that are still good. */
  callersOfTokens(tokenIds: readonly string[]): Promise<TokenCaller[]>;
  /** An active person, without any session: who answers by telephone. */
  personOf(userId: string): Promise<Person | null>;
  /** The people of those of these sessions that are open. */
  actorsOfSessions(sessionIds: readonly string[]): Promise<Actor[]>;
  /**
   * Has whoever is on shift at a device of the lobby been there lately, as far as the server saw? That they are there
   * now is remembered. Without a shift nobody is.
   */
  isStillThere(actor: Actor): Promise<boolean>;
  /** Where a building, tower, floor, apartment, door, camera or input is; null when there is none with this id. */
  placeOf(kind: PlaceKind, id: string): Promise<Place | null>;
  /** The buildings in which a person, or the holder of a card, has an approved space that has not run out. */
  buildingsOf(kind: HolderKind, id: string): Promise<string[]>;
  /** The two people of a call. */
  partiesOf(callId: string): Promise<{ callerId: string; calleeId: string } | null>;
}

export type PlaceKind = "building" | "tower" | "floor" | "apartment" | "door" | "camera" | "input";
export type HolderKind = "person" | "card";

/** The accesses that need a signed-in person. */
export type PersonalAccess = Extract<Access, { kind: "permission" | "party" }>;

/**
 * Lets a signed-in person through, or refuses: 404 for what does not exist or may not be seen,
 * 403 for what may be seen but not done. Runs before anything else of the request is read.
 * @param field reads the parameter or message field that names the place
 */
export async function authorise(
  gate: Gate,
  actor: Actor,
  access: PersonalAccess,
  field: (name: string) => unknown,
): Promise<void> {
  if (actor.guest !== undefined && access.guests !== true) {
    throw new Refused("NOT_ALLOWED");
  }
  if (access.kind === "party") {
    await authoriseParty(gate, actor, field(access.call));
    return;
  }
  await authoriseWhere(gate, actor, access, field);
  if (actor.kiosk && access.presence !== undefined) {
    const isThere = await gate.isStillThere(actor);
    if (!isThere && access.presence === "asked") {
      throw new Refused("SHIFT_PIN_ASKED");
    }
  }
  if (access.permission === ASKS_SECOND_FACTOR && !isProven(actor)) {
    throw new Refused("SECOND_FACTOR_ASKED");
  }
}

/**
 * Lets a program through that holds a token with the right, in the token's own building: where something is, its service
 * looks for in that building alone.
 */
export function authoriseToken(caller: TokenCaller, { right }: Extract<Access, { kind: "token" }>): void {
  if (right !== "any" && !caller.rights.includes(right)) {
    throw new Refused("TOKEN_MAY_NOT");
  }
}

/** For what is also others' to do: whoever administers the building shows a second factor first. */
export function refuseUnproven(actor: Actor, place: Place): void {
  if (may(actor, ASKS_SECOND_FACTOR, place) && !isProven(actor)) {
    throw new Refused("SECOND_FACTOR_ASKED");
  }
}

const isProven = (actor: Actor): boolean => actor.userType === PROVEN_AT_SIGN_IN || actor.hasSecondFactor;

/** Who administers a building shows a second factor first, once in a session (decisions §9). */
const ASKS_SECOND_FACTOR: Permission = "buildings.administer";
/** Platform administrators sign in with theirs. */
const PROVEN_AT_SIGN_IN = "ADMIN";

async function authoriseWhere(
  gate: Gate,
  actor: Actor,
  { permission, or, place }: Extract<Access, { kind: "permission" }>,
  field: (name: string) => unknown,
): Promise<void> {
  // What is no id at all is the schema's to refuse.
  if (place === "somewhere" || ("buildings" in place && !isId(field(place.buildings)))) {
    if (!maySomewhere(actor, permission) && !(or !== undefined && maySomewhere(actor, or))) {
      throw new Refused("NOT_ALLOWED");
    }
    return;
  }
  if ("person" in place || "card" in place) {
    await authoriseHolder(gate, actor, permission, place, field);
    return;
  }
  const found = await findPlaceOf(gate, actor, place, field);
  if (found === null || !belongsTo(actor, found.buildingId)) {
    throw new Refused(notFound(place));
  }
  if (!may(actor, permission, found)) {
    throw new Refused("NOT_ALLOWED");
  }
}

/** Somebody may have places in many buildings: one of them in which the asker may is enough. */
async function authoriseHolder(
  gate: Gate,
  actor: Actor,
  permission: Permission,
  place: { person: string } | { card: string },
  field: (name: string) => unknown,
): Promise<void> {
  if (!maySomewhere(actor, permission)) {
    throw new Refused("NOT_ALLOWED");
  }
  // The platform looks after who has no place anywhere, too.
  if (actor.userType === "ADMIN") {
    return;
  }
  const [kind, name]: [HolderKind, string] =
    "person" in place ? ["person", place.person] : ["card", place.card];
  const id = field(name);
  const buildingIds = isId(id) ? await gate.buildingsOf(kind, id) : [];
  if (!buildingIds.some((buildingId) => may(actor, permission, { buildingId }))) {
    throw new Refused(kind === "person" ? "USER_NOT_FOUND" : "CARD_NOT_FOUND");
  }
}

/** What does not exist, or may not be seen: in the words of what was asked for. */
function notFound(place: PlaceSource): ErrorCode {
  if ("input" in place) {
    return "INPUT_NOT_FOUND";
  }
  return "door" in place ? "DOOR_NOT_FOUND" : "camera" in place ? "CAMERA_NOT_FOUND" : "NOT_FOUND";
}

async function authoriseParty(gate: Gate, actor: Actor, callId: unknown): Promise<void> {
  const parties = isId(callId) ? await gate.partiesOf(callId) : null;
  const { id } = callingAs(actor);
  if (parties === null || (parties.callerId !== id && parties.calleeId !== id)) {
    throw new Refused("CALL_NOT_FOUND");
  }
}

/** The places of which there is one for each id. */
type SinglePlace = Exclude<PlaceSource, { person: string } | { card: string }>;

async function findPlaceOf(
  gate: Gate,
  actor: Actor,
  place: SinglePlace,
  field: (name: string) => unknown,
): Promise<Place | null> {
  const [kind, name] = placeName(place);
  const id = field(name);
  if (!isId(id)) {
    return null;
  }
  // Whoever has a place in a building was just read, and with it that there is this building.
  if (kind === "building" && actor.userType !== "ADMIN") {
    return { buildingId: id.toLowerCase() };
  }
  return kind === "apartmentOrBuilding"
    ? ((await gate.placeOf("apartment", id)) ?? gate.placeOf("building", id))
    : gate.placeOf(kind, id);
}

function placeName(place: SinglePlace): [PlaceKind | "apartmentOrBuilding", string] {
  if ("buildings" in place) {
    return ["building", place.buildings];
  }
  if ("door" in place) {
    return ["door", place.door];
  }
  if ("camera" in place) {
    return ["camera", place.camera];
  }
  if ("input" in place) {
    return ["input", place.input];
  }
  if ("apartmentOrBuilding" in place) {
    return ["apartmentOrBuilding", place.apartmentOrBuilding];
  }
  if ("building" in place) {
    return ["building", place.building];
  }
  if ("tower" in place) {
    return ["tower", place.tower];
  }
  if ("floor" in place) {
    return ["floor", place.floor];
  }
  return ["apartment", place.apartment];
}

const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const isId = (value: unknown): value is string => typeof value === "string" && ID.test(value);
