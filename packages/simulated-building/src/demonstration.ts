import { z } from "zod";

/**
 * What a demonstration controller tells the process that forked it, over node's own channel to child
 * processes. What that one sends is the contract's `DemonstrationCommand`.
 */
export const DemonstrationNews = z.discriminatedUnion("kind", [
  /** Signed in, and the server's clock is read: orders are obeyed from now on. Said again after each sign-in. */
  z.strictObject({ kind: z.literal("ready") }),
  /** A command has taken effect (a pressed exit button: the relay has moved, or failed to). */
  z.strictObject({ kind: z.literal("done"), command: z.string() }),
  /** A simulated relay moved. */
  z.strictObject({
    kind: z.literal("relay-moved"),
    doorId: z.uuid(),
    timesOpened: z.number().int(),
    timesClosed: z.number().int(),
  }),
  /** The leaf of a simulated door opened or closed, by whatever hand. */
  z.strictObject({ kind: z.literal("leaf-moved"), doorId: z.uuid(), position: z.enum(["open", "closed"]) }),
  /** The light of a reader changed. */
  z.strictObject({ kind: z.literal("reader-lit"), doorId: z.uuid(), light: z.enum(["green", "red", "off"]) }),
  /** An input was pressed, let go or switched. */
  z.strictObject({ kind: z.literal("input-set"), inputId: z.uuid(), isOn: z.boolean() }),
  z.strictObject({ kind: z.literal("siren"), isSounding: z.boolean() }),
]);
export type DemonstrationNews = z.infer<typeof DemonstrationNews>;
