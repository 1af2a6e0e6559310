import { z } from "zod";
import type { SignedTokens } from "../../platform/signed-tokens.ts";

const Claims = z.object({ sid: z.uuid() });

/** Tokens that name a session row. The signature spares the database forged ones; the row decides. */
export class SessionTokens {
  readonly #tokens: SignedTokens;

  constructor(tokens: SignedTokens) {
    this.#tokens = tokens;
  }

  /** Says nothing of its end: that moves with each use, and only the row knows it. */
  issue(session: { id: string; createdAt: Date }): Promise<string> {
    return this.#tokens.make("session", { sid: session.id }, { since: session.createdAt });
  }

  /** The session a token names, or null for any token that is not ours. Expiry is the row's business. */
  async sessionOf(token: string): Promise<string | null> {
    return (await this.#tokens.read("session", Claims, token))?.sid ?? null;
  }
}
