import type { Role } from "@umbral/contract/lib/roles";
import type { SaidOfPerson } from "@umbral/contract/registration/registration.contract";
import { TERMS_VERSION } from "@umbral/contract/registration/terms.contract";
import type { Services } from "../../platform/context.ts";
import { isDuplicate, type Trx } from "../../platform/database.ts";
import { takeOfHour } from "../../platform/hourly-ceilings.queries.ts";
import { withPictures } from "../../platform/kept-pictures.ts";
import { readPicture } from "../../platform/pictures.ts";
import { Refused } from "../../platform/refused.ts";
import { completeAccount, insertAccount } from "../accounts/index.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { voidLinksOf } from "../auth/links.service.ts";
import { type Applicant, alreadyExists } from "./applicant.ts";
import { spendClaim } from "./claims.ts";
import { insertAcceptance } from "./registration.queries.ts";

/** What somebody says about themselves. */
export interface Account extends SaidOfPerson {
  /** Null for who registers quickly, and for who keeps the password they have. */
  passwordHash: string | null;
  photo: Blob;
}

/** What the person was given with it: the space that they ask for or have now. */
interface Granted {
  spaceId: string;
  buildingId: string;
  role: Role;
}

/**
 * Makes the account, completes it, or leaves it as it is, together with what `grant` gives to its person:
 * all of it, pictures too, or nothing.
 * @returns the id of the space
 * @throws {Refused} ALREADY_EXISTS also when somebody else was quicker by a moment; UNAVAILABLE when strangers left as many
 *   pictures in this hour as are taken
 */
export async function keepAccount(
  services: Services,
  applicant: Applicant,
  account: Account,
  address: string,
  grant: (trx: Trx, person: { userId: string; email: string }) => Promise<Granted>,
): Promise<string> {
  const { newId, clock } = services;
  const isKept =
    applicant.kind === "known" || (applicant.kind === "claiming" && account.passwordHash === null);
  const nextHour = isKept ? 0 : await takeOfHour(services.db, services, "visitor-pictures");
  if (nextHour > 0) {
    throw new Refused("UNAVAILABLE", { retryAfter: nextHour });
  }
  // Outside of the transaction: decoding takes a while.
  const photo = isKept ? null : await readPicture(account.photo, "photo");
  const person =
    applicant.kind === "new"
      ? { userId: newId(), email: account.email }
      : { userId: applicant.userId, email: isKept ? applicant.email : account.email };
  try {
    return await withPictures(services, async (trx, keep) => {
      if (applicant.kind === "claiming") {
        await spendClaim(trx, applicant.claim);
      }
      if (photo) {
        const photoFileId = await keep("profile", photo.bytes);
        await writeAccount(trx, applicant, { ...account, id: person.userId, photoFileId });
      }
      const granted = await grant(trx, person);
      const at = clock.now();
      await writeAcceptance(services, trx, { userId: person.userId, at, address });
      await writeAuditLine(trx, {
        buildingId: granted.buildingId,
        actorId: person.userId,
        action: "registration.made",
        subjectId: granted.spaceId,
        detail: { role: granted.role, account: applicant.kind, terms: TERMS_VERSION },
        at,
      });
      return granted.spaceId;
    });
  } catch (error) {
    throw duplicateOf(error) ?? error;
  }
}

/** Writes down that somebody accepted the terms as they are now, in the action that they accepted them for. */
export async function writeAcceptance(
  { newId }: Pick<Services, "newId">,
  trx: Trx,
  { userId, at, address }: { userId: string; at: Date; address: string },
): Promise<void> {
  await insertAcceptance(trx, { id: newId(), userId, version: TERMS_VERSION, at, address });
}

async function writeAccount(
  trx: Trx,
  applicant: Applicant,
  account: Omit<Account, "photo"> & { id: string; photoFileId: string },
): Promise<void> {
  if (applicant.kind === "new") {
    await insertAccount(trx, account);
  } else if (await completeAccount(trx, account)) {
    await voidLinksOf(trx, account.id);
  } else {
    throw alreadyExists("cedula");
  }
}

/** Two people at once: the database lets one of them have the cédula or the address. */
function duplicateOf(error: unknown): Error | undefined {
  if (isDuplicate(error, "users_cedula_key")) {
    return alreadyExists("cedula");
  }
  return isDuplicate(error, "users_email") ? alreadyExists("email") : undefined;
}
