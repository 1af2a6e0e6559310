import { z } from "zod";

/** How pictures are obtained. Addresses may hold a camera's password: they go to controllers only. */
export const CameraSource = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("simulated"), scene: z.enum(["entrance", "garage", "hall", "street"]) }),
  z.object({ kind: z.literal("rtsp"), address: z.string().regex(/^rtsps?:\/\//) }),
  z.object({ kind: z.literal("mjpeg"), address: z.url({ protocol: /^https?$/ }) }),
  z.object({
    kind: z.literal("snapshot"),
    address: z.url({ protocol: /^https?$/ }),
    everyMs: z.number().int(),
  }),
]);
export type CameraSource = z.infer<typeof CameraSource>;
