import { z } from "zod";

/** A JPEG as it came from the camera. */
export const jpeg = z.custom<Uint8Array>(
  (value) => value instanceof Uint8Array && value.byteLength <= 1_500_000,
);
