import { maySomewhere, type Principal } from "@umbral/contract/lib/policy";

const HOUR_MS = 3_600_000;
/** An administration's screen that nobody uses is closed to whoever finds it the next day. */
const ADMINISTRATION_IDLE_MS = 12 * HOUR_MS;
/** Long enough that a phone which only rings now and then stays signed in. */
const IDLE_MS = 60 * 24 * HOUR_MS;

/** A device of a lobby that stood in a cupboard for a year is another one. A shift is over long before. */
const DEVICE_IDLE_MS = 365 * 24 * HOUR_MS;

/** How old the note of a session's last use may be before it is written again. */
const TOUCH_AFTER_MS = 5 * 60_000;
const TOUCH_ADMINISTRATION_AFTER_MS = 60_000;

/** Who runs the platform or a building. */
const administers = (person: Principal): boolean => maySomewhere(person, "buildings.administer");

function idleMsOf(person: Principal): number {
  if (person.kiosk) {
    return person.spaces.length > 0 ? ADMINISTRATION_IDLE_MS : DEVICE_IDLE_MS;
  }
  return administers(person) ? ADMINISTRATION_IDLE_MS : IDLE_MS;
}

/** When a session of this person ends that is used now and never again. */
export const sessionEnd = (person: Principal, usedAt: Date): Date =>
  new Date(usedAt.getTime() + idleMsOf(person));

/** Was it left alone for too long, for what its person is today? A role may have come since it was used last. */
export const isLeftAlone = (person: Principal, usedAt: Date, now: Date): boolean =>
  sessionEnd(person, usedAt) <= now;

/** A use since then is known well enough. */
export const touchedSince = (person: Principal, now: Date): Date =>
  new Date(now.getTime() - (administers(person) ? TOUCH_ADMINISTRATION_AFTER_MS : TOUCH_AFTER_MS));
