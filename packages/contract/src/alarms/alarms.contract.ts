import { z } from "zod";
import { DoorAction } from "../doors/doors.contract.ts";
import { endpoint, whoMay, whoMayBeingThere } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { personal } from "../lib/personal.ts";
import { ErrorCode } from "../lib/refusals.ts";
import { NOTE_LENGTH, RAISERS_TOLD } from "./alarm-limits.ts";

/** What people raise: an intruder, or an emergency such as an earthquake or a fire. */
export const AlarmEvent = z.enum(["INTRUSION", "EMERGENCY"]);
export type AlarmEvent = z.infer<typeof AlarmEvent>;

/** What may be asked of a building (specification §3, decisions §5). */
export const UserEvent = z.enum(["INTRUSION", "EMERGENCY", "MUTE", "RESTART_RPI"]);
export type UserEvent = z.infer<typeof UserEvent>;

/**
 * What the building's siren does, as its controller said: `none` when the building has no siren, `unknown`
 * when the controller did not answer.
 */
export const SirenState = z.enum(["sounding", "silent", "none", "unknown"]);
export type SirenState = z.infer<typeof SirenState>;

const Note = z.string().trim().max(NOTE_LENGTH);

const Named = z.object({ id: z.uuid(), name: z.string() });

/** Somebody in an alarm, and the home from which they are in this building. */
export const AlarmPerson = z.object({
  id: z.uuid(),
  name: personal("identity", z.string()),
  apartment: z.object({ id: z.uuid(), name: z.string(), tower: Named, floor: Named }).nullable(),
});
export type AlarmPerson = z.infer<typeof AlarmPerson>;

const At = z.object({ at: z.iso.datetime() });

/**
 * An alarm as a case: raised by one or more, seen, silenced knowingly, closed with a note. In a building
 * there is one active alarm of each kind: who raises it again joins it.
 */
export const Alarm = z.object({
  id: z.uuid(),
  event: AlarmEvent,
  /** A drill says so wherever it is shown. */
  drill: z.boolean(),
  buildingId: z.uuid(),
  buildingName: z.string(),
  at: z.iso.datetime(),
  /** The first one raised it; the others joined. */
  raisedBy: z.array(AlarmPerson.extend(At.shape)).min(1),
  /** When each said so last: what is raised again is to be seen again. */
  seenBy: z.array(AlarmPerson.extend(At.shape)),
  siren: SirenState,
  /** The lobby confirmed it: the doors that an emergency frees are free, for half an hour at most. */
  confirmed: At.extend({ by: AlarmPerson }).nullable().optional(),
  silenced: At.extend({ by: AlarmPerson, reason: z.string() }).nullable(),
  closed: At.extend({ by: AlarmPerson, note: z.string() }).nullable(),
});
export type Alarm = z.infer<typeof Alarm>;

/** What everybody who may hear it is told, and again on `init` while it is active (decisions §6). */
export const AlarmNews = z.object({
  id: z.uuid(),
  event: AlarmEvent,
  buildingId: z.uuid(),
  buildingName: z.string(),
  by: AlarmPerson,
  at: z.iso.datetime(),
  /** When it was raised last, by whomever: whoever had seen it before that is to see it again. */
  lastRaisedAt: z.iso.datetime().optional(),
  drill: z.boolean(),
  /** How many people have raised it. */
  raisedBy: z.number().int().positive(),
  /** The first of them, at most `RAISERS_TOLD`: they are shown who has seen it. */
  raiserIds: z.array(z.uuid()).max(RAISERS_TOLD).optional(),
  silencedBy: AlarmPerson.optional(),
  /** Told on `init`: has this person said 'Entendido' since it was raised last? */
  seen: z.boolean().optional(),
});
export type AlarmNews = z.infer<typeof AlarmNews>;

/**
 * Raises an alarm, silences what is active, or restarts the building's controller. `confirmed` tells
 * whether the controller answered that it did its part; the action itself stands either way.
 */
export const userEvent = message({
  event: "user_event",
  summary: "Raise or silence an alarm, or restart the building's controller",
  access: whoMay("alarms.raise", { building: "buildingId" }),
  payload: z.strictObject({
    buildingId: z.uuid(),
    event: UserEvent,
    /** When raising: it is one, by who may hold one. When silencing: only drills; what is real goes on. */
    drill: z.boolean().optional(),
    /** Only when silencing: why. */
    reason: Note.optional(),
  }),
  reply: z.object({
    /** The alarm raised or silenced; null when there was nothing to silence, or for a restart. */
    id: z.uuid().nullable(),
    confirmed: z.boolean(),
    siren: SirenState,
    /**
     * Only when silencing, and not drills alone: did every controller that has a way out, and every other that is there, hear that
     * no emergency frees its doors any more? Where one did not, they may stay free until their time is over.
     */
    isHeardByDoors: z.boolean().optional(),
    /** What the ways out of those are called: somebody has to look at them. */
    unheardDoors: z.array(z.string()).optional(),
  }),
});

/** A test of the siren or of a relay, by a platform administrator; answered like `door_action`. */
export const deviceAction = message({
  event: "device_action",
  summary: "Test the siren, or a door's relay",
  access: whoMay("controllers.restart", { building: "buildingId" }),
  payload: z.strictObject({
    buildingId: z.uuid(),
    /** `siren`, or a door's whole localId or id. */
    device: z.string().min(1).max(64),
    /** 200 sounds or opens, 201 silences or closes. */
    action: DoorAction,
    /** Told by the specification's client; it is its device and its action. */
    command: z.string().max(64).optional(),
    operator: z.string().max(120).optional(),
  }),
  reply: z.object({ device: z.string(), action: DoorAction }),
});

const ofBuilding = z.strictObject({ buildingId: z.uuid() });
const ofAlarm = z.strictObject({ buildingId: z.uuid(), alarmId: z.uuid() });

/** Alarms on one page. */
export const ALARMS_PAGE = 20;

export const listAlarms = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/alarms",
  summary: "Alarms of a building, newest first; those that nobody silenced with state=active",
  access: whoMay("alarms.read", { building: "buildingId" }),
  params: ofBuilding,
  query: z.strictObject({
    state: z.enum(["active", "all"]).default("all"),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
    limit: z.coerce.number().int().min(1).max(100).default(ALARMS_PAGE),
  }),
  body: z.undefined(),
  reply: z.object({ alarms: z.array(Alarm), totalPages: z.number().int() }),
});

export const readAlarm = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/alarms/{alarmId}",
  summary: "One alarm, with everybody in it",
  access: whoMay("alarms.read", { building: "buildingId" }),
  params: ofAlarm,
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({ alarm: Alarm }),
});

/** 'Entendido'. Saying it again changes nothing, until the alarm is raised again. */
export const seeAlarm = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/alarms/{alarmId}/seen",
  summary: "Say that I have seen this alarm",
  access: whoMay("alarms.read", { building: "buildingId" }),
  params: ofAlarm,
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({ alarm: Alarm }),
});

/**
 * The lobby confirms an emergency: the doors that were chosen for it are free as ways out until it is silenced, for half an
 * hour at most. Saying it again changes nothing. Refusals: ALARM_NOT_CONFIRMABLE (409) for a drill, an intrusion and what is
 * silent already.
 */
export const confirmAlarm = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/alarms/{alarmId}/confirm",
  summary: "Confirm an emergency, which frees the ways out",
  access: whoMayBeingThere("doors.set-mode", { building: "buildingId" }),
  params: ofAlarm,
  query: z.strictObject({}),
  body: z.strictObject({}).optional(),
  reply: z.object({
    alarm: Alarm,
    /** How many doors the controllers said are free by it now. */
    doors: z.number().int().nonnegative(),
    /** Did every controller answer, and every relay move? */
    isComplete: z.boolean(),
  }),
});

/** Only once it is silent. A second time is 409 with what was decided. */
export const closeAlarm = endpoint({
  method: "POST",
  path: "/api/buildings/{buildingId}/alarms/{alarmId}/close",
  summary: "Close a silenced alarm with a note",
  access: whoMay("alarms.close", { building: "buildingId" }),
  params: ofAlarm,
  query: z.strictObject({}),
  body: z.strictObject({ note: Note.min(1) }),
  reply: z.object({ alarm: Alarm }),
});

/** Server → browser. */
export const alarmEvents = {
  user_event: AlarmNews,
  "user_event:error": z.object({
    error: z.string(),
    code: ErrorCode,
    event: UserEvent.nullable(),
    buildingId: z.uuid().nullable(),
  }),
  /** Seen by one more, or closed: who shows this alarm asks again. */
  "alarm:changed": z.object({ id: z.uuid(), buildingId: z.uuid() }),
} as const;
