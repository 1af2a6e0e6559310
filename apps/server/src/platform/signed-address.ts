import { z } from "zod";
import type { Clock } from "./clock.ts";
import type { SignedTokens } from "./signed-tokens.ts";

/** How long an address of a picture works: a screen that is open asks again well before. */
const LIFETIME_MS = 15 * 60_000;
/** Addresses change at these steps only, so that a browser's cache recognises a picture it has. */
const STEP_MS = 5 * 60_000;
/** Addresses that are remembered until the next step: lists are asked for again and again. Half a kilobyte each. */
const REMEMBERED = 10_000;

const Claims = z.object({ sub: z.string() });

/** Makes and checks the short-lived addresses through which pictures are read. */
export class SignedAddresses {
  readonly #tokens: SignedTokens;
  readonly #clock: Clock;
  readonly #made = new Map<string, Promise<string>>();
  #madeUntil = 0;

  constructor(tokens: SignedTokens, clock: Clock) {
    this.#tokens = tokens;
    this.#clock = clock;
  }

  /** @returns a path that works for 10 to 15 minutes; null for no file */
  forFile(fileId: string): Promise<string>;
  forFile(fileId: string | null): Promise<string | null>;
  async forFile(fileId: string | null): Promise<string | null> {
    if (fileId === null) {
      return null;
    }
    const now = this.#clock.now().getTime();
    const until = Math.floor(now / STEP_MS) * STEP_MS + LIFETIME_MS;
    if (until !== this.#madeUntil || this.#made.size >= REMEMBERED) {
      this.#made.clear();
      this.#madeUntil = until;
    }
    const made = this.#made.get(fileId) ?? this.#make(fileId, until);
    this.#made.set(fileId, made);
    return made;
  }

  /** @returns a path by which a clip is read for 10 to 15 minutes; worth nothing for a picture */
  async forClip(clipId: string): Promise<string> {
    const until = Math.floor(this.#clock.now().getTime() / STEP_MS) * STEP_MS + LIFETIME_MS;
    const token = await this.#tokens.make("clip", { sub: clipId }, { until: new Date(until) });
    return `/api/clips/${clipId}/video?token=${token}`;
  }

  isValid(fileId: string, token: string): Promise<boolean> {
    return this.#opens("picture", fileId, token);
  }

  isValidForClip(clipId: string, token: string): Promise<boolean> {
    return this.#opens("clip", clipId, token);
  }

  async #opens(kind: "picture" | "clip", id: string, token: string): Promise<boolean> {
    const claims = await this.#tokens.read(kind, Claims, token, this.#clock.now());
    return claims?.sub === id;
  }

  async #make(fileId: string, until: number): Promise<string> {
    const token = await this.#tokens.make("picture", { sub: fileId }, { until: new Date(until) });
    return `/api/files/${fileId}?token=${token}`;
  }
}
