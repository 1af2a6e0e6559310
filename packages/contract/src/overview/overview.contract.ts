import { z } from "zod";
import { IntrusionKind } from "../alarms/intrusions.contract.ts";
import { endpoint, whoMay } from "../lib/endpoint.ts";
import { notPersonal } from "../lib/personal.ts";

/** What is wrong that the building's administration is told of: the list itself has the rest. */
export const TROUBLES_AT_MOST = 50;

/** What a controller, one of its devices or a door is in trouble with. Of a camera or reader only its controller knows. */
export const TroubleKind = z.enum([
  "controller-away",
  "controller-disk",
  "controller-list",
  "camera",
  "reader",
  "contact",
  "relay",
  "input",
  ...IntrusionKind.exclude(["motion"]).options,
]);
export type TroubleKind = z.infer<typeof TroubleKind>;

export const Trouble = z.object({
  kind: TroubleKind,
  /** Of the controller, of the device, or of what the door or input did. */
  id: z.uuid(),
  buildingId: z.uuid(),
  name: notPersonal("of a device", z.string()),
  /** Null where nobody knows since when. */
  since: z.iso.datetime().nullable(),
  /** What does not work from here while a controller is away. */
  takesAlong: z.object({ doors: z.number().int(), cameras: z.number().int() }).optional(),
});
export type Trouble = z.infer<typeof Trouble>;

/** How many of something wait for somebody in a building; none is not said. */
export const Waiting = z.object({
  what: z.enum(["employees", "owners", "invitations", "alarms"]),
  buildingId: z.uuid(),
  count: z.number().int().positive(),
});
export type Waiting = z.infer<typeof Waiting>;

/** Hours of a building's own day. */
export const HOURS = 24;
const hours = z.array(z.number().int().nonnegative()).length(HOURS);

/** Each part is null for who may not see it in any of these buildings. */
export const readOverview = endpoint({
  method: "GET",
  path: "/api/{product}/overview",
  summary:
    "What is wrong, what waits, and what happened today, in the buildings that one administers or in one of them",
  access: whoMay("buildings.administer", { buildings: "buildingId" }),
  params: z.strictObject({}),
  query: z.strictObject({ buildingId: z.uuid().optional() }),
  body: z.undefined(),
  reply: z.object({
    /** Those that are named below. */
    buildings: z.array(
      z.object({ id: z.uuid(), name: notPersonal("of a place", z.string()), timeZone: z.string() }),
    ),
    troubles: z.array(Trouble).nullable(),
    /** There are more than these. */
    hasMoreTroubles: z.boolean(),
    waiting: z.array(Waiting).nullable(),
    /** By hour of each building's own day: doors that opened, visits that were let in, and people who came by an invitation. */
    today: z.object({ openings: hours.nullable(), visits: hours.nullable(), guests: hours.nullable() }),
  }),
});
