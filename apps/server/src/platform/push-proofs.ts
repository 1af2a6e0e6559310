import { createHmac, timingSafeEqual } from "node:crypto";
import type { ProofPurpose } from "@umbral/contract/lib/endpoint";
import { z } from "zod";
import type { Clock } from "./clock.ts";

const Claims = z.tuple([z.string(), z.string(), z.string(), z.number()]);

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
  readonly #key: string;
  readonly #clock: Clock;

  constructor(key: string, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  make(purpose: ProofPurpose, { subjectId, sessionId }: Proven, until: Date): string {
    const claims: z.input<typeof Claims> = [purpose, subjectId, sessionId, until.getTime()];
    const text = Buffer.from(JSON.stringify(claims)).toString("base64url");
    return `${text}.${this.#sign(text)}`;
  }

  /** Null for a proof that is none, of something else, or over. */
  read(purpose: ProofPurpose, proof: string): Proven | null {
    const [text = "", signature = ""] = proof.split(".");
    const [expected, given] = [Buffer.from(this.#sign(text)), Buffer.from(signature)];
    if (expected.length !== given.length || !timingSafeEqual(expected, given)) {
      return null;
    }
    const claims = Claims.parse(JSON.parse(Buffer.from(text, "base64url").toString()));
    const [claimed, subjectId, sessionId, until] = claims;
    return claimed === purpose && until >= this.#clock.now().getTime() ? { subjectId, sessionId } : null;
  }

  /** The prefix keeps these signatures apart from all others that are made with the same key. */
  #sign(text: string): string {
    return createHmac("sha256", this.#key).update(`push-proof:${text}`).digest("base64url");
  }
}
