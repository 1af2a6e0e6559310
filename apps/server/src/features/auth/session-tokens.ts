import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

/** A session lasts this long without signing in again. */
export const SESSION_MS = 90 * 24 * 3_600_000;

const Claims = z.object({ sid: z.uuid() });

/** Tokens that name a session row. The signature spares the database forged ones; the row decides. */
export class SessionTokens {
  readonly #secret: Uint8Array;

  constructor(secret: string) {
    this.#secret = new TextEncoder().encode(secret);
  }

  issue(session: { id: string; createdAt: Date; expiresAt: Date }): Promise<string> {
    return new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(session.createdAt)
      .setExpirationTime(session.expiresAt)
      .sign(this.#secret);
  }

  /** The session a token names, or null for any token that is not ours. Expiry is the row's business. */
  async sessionOf(token: string): Promise<string | null> {
    try {
      const { payload } = await jwtVerify(token, this.#secret, {
        algorithms: ["HS256"],
        currentDate: new Date(0),
      });
      return Claims.parse(payload).sid;
    } catch {
      // Forged, cut short, or of another server: all of them are simply nobody's.
      return null;
    }
  }
}
