import { maySomewhere } from "@umbral/contract/lib/policy";
import {
  PERSON_EVENTS,
  PERSON_PASSES,
  type PersonEvent,
  type PersonPage,
} from "@umbral/contract/users/person.contract";
import { KEPT_COUNTED } from "@umbral/contract/users/person-limits";
import type { Actor, Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { countReadingsOf, refusalsOf } from "../access-control/index.ts";
import { administeredBy, buildingOfPerson, findBuildingsOf, findValidationOf } from "../accounts/index.ts";
import { buildingsRead, writeAuditLine } from "../audit/audit.service.ts";
import { sessionsOfPerson } from "../auth/sessions.service.ts";
import { countCallsOf } from "../calls/calls-of-person.ts";
import { cardsOfPeople } from "../cards/cards-of-people.ts";
import { countOpeningsOf, openingsOf } from "../doors/openings-of-person.ts";
import { countPassesOf, passesOf } from "../passes/passes-of-person.ts";
import { countVisitsOf } from "../visits/visits-of-person.ts";
import { proposableBy, proposalsOf } from "./contact-proposals.service.ts";
import { isFreed } from "./free-cedula.ts";
import { findCarryingOfPerson, findPersonRow, findPlacesOfPerson } from "./person.queries.ts";
import { asPlace, isVouchedFor, movesOutOf, whereOf } from "./person-places.ts";

/**
 * All that one page says of somebody, as far as the reader's own buildings; the parts are asked for at the same time.
 * That it was read, and whether a face was shown, is written down.
 * @throws {Refused} USER_NOT_FOUND
 */
export async function readPersonFor(
  services: Services,
  actor: Actor,
  userId: string,
): Promise<{ person: PersonPage }> {
  const { db, clock, addresses } = services;
  const now = clock.now();
  await buildingOfPerson(services, db, actor, userId);
  const buildings = administeredBy(actor);
  const isPlatform = maySomewhere(actor, "platform.administer");
  const asked = { userId, buildings, now };
  const counted = { userId, buildings, most: KEPT_COUNTED };
  const newest = { userId, buildings, limit: PERSON_EVENTS };
  const [
    row,
    places,
    carriesIn,
    all,
    cards,
    validation,
    sessions,
    proposals,
    openings,
    refusals,
    passes,
    ...kept
  ] = await Promise.all([
    findPersonRow(db, userId),
    findPlacesOfPerson(db, asked),
    findCarryingOfPerson(db, asked),
    findBuildingsOf(db, userId, now),
    cardsOfPeople(db, [userId]),
    findValidationOf(db, userId, buildings),
    sessionsOfPerson(services, userId),
    proposalsOf(services, userId),
    openingsOf(db, newest),
    refusalsOf(db, newest),
    passesOf(services, actor, { userId, limit: PERSON_PASSES }),
    countOpeningsOf(db, counted),
    countReadingsOf(db, counted),
    countVisitsOf(db, counted),
    countCallsOf(db, counted),
    countPassesOf(db, counted),
  ]);
  if (!row) {
    throw new Refused("USER_NOT_FOUND");
  }
  const { photoFileId, userType, since, ...who } = row;
  const [keptOpenings, readings, visits, calls, keptPasses] = kept;
  const isElsewhere = buildings !== "everywhere" && all.some((id) => !buildings.includes(id));
  const hasAccount = userType === "USER";
  const mayDoAll = !isElsewhere;
  const administers = places.some(({ role }) => role === "ADMINISTRADOR");
  // Of the account beyond the building: for the administration of all their buildings, and never of another administrator.
  const looksAfter = hasAccount && mayDoAll && (isPlatform || !administers);
  const mayPropose = looksAfter && who.active;
  await writeDown(services, actor, userId, photoFileId === null ? 0 : 1);
  return {
    person: {
      ...who,
      // What stands in the place of a number that was taken back, or of none, is no number.
      cedula: hasAccount && who.cedula !== null && !isFreed(who.cedula) ? who.cedula : "",
      isWithoutAccount: !hasAccount,
      photo: await addresses.forFile(photoFileId),
      since: since.toISOString(),
      validation: validation && {
        at: validation.at.toISOString(),
        by: validation.by === null ? null : { name: validation.by },
      },
      places: places.map((place) => asPlace(place, actor, userId)),
      carriesIn: carriesIn.map(({ from, until, ...place }) => ({
        from: from?.toISOString() ?? null,
        until: until?.toISOString() ?? null,
        ...whereOf(place),
      })),
      cards: cards.get(userId) ?? [],
      sessions: looksAfter ? sessions : null,
      events: newestOf([...openings, ...refusals]),
      passes,
      kept: {
        openings: keptOpenings,
        readings,
        visits,
        calls,
        passes: keptPasses,
        hasIdentity: validation !== null,
        hasDocument: validation?.hasDocument === true,
      },
      proposals: mayPropose ? proposals : [],
      may: {
        changeAlias: hasAccount && mayDoAll,
        changePhone: hasAccount && isPlatform,
        propose: mayPropose ? proposableBy(services, actor) : [],
        switchActive: hasAccount && isPlatform,
        freeCedula: hasAccount && isPlatform && who.cedula !== null && !isFreed(who.cedula),
        validate: hasAccount && mayDoAll && who.cedula !== null && !isFreed(who.cedula),
        giveCards: mayDoAll && (!hasAccount || (who.verified && (isPlatform || validation !== null))),
        addPlace: hasAccount && who.active && userId !== actor.id && isVouchedFor(places),
        moveOutOf: movesOutOf(actor, userId, places),
      },
    },
  };
}

const newestOf = (events: PersonEvent[]): PersonEvent[] =>
  events.sort((one, other) => Date.parse(other.at) - Date.parse(one.at)).slice(0, PERSON_EVENTS);

async function writeDown(
  { db, clock }: Services,
  actor: Actor,
  userId: string,
  faces: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const buildingId of buildingsRead(actor)) {
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action: "users.page-shown",
        subjectId: userId,
        detail: { faces },
        at: clock.now(),
      });
    }
  });
}
