import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";
import { Role } from "../lib/roles.ts";
import { AccessOutcome } from "./decision.ts";
import { HolidayDate, ScheduleHours } from "./schedules.ts";

/*
 * Who comes in where and when, as the administration of a building makes it (decisions §8). A level is doors and hours;
 * people have it by what they are, or by name.
 */

const none = z.strictObject({});
const done = z.object({ ok: z.literal(true) });
const byBuilding = z.strictObject({ id: z.uuid() });
const byLevel = z.strictObject({ id: z.uuid(), levelId: z.uuid() });
const bySchedule = z.strictObject({ id: z.uuid(), scheduleId: z.uuid() });
const byDay = z.strictObject({ id: z.uuid(), day: HolidayDate });
const byGrant = z.strictObject({ id: z.uuid(), levelId: z.uuid(), userId: z.uuid() });
const administrators = whoMay("buildings.administer", { building: "id" });

const Name = z.string().trim().min(1).max(80);
const LevelName = notPersonal("of doors and hours", Name);
const ScheduleName = notPersonal("of hours", Name);
const HolidayName = notPersonal("of a day", Name);

/**
 * The doors of a level:
 * - `way-home`: the common ones, and those of the tower and the floor where somebody lives
 * - `entrance`: the one whose `localId` is 1
 */
export const LevelDoors = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("all") }),
  z.strictObject({ kind: z.literal("way-home") }),
  z.strictObject({ kind: z.literal("entrance") }),
  z.strictObject({ kind: z.literal("chosen"), doorIds: z.array(z.uuid()).max(2000) }),
]);
export type LevelDoors = z.infer<typeof LevelDoors>;

const levelFields = {
  name: LevelName,
  doors: LevelDoors,
  /** Null for always. */
  scheduleId: z.uuid().nullable(),
  /** Comes in where a door is locked for the others. */
  passesLocked: z.boolean(),
  /** Comes in however long the server has been away. */
  outlastsServer: z.boolean(),
};
export const AccessLevelFields = z.strictObject({
  ...levelFields,
  passesLocked: levelFields.passesLocked.default(false),
  outlastsServer: levelFields.outlastsServer.default(false),
});
export type AccessLevelFields = z.infer<typeof AccessLevelFields>;
/** A change names what is other. */
export const AccessLevelChange = z.strictObject(levelFields).partial();
export type AccessLevelChange = z.infer<typeof AccessLevelChange>;

export const AccessLevel = z.object({
  id: z.uuid(),
  ...levelFields,
  /** Who has it without being named. A level with any comes with the building and cannot be deleted. */
  forRoles: z.array(Role),
  /** How many people have it, by what they are or by name, now or later. */
  people: z.number().int(),
});
export type AccessLevel = z.infer<typeof AccessLevel>;

const scheduleFields = { name: ScheduleName, ...ScheduleHours.shape };
export const AccessScheduleFields = z.strictObject(scheduleFields);
export type AccessScheduleFields = z.infer<typeof AccessScheduleFields>;
export const AccessScheduleChange = AccessScheduleFields.partial();
export type AccessScheduleChange = z.infer<typeof AccessScheduleChange>;

export const AccessSchedule = z.object({
  id: z.uuid(),
  ...scheduleFields,
  /** How many levels keep to it: one that has any cannot be deleted. */
  levels: z.number().int(),
});
export type AccessSchedule = z.infer<typeof AccessSchedule>;

export const BuildingHoliday = z.object({
  day: HolidayDate,
  name: HolidayName,
  /** One that the building added to those of the country. */
  isOwn: z.boolean(),
});
export type BuildingHoliday = z.infer<typeof BuildingHoliday>;

/** For how long a controller goes on by itself, before only those come in who outlast the server. */
const OfflineDays = z.number().int().min(1).max(90);

/** All that decides who comes into a building, but for the people. */
export const BuildingAccess = z.object({
  timeZone: z.string(),
  offlineDays: OfflineDays,
  levels: z.array(AccessLevel),
  schedules: z.array(AccessSchedule),
  /** Of the next 12 months, Colombia's and the building's own; and its own later ones. */
  holidays: z.array(BuildingHoliday),
  /** Whose PIN became too short: there are more codes or keypads than when it was made. */
  shortPins: z.array(z.object({ userId: z.uuid(), name: personal("identity", z.string()) })).optional(),
  /** The doors that a level can be of, in the order of their numbers. */
  doors: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      localId: z.string(),
      /** For all but a few; null for as always. */
      lockedUntil: z.iso.datetime().nullable().optional(),
      /** For everybody; null for as always. */
      freeUntil: z.iso.datetime().nullable().optional(),
      freeScheduleId: z.uuid().nullable().optional(),
    }),
  ),
});
export type BuildingAccess = z.infer<typeof BuildingAccess>;

export const readAccess = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/access-levels",
  summary: "Levels, schedules and holidays of a building",
  access: administrators,
  params: byBuilding,
  query: none,
  body: z.undefined(),
  reply: BuildingAccess,
});

/** Refusals: NAME_TAKEN (409), DOOR_NOT_FOUND and SCHEDULE_NOT_FOUND (404) for those of no or another building. */
export const createAccessLevel = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/access-levels",
  summary: "Make a level of access",
  access: administrators,
  params: byBuilding,
  query: none,
  body: AccessLevelFields,
  reply: z.object({ level: AccessLevel }),
});

export const changeAccessLevel = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/access-levels/{levelId}",
  summary: "Change a level's name, doors, schedule or marks; it holds at once",
  access: administrators,
  params: byLevel,
  query: none,
  body: AccessLevelChange,
  reply: z.object({ level: AccessLevel }),
});

/** Whoever had it by name has it no longer. Refusals: LEVEL_OF_BUILDING (409). */
export const deleteAccessLevel = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/access-levels/{levelId}",
  summary: "Delete a level of access",
  access: administrators,
  params: byLevel,
  query: none,
  body: z.undefined(),
  reply: done,
});

export const createAccessSchedule = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/access-schedules",
  summary: "Make a schedule for levels of access",
  access: administrators,
  params: byBuilding,
  query: none,
  body: AccessScheduleFields,
  reply: z.object({ schedule: AccessSchedule }),
});

export const changeAccessSchedule = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/access-schedules/{scheduleId}",
  summary: "Change a schedule; every level that keeps to it follows at once",
  access: administrators,
  params: bySchedule,
  query: none,
  body: AccessScheduleChange,
  reply: z.object({ schedule: AccessSchedule }),
});

/** Refusals: SCHEDULE_IN_USE (409): a level without its schedule would be 'always'. */
export const deleteAccessSchedule = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/access-schedules/{scheduleId}",
  summary: "Delete a schedule that no level keeps to",
  access: administrators,
  params: bySchedule,
  query: none,
  body: z.undefined(),
  reply: done,
});

export const setBuildingHoliday = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/holidays/{day}",
  summary: "Make a day a holiday of the building, or rename it",
  access: administrators,
  params: byDay,
  query: none,
  body: z.strictObject({ name: HolidayName }),
  reply: z.object({ holiday: BuildingHoliday }),
});

/** Refusals: NOT_FOUND (404) for a day that is not the building's own. */
export const deleteBuildingHoliday = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/holidays/{day}",
  summary: "Take a holiday of its own from a building",
  access: administrators,
  params: byDay,
  query: none,
  body: z.undefined(),
  reply: done,
});

export const changeOfflineDays = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/offline-days",
  summary: "Say for how long a building's controllers go on by themselves without the server",
  access: administrators,
  params: byBuilding,
  query: none,
  body: z.strictObject({ offlineDays: OfflineDays }),
  reply: z.object({ offlineDays: OfflineDays }),
});

const moment = z.iso.datetime().nullable();

/** Some doors at some times, as one person has them. */
export const PersonLevel = z.object({
  levelId: z.uuid(),
  name: LevelName,
  /** By which of their roles; none for a level that was given to them by name. */
  roles: z.array(Role),
  from: moment,
  until: moment,
  /** Who gave it by name; null for what a role gives, and when that account is gone. */
  givenBy: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
  doors: z.array(z.object({ id: z.uuid(), name: z.string() })),
  /** Null for always. */
  schedule: ScheduleHours.nullable(),
});
export type PersonLevel = z.infer<typeof PersonLevel>;
const personReply = z.object({ levels: z.array(PersonLevel) });

/** Refusals: USER_NOT_FOUND (404) for who is nothing there and was given nothing. */
export const readPersonLevels = endpoint({
  method: "GET",
  path: "/api/{product}/users/{id}/access-levels",
  summary: "Where somebody comes in in a building, by what they are and by name",
  access: whoMay("buildings.administer", { person: "id" }),
  params: byBuilding,
  query: z.strictObject({ buildingId: z.uuid() }),
  body: z.undefined(),
  reply: personReply,
});

/**
 * Given again, it holds from and until what is said now. Refusals: USER_NOT_FOUND (404) for people who are nothing in
 * the building, GRANT_IN_THE_PAST (422).
 */
export const giveAccessLevel = endpoint({
  method: "PUT",
  path: "/api/{product}/buildings/{id}/access-levels/{levelId}/people/{userId}",
  summary: "Give somebody a level by name",
  access: administrators,
  params: byGrant,
  query: none,
  body: z
    .strictObject({ from: moment.default(null), until: moment.default(null) })
    .refine(({ from, until }) => from === null || until === null || Date.parse(from) < Date.parse(until), {
      path: ["until"],
      error: "debe ser después del comienzo",
    }),
  reply: personReply,
});

/** Refusals: NOT_FOUND (404) for who did not have it by name. */
export const takeAccessLevel = endpoint({
  method: "DELETE",
  path: "/api/{product}/buildings/{id}/access-levels/{levelId}/people/{userId}",
  summary: "Take from somebody a level that they had by name",
  access: administrators,
  params: byGrant,
  query: none,
  body: z.undefined(),
  reply: personReply,
});

const triedAt = { doorId: z.uuid(), at: z.iso.datetime() };

/**
 * 'Probar acceso', by who it is, by a card's number as it was read, or by a PIN as it is typed. What nobody of the building has is
 * answered as `unknown`. Refusals: USER_NOT_FOUND and DOOR_NOT_FOUND (404), TAG_NOT_VALID (422), TOO_OFTEN (429) after many PINs
 * that nobody has.
 */
export const testAccess = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/access-test",
  summary: "Ask whether somebody could come in by a door at a time, and why not",
  access: administrators,
  params: byBuilding,
  query: none,
  body: z.union([
    z.strictObject({ userId: z.uuid(), ...triedAt }),
    z.strictObject({ tag: personal("movement", z.string().trim().min(1).max(200)), ...triedAt }),
    z.strictObject({ pin: personal("secret", z.string().regex(/^\d{4,12}$/)), ...triedAt }),
  ]),
  reply: z.object({
    outcome: AccessOutcome,
    sentence: z.string(),
    /** Who comes in by a door on a board (UHPPOTE) while its controller is away; absent for all other doors. */
    alone: z.string().optional(),
    /** Whose it is; null for what nobody has. */
    person: z.object({ id: z.uuid(), name: personal("identity", z.string()) }).nullable(),
  }),
});
