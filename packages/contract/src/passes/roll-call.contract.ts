import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal, personal } from "../lib/personal.ts";

/** For an evacuation. That somebody asked for it is written down. */
export const readRollCall = endpoint({
  method: "GET",
  path: "/api/buildings/{buildingId}/roll-call",
  summary: "Who is inside now by a pass or a visit's code, and all homes to be called up",
  access: whoMay("visits.authorise", { building: "buildingId" }),
  params: z.strictObject({ buildingId: z.uuid() }),
  query: z.strictObject({}),
  body: z.undefined(),
  reply: z.object({
    at: z.iso.datetime(),
    building: z.object({ name: notPersonal("of a place", z.string()), timeZone: z.string() }),
    guests: z.array(
      z.object({
        name: personal("identity", z.string()),
        home: z.string().nullable(),
        people: z.number().int(),
        /** The last that came in by it. */
        since: z.iso.datetime().nullable(),
      }),
    ),
    /** Let in by a visit's code today or in the last twelve hours: nobody notes when they go. */
    visitors: z.array(z.object({ name: personal("identity", z.string()), since: z.iso.datetime() })),
    homes: z.array(z.object({ tower: z.string(), home: z.string() })),
  }),
});
