import type { Access, PlaceSource } from "@umbral/contract/lib/endpoint";
import { belongsTo, may, maySomewhere, type Place } from "@umbral/contract/lib/policy";
import type { Actor, Person } from "./context.ts";
import { Refused } from "./refused.ts";

/** What the gate must find out before it lets anybody through. The rooms that know give the answers. */
export interface Gate {
  /** The person behind a token whose session is open; null for any other token. */
  actorOfToken(token: string): Promise<Actor | null>;
  /** The same for a session known by its id. */
  actorOfSession(sessionId: string): Promise<Actor | null>;
  /** An active person, without any session: who answers by telephone. */
  personOf(userId: string): Promise<Person | null>;
  /** The people of those of these sessions that are open. */
  actorsOfSessions(sessionIds: readonly string[]): Promise<Actor[]>;
  /** Where a building, tower, floor or apartment is; null when there is none with this id. */
  placeOf(kind: PlaceKind, id: string): Promise<Place | null>;
  /** The two people of a call. */
  partiesOf(callId: string): Promise<{ callerId: string; calleeId: string } | null>;
}

export type PlaceKind = "building" | "tower" | "floor" | "apartment";

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
  if (access.kind === "party") {
    await authoriseParty(gate, actor, field(access.call));
    return;
  }
  const { permission, or, place } = access;
  if (place === "somewhere") {
    if (!maySomewhere(actor, permission) && !(or !== undefined && maySomewhere(actor, or))) {
      throw new Refused("NOT_ALLOWED");
    }
    return;
  }
  const found = await findPlaceOf(gate, place, field);
  if (found === null || !belongsTo(actor, found.buildingId)) {
    throw new Refused("NOT_FOUND");
  }
  if (!may(actor, permission, found)) {
    throw new Refused("NOT_ALLOWED");
  }
}

async function authoriseParty(gate: Gate, actor: Actor, callId: unknown): Promise<void> {
  const parties = isId(callId) ? await gate.partiesOf(callId) : null;
  if (parties === null || (parties.callerId !== actor.id && parties.calleeId !== actor.id)) {
    throw new Refused("CALL_NOT_FOUND");
  }
}

async function findPlaceOf(
  gate: Gate,
  place: PlaceSource,
  field: (name: string) => unknown,
): Promise<Place | null> {
  const [kind, name] = placeName(place);
  const id = field(name);
  if (!isId(id)) {
    return null;
  }
  return kind === "apartmentOrBuilding"
    ? ((await gate.placeOf("apartment", id)) ?? gate.placeOf("building", id))
    : gate.placeOf(kind, id);
}

function placeName(place: PlaceSource): [PlaceKind | "apartmentOrBuilding", string] {
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
