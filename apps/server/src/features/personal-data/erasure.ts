import { ERASED_NAME } from "@umbral/contract/personal-data/personal-data-limits";
import { normalCedula } from "@umbral/contract/registration/personal-data";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { freeTexts } from "../../platform/personal-columns.ts";
import { deleteUnusedOf } from "../../platform/pictures.queries.ts";
import { Refused } from "../../platform/refused.ts";
import { eraseAccount, lockPerson } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { forgetNames } from "../audit/forget-person.ts";
import { endAllSessionsOf } from "../auth/sessions.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { cardsOfPeople } from "../cards/cards-of-people.ts";
import { endAllSpaces } from "../spaces/index.ts";
import { isFreed } from "../users/free-cedula.ts";
import { findHold } from "./legal-holds.queries.ts";
import { tablesOfPeople } from "./person-tables.ts";
import { eraseRows, findPicturesOf, type NamedPerson, strikeOut } from "./personal-rows.queries.ts";

/** A shorter tag may be a number of anything. */
const TAG_LENGTH = 8;

/** Full names are struck out of free texts; of one word alone nobody can say whose it is. */
const isFullName = (name: string): boolean => name.includes(" ");

interface Erasure {
  userId: string;
  /** Their document's number, typed by who erases them; the name of who has none. */
  typed: string;
  /** Null for the console. */
  actorId: string | null;
}

/** What has to be done once it is committed. */
export interface Erased {
  /** Pictures whose bytes are to go. What a killed process leaves is swept later. */
  pictures: string[];
  sessions: string[];
  spaces: { buildingId: string; apartmentId: string | null }[];
}

/**
 * Takes everything of somebody out of every table, or what is personal in it, as `person-tables.ts` says. Controllers are
 * told as of any other card that goes: the database itself notes whose entries are different now.
 * @throws {Refused} USER_NOT_FOUND, PERSON_HELD, ERASURE_NOT_CONFIRMED
 */
export async function eraseIn(
  { clock }: Pick<Services, "clock">,
  trx: Trx,
  { userId, typed, actorId }: Erasure,
): Promise<Erased> {
  const person = await lockPerson(trx, userId);
  if (!person) {
    throw new Refused("USER_NOT_FOUND");
  }
  if (await findHold(trx, userId)) {
    throw new Refused("PERSON_HELD");
  }
  if (!isThem(person, typed)) {
    throw new Refused("ERASURE_NOT_CONFIRMED", {
      errors: [{ property: "typed", message: "no es el documento de esta persona" }],
    });
  }
  const at = clock.now();
  const pictures = await findPicturesOf(trx, person);
  const cards = (await cardsOfPeople(trx, [userId])).get(userId) ?? [];
  const spaces = await endAllSpaces(trx, userId, at);
  for (const apartmentId of new Set(spaces.flatMap((space) => space.apartmentId ?? []))) {
    await refreshActive(trx, apartmentId, at);
  }
  const sessions = await endAllSessionsOf(trx, userId, at);
  // First: what hangs on the account by triggers finds somebody without name from here on.
  await eraseAccount(trx, userId, ERASED_NAME);
  for (const table of tablesOfPeople) {
    await eraseRows(trx, table, person);
  }
  const { name, cedula, email, phone } = person;
  const known = [cedula ?? "", email, phone, isFullName(name) ? name : ""].filter((word) => word !== "");
  const tags = cards.map(({ tag }) => tag).filter((tag) => tag.length >= TAG_LENGTH);
  const struck = [...known, ...tags];
  for (const text of struck.length === 0 ? [] : freeTexts) {
    await strikeOut(trx, text, struck, ERASED_NAME);
  }
  await forgetNames(trx, [...known, name]);
  await writeAuditLine(trx, {
    buildingId: null,
    actorId,
    action: "personal-data.erased",
    subjectId: userId,
    detail: { spaces: spaces.length, sessionsEnded: sessions.length, pictures: pictures.length },
    at,
  });
  return { pictures: await deleteUnusedOf(trx, pictures), sessions, spaces };
}

/** Who has no number, or from whom it was taken back, is named by their name. */
function isThem({ cedula, name }: NamedPerson & { name: string }, typed: string): boolean {
  return cedula === null || isFreed(cedula)
    ? typed.trim().toLowerCase() === name.toLowerCase()
    : normalCedula(typed) === cedula;
}
