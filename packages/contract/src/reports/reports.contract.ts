import { z } from "zod";
import { RefusalReason } from "../access-control/decision.ts";
import { AlarmEvent } from "../alarms/alarms.contract.ts";
import { IntrusionKind } from "../alarms/intrusions.contract.ts";
import { OpenDoorOrigin } from "../doors/doors.contract.ts";
import { csvFile, endpoint, whoMay } from "../lib/endpoint.ts";
import { recordGaps } from "../lib/event-lists.ts";
import { notPersonal } from "../lib/personal.ts";

const DAYS_AT_MOST = 31;
const count = z.number().int().nonnegative();
const deviceName = notPersonal("of a device", z.string());

/** Of this century, as `2026-11`. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/);

/** A month of a building, counted. Nobody is named in it. */
export const MonthReport = z.object({
  building: z.object({ id: z.uuid(), name: notPersonal("of a place", z.string()), timeZone: z.string() }),
  month: Month,
  /**
   * Refused readings, and doors that were forced or held, are kept from this moment on, as the building chose; null when that is
   * before the month.
   */
  eventsKeptFrom: z.iso.datetime().nullable(),
  /** By day of the building's own month, the first day first. */
  days: z.object({
    openings: z.array(count).max(DAYS_AT_MOST),
    visits: z.array(count).max(DAYS_AT_MOST),
    /** People who came by an invitation: everybody of a party, each time that they came. */
    guests: z.array(count).max(DAYS_AT_MOST),
    refused: z.array(count).max(DAYS_AT_MOST),
  }),
  /** Doors that opened, the one that opened most often first; by the name that they had. */
  doors: z.array(
    z.object({ name: deviceName, origins: z.array(z.object({ origin: OpenDoorOrigin, count })) }),
  ),
  /** Why cards and PINs were refused. */
  refused: z.array(z.object({ reason: z.enum([...RefusalReason.options, "controller-away"]), count })),
  /** What was noticed at doors and inputs, and by cameras. */
  intrusions: z.array(z.object({ kind: IntrusionKind, name: deviceName.nullable(), count })),
  /** Codes that were asked for, and visits that were let in. */
  visits: z.object({ asked: count, authorised: count }),
  /** Ringings of homes by the lobby, and of the lobby by homes. */
  calls: z.object({
    toHomes: z.object({ answered: count, missed: count }),
    toLobby: z.object({ answered: count, missed: count }),
  }),
  alarms: z.array(z.object({ event: AlarmEvent, drill: z.boolean(), count })),
  /** How often and how long controllers were away from the server; their doors go on by themselves meanwhile. */
  absences: z.array(z.object({ name: deviceName, times: count, minutes: count })),
  ...recordGaps,
});
export type MonthReport = z.infer<typeof MonthReport>;

const ofMonth = {
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ month: Month }),
};

/** A month that has not begun is empty. */
export const readMonthReport = endpoint({
  method: "GET",
  path: "/api/{product}/buildings/{id}/report",
  summary: "A month of a building, counted",
  ...ofMonth,
  body: z.undefined(),
  reply: MonthReport,
});

export const exportMonthReport = csvFile({
  path: "/api/{product}/buildings/{id}/report.csv",
  summary: "The same as a file for a spreadsheet",
  ...ofMonth,
});
