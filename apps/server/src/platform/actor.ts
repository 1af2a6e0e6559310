import type { Principal } from "@umbral/contract/lib/policy";
import type { TokenRight } from "@umbral/contract/lib/token-rights";

/** Somebody on whose behalf something is done, and the approved spaces that decide what they may do. */
export interface Person extends Principal {
  id: string;
}

/** A device of a building's lobby. */
export interface KioskOfActor {
  id: string;
  buildingId: string;
  /** Whom its calls are of: itself, whoever is on shift. */
  userId: string;
  /** The device's own session, which outlasts the shifts. */
  sessionId: string;
}

/** The guest of a pass, who may read it and make its one call. */
export interface GuestOfActor {
  passId: string;
  buildingId: string;
}

/**
 * A program that holds an API token. It is nobody's actor: what is for people cannot be given one, and what is for tokens
 * takes nobody else.
 */
export interface TokenCaller {
  tokenId: string;
  /** What it did stands under this account, which is called as the token. */
  accountId: string;
  name: string;
  buildingId: string;
  rights: readonly TokenRight[];
  /** The doors that it may open. */
  doorIds: readonly string[];
  expiresAt: Date | null;
}

/** Who stands before the sign at a building's entrance, who may read its homes and make one call. */
export interface VisitorOfActor {
  signId: string;
  buildingId: string;
}

/** Who asks: a person with an open session, a device of the lobby with nobody on shift, a guest, or who rings by a sign. */
export interface Actor extends Person {
  sessionId: string;
  /** A second factor was shown in this session, or none is asked of the account (the demonstration's). */
  hasSecondFactor: boolean;
  /** Where they are on shift, or what asks by itself. */
  kiosk?: KioskOfActor;
  /** Absent of everybody who has an account. Who has it may do nothing but what is opened to guests by name. */
  guest?: GuestOfActor | VisitorOfActor;
}

/** A call at a device of the lobby is the device's: it goes on when a shift ends, and rings no doorman at home. */
export const callingAs = (actor: Actor): Actor =>
  actor.kiosk ? { ...actor, id: actor.kiosk.userId, sessionId: actor.kiosk.sessionId } : actor;
