import type { ProofPurpose } from "@umbral/contract/lib/endpoint";
import { z } from "zod";
import type { Clock } from "./clock.ts";
import type { SignedTokens } from "./signed-tokens.ts";

const Claims = z.object({ sub: z.string(), sid: z.string() });

/** What a proof that holds says. */
export interface Proven {
  /** What it is about: the call, or the device of the test. */
  subjectId: string;
  /** The session whose device got the push: it must still be open. */
  sessionId: string;
}

/**
 * Makes and checks the proofs that pushes carry, so that a device whose app is closed can do the one
 * thing that its push offered. Not kept anywhere: what it is about ends by itself.
 */
export class PushProofs {
  readonly #tokens: SignedTokens;
  readonly #clock: Clock;

  constructor(tokens: SignedTokens, clock: Clock) {
    this.#tokens = tokens;
    this.#clock = clock;
  }

  make(purpose: ProofPurpose, { subjectId, sessionId }: Proven, until: Date): Promise<string> {
    return this.#tokens.make(purpose, { sub: subjectId, sid: sessionId }, { until });
  }

  /** Null for a proof that is none, of something else, or over. */
  async read(purpose: ProofPurpose, proof: string): Promise<Proven | null> {
    const claims = await this.#tokens.read(purpose, Claims, proof, this.#clock.now());
    return claims && { subjectId: claims.sub, sessionId: claims.sid };
  }
}
