import { z } from "zod";
import { endpoint, whoMay } from "../lib/endpoint.ts";

/** Devices that one act moves at most: those of a big building's controller. */
const DEVICES_AT_ONCE = 200;
const Devices = z.array(z.uuid()).max(DEVICES_AT_ONCE).default([]);

/**
 * Gives doors, with all that hangs on them, and cameras to another controller of their building: all of them or none.
 * Nobody has them until the controller that had them says that it has let go.
 */
export const moveDevices = endpoint({
  method: "POST",
  path: "/api/{product}/buildings/{id}/device-moves",
  summary: "Give doors and cameras to another controller of the building, in one act",
  access: whoMay("buildings.administer", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({
    controllerId: z.uuid(),
    doorIds: Devices,
    cameraIds: Devices,
    /** Also what is the whole building's: its siren, and inputs of no door. */
    siren: z.boolean().default(false),
    /** Also when the controller that has them does not answer: it was taken off them by hand. */
    evenIfAway: z.boolean().default(false),
  }),
  /** How many devices were another's. */
  reply: z.object({ moved: z.number().int() }),
});
