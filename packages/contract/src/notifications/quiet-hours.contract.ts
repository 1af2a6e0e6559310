import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { WeeklyHours } from "../lib/weekly-hours.ts";

/** A name of the IANA database that this machine's clock knows. */
const TimeZone = z.string().max(60).refine(isKnownZone, "no es una zona horaria");

function isKnownZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/**
 * 'Horas de silencio': when somebody does not want to be told of ordinary things. They are the person's own, by the clock
 * where they were set: somebody may be of several buildings. They end every day, so that nothing waits for good.
 */
export const QuietHours = z
  .object({ ...WeeklyHours.shape, timeZone: TimeZone })
  .refine(({ from, to }) => from !== to, { path: ["to"], message: "debe ser otra hora" });
export type QuietHours = z.infer<typeof QuietHours>;

const none = z.strictObject({});
const reply = z.object({ quietHours: QuietHours.nullable() });

export const readQuietHours = endpoint({
  method: "GET",
  path: "/api/user/notifications/quiet-hours",
  summary: "When one's own devices are not to be told of ordinary things",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.undefined(),
  reply,
});

/** Alarms and calls ring all the same. What waited comes together once the hours end, or are taken away. */
export const changeQuietHours = endpoint({
  method: "PUT",
  path: "/api/user/notifications/quiet-hours",
  summary: "Set or take away one's own quiet hours",
  access: whoMay("profile.own", "somewhere"),
  params: none,
  query: none,
  body: z.strictObject({ quietHours: QuietHours.nullable() }),
  reply,
});
