import { z } from "zod";

/** Whose door it is: everybody's of the building, or of those who live in its tower or on its floor. */
export const DoorScope = z.enum(["building", "tower", "floor"]);
export type DoorScope = z.infer<typeof DoorScope>;
