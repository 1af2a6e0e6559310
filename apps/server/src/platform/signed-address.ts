import { createHmac, timingSafeEqual } from "node:crypto";
import type { Clock } from "./clock.ts";

/** How long an address of a picture works: a screen that is open asks again well before. */
const LIFETIME_MS = 15 * 60_000;
/** Addresses change at these steps only, so that a browser's cache recognises a picture it has. */
const STEP_MS = 5 * 60_000;

/** Makes and checks the short-lived addresses through which pictures are read. */
export class SignedAddresses {
  readonly #key: string;
  readonly #clock: Clock;

  constructor(key: string, clock: Clock) {
    this.#key = key;
    this.#clock = clock;
  }

  /** @returns a path that works for 10 to 15 minutes */
  forFile(fileId: string): string {
    const now = this.#clock.now().getTime();
    const until = Math.floor(now / STEP_MS) * STEP_MS + LIFETIME_MS;
    return `/api/files/${fileId}?until=${until}&signature=${this.#sign(fileId, until)}`;
  }

  isValid(fileId: string, until: number, signature: string): boolean {
    const expected = Buffer.from(this.#sign(fileId, until));
    const given = Buffer.from(signature);
    return (
      expected.length === given.length &&
      timingSafeEqual(expected, given) &&
      until >= this.#clock.now().getTime()
    );
  }

  #sign(fileId: string, until: number): string {
    return createHmac("sha256", this.#key).update(`${fileId}:${until}`).digest("base64url");
  }
}
