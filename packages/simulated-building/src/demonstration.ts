import { z } from "zod";

const door = { doorId: z.uuid() };

/**
 * What the other side of the demonstration building can do to it: the demonstration process sends these to
 * the controller that it forked, over node's own channel to child processes.
 */
export const DemonstrationCommand = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("press-exit-button"), ...door }),
  z.strictObject({ kind: z.literal("walk-by"), cameraId: z.uuid() }),
  z.strictObject({ kind: z.literal("force-door"), ...door }),
  z.strictObject({ kind: z.literal("hold-door"), ...door }),
  /** Cuts the controller's line to the server, or mends it. The building goes on. */
  z.strictObject({ kind: z.literal("line"), state: z.enum(["cut", "restored"]) }),
  z.strictObject({ kind: z.literal("jam-door"), ...door, jammed: z.boolean() }),
]);
export type DemonstrationCommand = z.infer<typeof DemonstrationCommand>;

/** What the controller sends back over the same channel. */
export const DemonstrationNews = z.discriminatedUnion("kind", [
  /** Signed in, and the server's clock is read: orders are obeyed from now on. Said again after each sign-in. */
  z.strictObject({ kind: z.literal("ready") }),
  /** A simulated relay moved. */
  z.strictObject({
    kind: z.literal("relay-moved"),
    ...door,
    timesOpened: z.number().int(),
    timesClosed: z.number().int(),
  }),
]);
export type DemonstrationNews = z.infer<typeof DemonstrationNews>;
