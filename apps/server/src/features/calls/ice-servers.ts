import { createHmac } from "node:crypto";
import type { IceServer } from "@umbral/contract/calls/calls.contract";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";

/** How long TURN credentials work for a new relay; a call that lasts longer asks for fresh ones. */
const CREDENTIALS_MS = 3_600_000;

/**
 * STUN and TURN servers for this person. TURN credentials are coturn's REST form: the moment they
 * expire and who they are for, signed with the secret shared with the TURN server. Its log sees a
 * digest, never a person's id.
 */
export function iceServersFor({ env, clock }: Services, userId: string): z.infer<typeof IceServer>[] {
  const servers: z.infer<typeof IceServer>[] = [];
  if (env.stunUrls.length > 0) {
    servers.push({ urls: env.stunUrls });
  }
  if (env.turn) {
    const { urls, secret } = env.turn;
    const expiry = Math.floor((clock.now().getTime() + CREDENTIALS_MS) / 1000);
    const digest = createHmac("sha256", secret).update(userId).digest("hex").slice(0, 16);
    const username = `${expiry}:${digest}`;
    const credential = createHmac("sha1", secret).update(username).digest("base64");
    servers.push({ urls, username, credential });
  }
  return servers;
}
