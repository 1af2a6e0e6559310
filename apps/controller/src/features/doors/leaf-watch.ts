import type { Leaf } from "@umbral/contract/doors/doors.contract";
import type { LeafPosition } from "./contact-driver.ts";

/** After a relay let somebody in, the leaf may open for this much longer than the relay was held. */
const STILL_ALLOWED_MS = 8000;

/** What a leaf's movement means. `ended`: what had begun is over. */
export type LeafNews = "door-forced" | "door-held" | "ended";

const leafOf = { "door-forced": "forced", "door-held": "held" } as const;

/**
 * Knows why a leaf is open, without devices: time comes in with every word. Opened with no relay that
 * moved shortly before, a door is forced; open for longer than it may be, it is held. Either ends when it
 * closes, and a forced door that stays open is not held as well.
 */
export class LeafWatch {
  #heldAfterMs: number;
  #position: LeafPosition | undefined;
  #relaysMoving = 0;
  #allowedUntil = Number.NEGATIVE_INFINITY;
  /** Since when nobody has let anybody in anew. */
  #openSince = 0;
  #isFree = false;
  #began: "door-forced" | "door-held" | undefined;

  constructor(heldAfterMs: number) {
    this.#heldAfterMs = heldAfterMs;
  }

  set heldAfterMs(ms: number) {
    this.#heldAfterMs = ms;
  }

  /** A relay is being asked to open. */
  relayMoves(): void {
    this.#relaysMoving += 1;
  }

  /** It answered. @param heldMs for how long it is held, when it did move */
  relayAnswered(now: number, heldMs: number | null): void {
    // Not below: who watches only since then has not heard it begin.
    this.#relaysMoving = Math.max(0, this.#relaysMoving - 1);
    if (heldMs !== null) {
      this.#allowedUntil = Math.max(this.#allowedUntil, now + heldMs + STILL_ALLOWED_MS);
      this.#openSince = now;
    }
  }

  /** Its door is free, or no longer: what a leaf does while it is has its cause, and may last. */
  setFree(isFree: boolean, now: number): LeafNews | undefined {
    if (isFree === this.#isFree) {
      return undefined;
    }
    this.#isFree = isFree;
    if (isFree) {
      return this.end();
    }
    this.#allowedUntil = Math.max(this.#allowedUntil, now + STILL_ALLOWED_MS);
    this.#openSince = now;
    return undefined;
  }

  /** The contact says where the leaf is. What was so at the start has no cause that anybody could know. */
  see(position: LeafPosition, now: number): LeafNews | undefined {
    const before = this.#position;
    this.#position = position;
    if (position === before) {
      return undefined;
    }
    if (position === "closed") {
      return this.end();
    }
    this.#openSince = now;
    const isAllowed =
      before === undefined || this.#isFree || this.#relaysMoving > 0 || now <= this.#allowedUntil;
    this.#began = isAllowed ? undefined : "door-forced";
    return this.#began;
  }

  /** Time has passed. */
  look(now: number): LeafNews | undefined {
    const due = this.dueAt;
    if (due === undefined || now < due) {
      return undefined;
    }
    this.#began = "door-held";
    return "door-held";
  }

  /** When to look again; undefined while nothing can become due. */
  get dueAt(): number | undefined {
    return this.#position === "open" && this.#began === undefined && !this.#isFree
      ? this.#openSince + this.#heldAfterMs
      : undefined;
  }

  /** Where the leaf was seen last, and what that means; undefined before it was seen. */
  get leaf(): Leaf | undefined {
    return this.#began === undefined ? this.#position : leafOf[this.#began];
  }

  /** Nobody watches any more: what had begun is over. */
  end(): "ended" | undefined {
    const began = this.#began;
    this.#began = undefined;
    return began && "ended";
  }
}
