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

  /** The same of a guest's session: of a kind of its own, so that a server which knows no guests takes it for nobody's. */
  issueToGuest(session: { id: string; createdAt: Date }): Promise<string> {
    return this.#tokens.make("guest", { sid: session.id }, { since: session.createdAt });
  }

  /** The session a token names, or null for any token that is not ours. Expiry is the row's business. */
  async sessionOf(token: string): Promise<string | null> {
    const claims =
      (await this.#tokens.read("session", Claims, token)) ??
      (await this.#tokens.read("guest", Claims, token));
    return claims?.sid ?? null;
  }
}
