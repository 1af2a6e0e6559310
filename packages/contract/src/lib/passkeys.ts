import { z } from "zod";
import { personal } from "./personal.ts";

/** Bytes as browsers write them. */
export const Base64Url = z
  .string()
  .min(1)
  .regex(/^[\w-]+$/);

/** What a browser needs to ask a device for one of somebody's passkeys. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number().int(),
  userVerification: z.literal("required"),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal("public-key"), transports: z.array(z.string()) }),
  ),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

/** What the device answered. */
export const PasskeyAnswer = z.strictObject({
  id: Base64Url.max(700),
  clientDataJSON: Base64Url.max(1000),
  authenticatorData: Base64Url.max(1000),
  signature: personal("secret", Base64Url.max(700)),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;
