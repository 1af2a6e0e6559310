import { z } from "zod";
import type { Asker as Made } from "../apps/server/testing/prove/input/askers.ts";

/** Somebody who asks, as one process hears of them from the other. */
export const Asker = z.custom<Made>(
  (made) => z.looseObject({ name: z.string(), kind: z.string() }).safeParse(made).success,
);
export type Asker = Made;
