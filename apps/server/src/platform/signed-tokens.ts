import { webcrypto } from "node:crypto";
import type { ProofPurpose } from "@umbral/contract/lib/endpoint";
import { type JWTPayload, jwtVerify, SignJWT } from "jose";
import type { z } from "zod";

/** What a token is for. It stands in its header (`typ`, RFC 8725): one of a kind is worth nothing as another. */
type TokenKind = "session" | "guest" | "picture" | "clip" | ProofPurpose;

/** Who takes them: nobody but this server, whoever else was given the same secret. */
const AUDIENCE = "umbral-server";

const HMAC = { name: "HMAC", hash: "SHA-256" };

/** Good tokens that are remembered, some 2 MB of them: whoever asks again soon is among these. */
const REMEMBERED = 4096;

/**
 * Every token that this server signs is a JWT (HS256) of one kind, with the secret that is not in the database.
 * What only has to be unguessable is no token of this form: links and invitations are random, and the database keeps
 * their digests.
 */
export class SignedTokens {
  readonly #key: Promise<webcrypto.CryptoKey>;
  /** What good tokens without an end of their own say, by kind and token: a signature that was right stays so. */
  readonly #good = new Map<string, JWTPayload>();

  constructor(secret: string) {
    const bytes = new TextEncoder().encode(secret);
    this.#key = webcrypto.subtle.importKey("raw", bytes, HMAC, false, ["sign", "verify"]);
  }

  /** @param when `until` is the end of a token that says its own; a session's is in its row */
  async make(
    kind: TokenKind,
    claims: Readonly<Record<string, string>>,
    { since, until }: { since?: Date; until?: Date },
  ): Promise<string> {
    const token = new SignJWT({ ...claims })
      .setProtectedHeader({ alg: "HS256", typ: kind })
      .setAudience(AUDIENCE);
    if (since) {
      token.setIssuedAt(since);
    }
    if (until) {
      // A JWT counts in whole seconds: it may end within the second before.
      token.setExpirationTime(Math.floor(until.getTime() / 1000));
    }
    return token.sign(await this.#key);
  }

  /**
   * What a token of this kind says; null for any that is not ours, of another kind, for somebody else, or over.
   * @param now absent for a kind whose end stands in the database
   */
  async read<Claims extends z.ZodType>(
    kind: TokenKind,
    schema: Claims,
    token: string,
    now?: Date,
  ): Promise<z.output<Claims> | null> {
    const remembered = now ? undefined : this.#good.get(`${kind} ${token}`);
    if (remembered) {
      return schema.parse(remembered);
    }
    try {
      const { payload, protectedHeader } = await jwtVerify(token, await this.#key, {
        algorithms: ["HS256"],
        currentDate: now ?? new Date(0),
        requiredClaims: now ? ["exp"] : [],
      });
      // Before kinds and audiences were written down, sessions were the only JWT: those that are open stay so.
      const isOfKind = (protectedHeader.typ ?? "session") === kind;
      const isForUs = payload.aud === AUDIENCE || (payload.aud === undefined && kind === "session");
      if (!isOfKind || !isForUs) {
        return null;
      }
      const claims = schema.parse(payload);
      if (!now && payload.exp === undefined) {
        this.#remember(`${kind} ${token}`, payload);
      }
      return claims;
    } catch {
      // Forged, cut short, over, or of another server: all of them are simply nobody's.
      return null;
    }
  }

  /** The one that was remembered first goes: one that is still asked about comes back with its next verification. */
  #remember(key: string, payload: JWTPayload): void {
    if (this.#good.size >= REMEMBERED) {
      for (const first of this.#good.keys()) {
        this.#good.delete(first);
        break;
      }
    }
    this.#good.set(key, payload);
  }
}
