import { jwtVerify, SignJWT } from "jose";
import { z } from "zod";

const Claims = z.object({ sid: z.uuid() });

/** Tokens that name a session row. The signature spares the database forged ones; the row decides. */
export class SessionTokens {
  readonly #secret: Uint8Array;

  constructor(secret: string) {
    this.#secret = new TextEncoder().encode(secret);
  }

  /** Says nothing of its end: that moves with each use, and only the row knows it. */
  issue(session: { id: string; createdAt: Date }): Promise<string> {
    return new SignJWT({ sid: session.id })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(session.createdAt)
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
