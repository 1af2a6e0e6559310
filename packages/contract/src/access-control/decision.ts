import { z } from "zod";
import type { LocalMoment } from "../lib/weekly-hours.ts";
import { holdsAt, minutesLeft, type ScheduleHours } from "./schedules.ts";

const MINUTE_MS = 60_000;

/*
 * Who comes in (decisions §8). One rule for the app, where the server asks it, and for what is held to a reader, where
 * the controller does: no clock, no disk and no line in here, all of it is handed in.
 */

/** Why somebody is not let in. */
export const RefusalReason = z.enum([
  /** Nobody's card or PIN, and no pass. */
  "unknown",
  /** Lost, or taken away for now: the card, or its holder. */
  "suspended",
  /** The credential's own time is over, or has not begun. */
  "expired",
  /** Comes in elsewhere. */
  "not-this-door",
  /** Comes in here at another time. */
  "not-now",
  /** The door is locked for all but a few. */
  "door-locked",
  /** The server has been away for longer than the building allows. */
  "offline-too-long",
  /** Needs a clock, and the controller has none that it can trust. */
  "clock-untrusted",
  /** As many came in by the pass as it is for. */
  "used-up",
  /** Another controller counts who comes in by the pass, or nobody can count now. */
  "decided-elsewhere",
]);
export type RefusalReason = z.infer<typeof RefusalReason>;

/** `controller-away`: nobody here decided; the board at the door was alone, and has fewer people on its list. */
export const AccessOutcome = z.enum(["granted", ...RefusalReason.options, "controller-away"]);
export type AccessOutcome = z.infer<typeof AccessOutcome>;

/** What is held to a reader, or typed there. */
export const CredentialKind = z.enum(["card", "pin", "pass"]);
export type CredentialKind = z.infer<typeof CredentialKind>;

export const CredentialState = z.enum(["active", "lost", "suspended", "expired"]);
export type CredentialState = z.infer<typeof CredentialState>;

/** From a moment, until another one; null on a side without an end. In milliseconds since 1970. */
export interface Span {
  from: number | null;
  until: number | null;
}

/** Some doors, at some times: what one access level gives to one person. */
export interface Reach extends Span {
  levelId: string;
  doors: ReadonlySet<string>;
  /** Null for always. */
  schedule: ScheduleHours | null;
  /** Comes in where a door is locked for the others. */
  passesLocked: boolean;
  /** Comes in however long the server has been away. */
  outlastsServer: boolean;
}

/** What a door is beyond its lock: locked beats free. In milliseconds since 1970; null for not. */
export interface DoorMode {
  lockedUntil: number | null;
  freeUntil: number | null;
  /** It is free within these hours. */
  freeHours: ScheduleHours | null;
}

/** What it is like when somebody asks. */
export interface Circumstances {
  now: number;
  /** The same moment on the building's wall. */
  local: LocalMoment;
  isHoliday: (day: string) => boolean;
  /** False while the clock may be wrong: nothing that needs it is granted. */
  isClockTrusted: boolean;
  /** It is not earlier than this, whatever the clock says: the last moment that was sure. 0 where none was. */
  notBefore: number;
  /** Has the server been away for longer than the building allows? */
  isOfflineTooLong: boolean;
}

export interface Attempt {
  doorId: string;
  /** What was held to the reader or typed; null for the app, where the session is. Undefined for what nobody knows. */
  credential: (Span & { kind: CredentialKind; state: CredentialState }) | null | undefined;
  isHolderSuspended: boolean;
  reaches: readonly Reach[];
  mode: DoorMode;
}

export type Decision =
  | { outcome: "granted"; levelId: string }
  | { outcome: "refused"; reason: RefusalReason };

/** What a door is at a moment, and until when; `until` is null where nobody can say. */
export type DoorState =
  | { mode: "normal" }
  | { mode: "locked"; until: number | null }
  | { mode: "free"; until: number | null; origin: "APP" | "SCHEDULE" };

/**
 * Is a door locked, free or neither? Without a clock what was free ends and what was locked stays, unless it was over by the
 * last moment that was sure. Of two reasons to be free the one that lasts longer is told.
 */
export function stateAt(
  { lockedUntil, freeUntil, freeHours }: DoorMode,
  {
    now,
    local,
    isHoliday,
    isClockTrusted,
    notBefore,
  }: Pick<Circumstances, "now" | "local" | "isHoliday" | "isClockTrusted" | "notBefore">,
): DoorState {
  if (lockedUntil !== null && (isClockTrusted ? now : notBefore) < lockedUntil) {
    return { mode: "locked", until: isClockTrusted ? lockedUntil : null };
  }
  if (!isClockTrusted) {
    return { mode: "normal" };
  }
  const minutes = freeHours === null ? 0 : minutesLeft(freeHours, local, isHoliday);
  // Hours end with a full minute.
  const hoursUntil = minutes === null ? null : now - (now % MINUTE_MS) + minutes * MINUTE_MS;
  if (minutes !== 0 && (freeUntil === null || hoursUntil === null || freeUntil <= hoursUntil)) {
    return { mode: "free", until: hoursUntil, origin: "SCHEDULE" };
  }
  return freeUntil !== null && now < freeUntil
    ? { mode: "free", until: freeUntil, origin: "APP" }
    : { mode: "normal" };
}

/** The same without its end. */
export const modeAt = (...asked: Parameters<typeof stateAt>): DoorState["mode"] => stateAt(...asked).mode;

/** May they come in, by which level, or why not? The reason is the first that stands in the way. */
export function decide(attempt: Attempt, here: Circumstances): Decision {
  const { credential, doorId } = attempt;
  if (credential === undefined) {
    return refused("unknown");
  }
  if (attempt.isHolderSuspended || credential?.state === "lost" || credential?.state === "suspended") {
    return refused("suspended");
  }
  if (credential && (credential.state === "expired" || isOver(credential, here))) {
    return refused("expired");
  }
  const atThisDoor = attempt.reaches.filter(({ doors }) => doors.has(doorId));
  if (atThisDoor.length === 0) {
    return refused("not-this-door");
  }
  // What is typed may have been seen over a shoulder: without a clock it is not believed at any door.
  const isTyped = credential !== null && credential.kind !== "card";
  if (!here.isClockTrusted && (isTyped || !needsNoClock(credential, here))) {
    return refused("clock-untrusted");
  }
  const now = atThisDoor.filter((reach) =>
    here.isClockTrusted ? holdsNow(reach, here) : reach.schedule === null && needsNoClock(reach, here),
  );
  if (now.length === 0) {
    return refused(here.isClockTrusted ? "not-now" : "clock-untrusted");
  }
  const beyondLock =
    modeAt(attempt.mode, here) === "locked" ? now.filter(({ passesLocked }) => passesLocked) : now;
  if (beyondLock.length === 0) {
    return refused("door-locked");
  }
  const [by] = here.isOfflineTooLong ? beyondLock.filter(({ outlastsServer }) => outlastsServer) : beyondLock;
  return by ? { outcome: "granted", levelId: by.levelId } : refused("offline-too-long");
}

/**
 * From when until when they come in by this door at any hour, and without anybody asking the time: for what decides without
 * the controller. Each span is what one level gives, within the credential's own.
 */
export function alwaysSpans({ credential, ...attempt }: Attempt, here: Circumstances): Span[] {
  if (credential?.state !== "active" || attempt.isHolderSuspended) {
    return [];
  }
  const isLocked = modeAt(attempt.mode, here) === "locked";
  return attempt.reaches
    .filter(
      ({ doors, schedule, passesLocked, outlastsServer }) =>
        doors.has(attempt.doorId) &&
        schedule === null &&
        (!isLocked || passesLocked) &&
        (!here.isOfflineTooLong || outlastsServer),
    )
    .map(({ from, until }) => ({
      from: latest(from, credential.from),
      until: earliest(until, credential.until),
    }));
}

const latest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);

const earliest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other);

const refused = (reason: RefusalReason): Decision => ({ outcome: "refused", reason });

/** Its time has not begun, or is over. An end needs a clock: without one it is another reason. */
const isOver = (span: Span, { now, isClockTrusted }: Circumstances): boolean =>
  isClockTrusted && !isOn(span, now);

const isOn = ({ from, until }: Span, now: number): boolean =>
  (from === null || from <= now) && (until === null || now < until);

/** It has no end, and began before the last moment that was sure. */
const needsNoClock = (span: Span | null, { notBefore }: Circumstances): boolean =>
  span === null || (span.until === null && (span.from === null || span.from <= notBefore));

const holdsNow = (reach: Reach, { now, local, isHoliday }: Circumstances): boolean =>
  isOn(reach, now) && (reach.schedule === null || holdsAt(reach.schedule, local, isHoliday));
