import { scheduleWords } from "@umbral/contract/access-control/access-words";
import type { GuestPass } from "@umbral/contract/passes/guest-page.contract";
import type { PassRefusal } from "@umbral/contract/passes/pass-rules";
import type { GuestOfActor } from "../../platform/actor.ts";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { insertGuestAccount } from "../accounts/index.ts";
import { openGuestSession } from "../auth/guest-sessions.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { findPage, lockGuest, nameGuest, type PageRow } from "./guest-page.queries.ts";
import { digestOfPassSecret, openPass } from "./pass-secrets.ts";
import { refusalOfPass } from "./pass-verdict.ts";

/** Secrets that nobody has, from one network in 15 minutes. */
const WRONG_SECRETS = 10;
/** How often one page is opened in 15 minutes, by everybody who was sent it. */
const OPENED = 100;

/** A pass as its guest's call asks for it: whom it rings, and whether it may now. */
export interface RingingPass {
  id: string;
  buildingId: string;
  /** Null for a guest of the building, and where the home is gone. */
  apartmentId: string | null;
  isOfHome: boolean;
  refusal: PassRefusal | null;
}

/** What the page needs of those who can be rung. */
export type AnybodyToRing = (pass: RingingPass) => Promise<boolean>;

/**
 * Trades the secret of a guest's page for a session. Only what nobody has is counted as a failure; a page that was let go
 * is that too.
 * @throws {Refused} GUEST_PAGE_NOT_VALID, TOO_OFTEN
 */
export async function beginSessionOfGuest(
  services: Services,
  tokens: SessionTokens,
  isAnybodyToRing: AnybodyToRing,
  { secret, address, userAgent }: { secret: string; address: string; userAgent: string },
): Promise<{ token: string; expiresAt: string; pass: GuestPass }> {
  const { db, clock, newId, digest } = services;
  const wrong: Limit[] = [{ subject: ["guest-page", networkOf(address)], most: WRONG_SECRETS }];
  const now = clock.now();
  await take(services, wrong, now);
  const page = await findPage(db, { secretDigest: digestOfPassSecret(digest, secret) });
  if (!page) {
    throw new Refused("GUEST_PAGE_NOT_VALID");
  }
  await giveBackAttempt(db, wrong, now);
  await take(services, [{ subject: ["guest-page-opened", page.id], most: OPENED }], now);
  const session = await db.transaction().execute(async (trx) => {
    const guest = await lockGuest(trx, page.id);
    if (!guest) {
      throw new Refused("GUEST_PAGE_NOT_VALID");
    }
    const userId = guest.guestId ?? newId();
    if (guest.guestId === null) {
      await insertGuestAccount(trx, { id: userId, name: guest.name });
      await nameGuest(trx, page.id, userId);
    }
    return openGuestSession(services, trx, { passId: page.id, userId, userAgent });
  });
  return {
    token: await tokens.issueToGuest(session),
    expiresAt: session.expiresAt.toISOString(),
    pass: await asGuestPass(services, isAnybodyToRing, page),
  };
}

async function take({ db }: Services, limits: readonly Limit[], now: Date): Promise<void> {
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}

/** @throws {Refused} GUEST_PAGE_NOT_VALID */
export async function ownPassOf(
  services: Services,
  isAnybodyToRing: AnybodyToRing,
  guest: GuestOfActor,
): Promise<{ pass: GuestPass }> {
  return { pass: await asGuestPass(services, isAnybodyToRing, await pageOf(services, guest)) };
}

/** @throws {Refused} GUEST_PAGE_NOT_VALID */
export async function ringingPassOf(services: Services, guest: GuestOfActor): Promise<RingingPass> {
  return asRinging(services, await pageOf(services, guest));
}

async function pageOf({ db }: Services, { passId }: GuestOfActor): Promise<PageRow> {
  const page = await findPage(db, { passId });
  if (!page) {
    throw new Refused("GUEST_PAGE_NOT_VALID");
  }
  return page;
}

const asRinging = async (services: Services, page: PageRow): Promise<RingingPass> => ({
  id: page.id,
  buildingId: page.buildingId,
  apartmentId: page.apartmentId,
  isOfHome: page.madeAs === "home",
  refusal: await refusalOfPass(services, page),
});

/** After one of these nobody comes in by the pass any more. */
const OVER: readonly PassRefusal[] = ["taken-back", "expired", "used-up"];

async function asGuestPass(
  services: Services,
  isAnybodyToRing: AnybodyToRing,
  page: PageRow,
): Promise<GuestPass> {
  const ringing = await asRinging(services, page);
  const { refusal } = ringing;
  const isOver = refusal !== null && OVER.includes(refusal);
  const words = isOver ? null : openPass(services.secrets, page.id, page.sealed);
  return {
    firstName: page.isParty ? "" : firstNameOf(page.guestName),
    building: {
      name: page.buildingName,
      address: [page.address1, page.city].filter((part) => part !== "").join(", "),
      timeZone: page.timeZone,
    },
    hours: page.hours === null ? null : scheduleWords(page.hours),
    from: page.startsAt.toISOString(),
    until: page.endsAt.toISOString(),
    entriesLeft: page.entries === null ? null : Math.max(0, page.entries - page.entered),
    code: words?.code ?? null,
    refusal,
    mayRing: refusal === null && (await isAnybodyToRing(ringing)),
  };
}

/** Of people a guest's page tells no more. */
export const firstNameOf = (name: string): string => name.trim().split(/\s+/)[0] ?? "";
