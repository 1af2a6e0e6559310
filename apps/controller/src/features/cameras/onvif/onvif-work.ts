import { CameraStreams, FoundCamera } from "@umbral/contract/cameras/camera-search";
import { OnvifTrouble } from "@umbral/contract/controllers/controller-orders.contract";
import { z } from "zod";

/** What the thread is given. */
export type OnvifWork =
  | {
      kind: "search";
      /** The machine's own addresses: each of their networks is asked. */
      from: readonly string[];
      /** Where cameras listen for who looks for them. */
      port: number;
      group: string;
    }
  | { kind: "look-up"; host: string; httpPort: number; port: number }
  | { kind: "streams"; address: string; username: string; password: string };

/** What the thread says: that it is loaded; what was found, piece by piece; or how it ended. */
export const OnvifNews = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("begun") }),
  z.object({ kind: z.literal("found"), camera: FoundCamera }),
  z.object({ kind: z.literal("streams"), found: CameraStreams }),
  z.object({ kind: z.literal("failed"), trouble: OnvifTrouble }),
  z.object({ kind: z.literal("end") }),
]);
export type OnvifNews = z.infer<typeof OnvifNews>;
