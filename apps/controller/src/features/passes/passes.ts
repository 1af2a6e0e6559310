import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import type { Circumstances, DoorMode } from "@umbral/contract/access-control/decision";
import { decidePass, type PassDecision, type PassPlace } from "@umbral/contract/passes/pass-at-door";
import type { Log } from "../../platform/log.ts";
import type { PassUses, TakenUse } from "./pass-uses.ts";

type EntryOf<Kind extends AccessEntry["kind"]> = Extract<AccessEntry, { kind: Kind }>;
/** What an access list says of passes. */
export interface PassList {
  /** @param id of a pass, the digest of its code */
  find<Kind extends "pass" | "way">(kind: Kind, id: string): EntryOf<Kind> | undefined;
  passes(): readonly EntryOf<"pass">[];
}
export type KnownPass = EntryOf<"pass">;

interface PassesParts {
  list: PassList;
  uses: PassUses;
  log: Log;
  /** Names this controller: it alone counts the passes that say so. */
  controllerId: () => string;
}

/** Passes at the doors of this controller. */
export class Passes {
  readonly #parts: PassesParts;

  constructor(parts: PassesParts) {
    this.#parts = parts;
  }

  /** The pass behind a code that was typed; undefined for none. */
  find(digest: string): KnownPass | undefined {
    return this.#parts.list.find("pass", digest);
  }

  /** Does somebody come in by it at a door? An entry is counted at once. */
  decide(
    pass: KnownPass,
    at: { doorId: string; mode: DoorMode },
    here: Circumstances,
  ): { decision: PassDecision; taken: TakenUse | undefined } {
    const { uses, controllerId } = this.#parts;
    const isCounted = pass.entries !== null;
    const own = uses.of(pass.id);
    const place = this.#placeOf(pass, at.doorId);
    const known = pass.enteredAt === null ? null : Date.parse(pass.enteredAt);
    const decision = decidePass(
      {
        pass: {
          from: Date.parse(pass.from),
          until: Date.parse(pass.until),
          hours: pass.hours,
          entries: pass.entries,
          entered: Math.max(own.used, pass.used),
        },
        place,
        mode: at.mode,
        mayCount: isCounted && place === "perimeter" && pass.decider === controllerId() && uses.canCount,
        enteredAt:
          own.enteredMs === null || known === null
            ? (own.enteredMs ?? known)
            : Math.max(own.enteredMs, known),
      },
      here,
    );
    const isEntry = decision.outcome === "granted" && decision.isEntry;
    return {
      decision,
      taken: isEntry ? uses.take(pass.id, isCounted ? pass.used : null, here.now) : undefined,
    };
  }

  /** The process before may have been killed between a list and what follows from it. */
  start(): void {
    try {
      this.hearWhole();
    } catch (error) {
      this.#parts.log.warn({ err: error }, "passes that others count could not be looked for");
    }
  }

  /** Another list is kept as a whole: it says of every pass who counts it. */
  hearWhole(): void {
    const { uses, list } = this.#parts;
    const closed = uses.closed();
    for (const pass of closed.size === 0 ? [] : list.passes()) {
      if (closed.has(pass.id)) {
        this.hear(pass);
      }
    }
  }

  /** An entry of the list changed, and the list is kept. */
  hear(entry: AccessEntry): void {
    if (entry.kind === "pass" && entry.decider !== null && entry.decider !== this.#parts.controllerId()) {
      this.#parts.uses.othersCount(entry.id);
    }
  }

  #placeOf({ wayId }: KnownPass, doorId: string): PassPlace | null {
    const way = this.#parts.list.find("way", wayId);
    return way?.perimeter.includes(doorId) ? "perimeter" : way?.inner.includes(doorId) ? "inner" : null;
  }
}
