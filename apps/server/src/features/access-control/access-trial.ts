import type { testAccess } from "@umbral/contract/access-control/access-levels.contract";
import {
  accessSentence,
  boardAloneSentence,
  FREE_SENTENCE,
  NO_KEYPAD_SENTENCE,
} from "@umbral/contract/access-control/access-words";
import type { Attempt, CredentialKind } from "@umbral/contract/access-control/decision";
import { normalTag } from "@umbral/contract/cards/tags";
import type { z } from "zod";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { pinDigest } from "../../platform/pin-key.ts";
import { Refused } from "../../platform/refused.ts";
import { findBuildingsOf } from "../accounts/index.ts";
import { findCardByTag } from "../cards/index.ts";
import { findPerson } from "./grants.queries.ts";
import { asSaid, findOfBuilding } from "./grants.service.ts";
import { findKeypadDoors, findPinByDigest } from "./pins.queries.ts";
import { findDoorsToReach, isOnBoard } from "./reach.queries.ts";
import { standingOf } from "./standing.ts";

/** PINs that nobody has, of one person in 15 minutes: whoever administers may try one, and not look for all of them. */
const WRONG_PINS = 20;

type Asked = z.output<typeof testAccess.body>;
type Person = NonNullable<Awaited<ReturnType<typeof findPerson>>>;

/** Who is asked for, and by what they come. */
interface Found {
  by: CredentialKind | undefined;
  person: Person | undefined;
  /** Undefined for what nobody has. */
  credential: Attempt["credential"];
}

/**
 * 'Probar acceso': could they come in by this door then, and why not?
 * @throws {Refused} USER_NOT_FOUND, DOOR_NOT_FOUND, TAG_NOT_VALID, TOO_OFTEN
 */
export async function testAccessOf(
  services: Services,
  actor: Actor,
  buildingId: string,
  asked: Asked,
): Promise<z.input<typeof testAccess.reply>> {
  const { db } = services;
  const { doorId } = asked;
  const { by, person, credential } = await findAsked(services, actor, buildingId, asked);
  const door = (await findDoorsToReach(db, buildingId)).find(({ id }) => id === doorId);
  if (!door) {
    throw new Refused("DOOR_NOT_FOUND");
  }
  const named = person ? { id: person.id, name: person.name } : null;
  if (by === "pin" && !(await findKeypadDoors(db, buildingId)).includes(doorId)) {
    return { outcome: "not-this-door", sentence: NO_KEYPAD_SENTENCE, person: named };
  }
  const isSuspended = person?.active === false;
  // Whoever it is not has nothing anywhere.
  const of = { buildingId, userId: person?.id ?? buildingId };
  const standing = await standingOf(db, { ...of, at: new Date(asked.at), isSuspended });
  if (standing.modeOf(doorId).mode === "free") {
    return { outcome: "granted", sentence: FREE_SENTENCE, person: named };
  }
  const decision = standing.at(doorId, credential);
  const sentence = accessSentence({
    who: person?.name.trim().split(/\s+/)[0] ?? "",
    door: door.name,
    decision,
    reaches: standing.reaches
      .filter(({ doorIds }) => doorIds.includes(doorId))
      .map(({ levelId, schedule, from, until }) => ({ levelId, schedule, ...asSaid({ from, until }) })),
    isHoliday: standing.isHoliday,
    timeZone: standing.timeZone,
    by: isSuspended ? undefined : by,
  });
  const answer = {
    outcome: decision.outcome === "granted" ? ("granted" as const) : decision.reason,
    sentence,
    person: named,
  };
  if (!(await isOnBoard(db, doorId))) {
    return answer;
  }
  // Who is asked for by name is asked for with a card of theirs.
  const card = credential === null ? anyCard : credential;
  const isAlways = standing.isAlwaysAt(doorId, card);
  const isGranted = decision.outcome === "granted";
  return { ...answer, alone: boardAloneSentence({ isGranted, isAlways, by }) };
}

const anyCard: Attempt["credential"] = { kind: "card", state: "active", from: null, until: null };

function findAsked(services: Services, actor: Actor, buildingId: string, asked: Asked): Promise<Found> {
  if ("userId" in asked) {
    const { userId } = asked;
    return findOfBuilding(services, services.db, actor, { buildingId, userId }).then((person) => ({
      by: undefined,
      person,
      credential: null,
    }));
  }
  return "tag" in asked
    ? findByCard(services, buildingId, asked.tag)
    : findByPin(services, actor, buildingId, asked.pin);
}

/** A card of whoever is nothing in the building is nobody's there, as at its readers. */
async function findByCard(services: Services, buildingId: string, typed: string): Promise<Found> {
  const { db, clock } = services;
  const tag = normalTag(typed);
  if (tag === null) {
    throw new Refused("TAG_NOT_VALID", { errors: [{ property: "tag", message: "no es una tarjeta" }] });
  }
  const card = await findCardByTag(db, tag);
  if (!card || !(await findBuildingsOf(db, card.userId, clock.now())).includes(buildingId)) {
    return { by: "card", person: undefined, credential: undefined };
  }
  const state = card.isLost ? "lost" : card.active ? "active" : "suspended";
  return {
    by: "card",
    person: await findPerson(db, card.userId),
    credential: {
      kind: "card",
      state,
      from: card.from?.getTime() ?? null,
      until: card.until?.getTime() ?? null,
    },
  };
}

async function findByPin(
  services: Services,
  actor: Actor,
  buildingId: string,
  typed: string,
): Promise<Found> {
  const { db, clock } = services;
  const limits: Limit[] = [{ subject: ["access-trial-pin", actor.id], most: WRONG_PINS }];
  const now = clock.now();
  const wait = await takeAttempt(db, limits, now);
  if (wait > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter: wait });
  }
  const pin = await findPinByDigest(db, buildingId, pinDigest(services, buildingId, typed));
  if (!pin) {
    return { by: "pin", person: undefined, credential: undefined };
  }
  await giveBackAttempt(db, limits, now);
  return {
    by: "pin",
    person: await findPerson(db, pin.userId),
    credential: {
      kind: "pin",
      state: pin.suspendedAt === null ? "active" : "suspended",
      from: pin.from?.getTime() ?? null,
      until: pin.until?.getTime() ?? null,
    },
  };
}
