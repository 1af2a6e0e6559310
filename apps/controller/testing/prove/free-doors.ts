import type { AccessEntry } from "@umbral/contract/access-control/access-list";
import type { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { newDoor } from "../configuration.ts";

const MANY = 3;
/** A request that left just before the end may arrive just after it, on a machine that stands still for a moment. */
const ON_ITS_WAY_MS = 1000;

interface Tried {
  door: ReturnType<typeof newDoor>;
  /** Until when the server ever wanted it free, by the true time. */
  wantedUntil: number;
  ons: number;
  /** By how many milliseconds each request came too late that held it outside its times. */
  late: number[];
  isOn: boolean;
}

/**
 * Doors that are free for moments, each with a relay that is held and let go of by a request. Nobody swipes there: each time
 * that one of them opens, it has to be within a time that the server wanted.
 */
export class FreeDoors {
  readonly #tried = new Map<string, Tried>();

  constructor() {
    for (let count = 0; count < MANY; count += 1) {
      const door = newDoor({ localId: `free-${count}` });
      this.#tried.set(door.id, { door, wantedUntil: 0, ons: 0, late: [], isOn: false });
    }
  }

  get ids(): string[] {
    return [...this.#tried.keys()];
  }

  /** @param relays where their relays listen */
  configured(relays: string) {
    return [...this.#tried.values()].map(({ door }) => ({
      ...door,
      relay: {
        kind: "http" as const,
        openAddress: `${relays}/on/${door.id}`,
        closeAddress: `${relays}/off/${door.id}`,
      },
    }));
  }

  /** A relay is asked for something. */
  hear(path: string): void {
    const [, what, id = ""] = path.split("/");
    const tried = this.#tried.get(id);
    if (!tried) {
      return;
    }
    tried.isOn = what === "on";
    if (tried.isOn) {
      tried.ons += 1;
      const lateMs = Date.now() - tried.wantedUntil;
      if (lateMs > ON_ITS_WAY_MS) {
        tried.late.push(lateMs);
      }
    }
  }

  /** What the server says of a door from now on. @param forMs for how long it is free; 0 for as always */
  set(id: string, forMs: number): AccessEntry {
    const until = Date.now() + forMs;
    const tried = this.#tried.get(id);
    if (tried) {
      tried.wantedUntil = Math.max(tried.wantedUntil, until);
    }
    const freeUntil = forMs === 0 ? null : new Date(until).toISOString();
    return { kind: "door", id, lockedUntil: null, freeUntil, freeScheduleId: null };
  }

  /** For how long to wait until none may be free any more. */
  get leftMs(): number {
    return Math.max(0, ...[...this.#tried.values()].map(({ wantedUntil }) => wantedUntil - Date.now()));
  }

  /** Opened outside its times, or still held after them. */
  get unintended(): number {
    return this.#sum(({ late, isOn }) => late.length + (isOn ? 1 : 0));
  }

  /** What {@link unintended} counts, in words. */
  get remarks(): string[] {
    return [...this.#tried.values()].flatMap(({ door, late, isOn }) => [
      ...late.map((ms) => `free door ${door.localId}: held ${ms} ms after its time`),
      ...(isOn ? [`free door ${door.localId}: still held`] : []),
    ]);
  }

  /** Times in which a door was free and that were not told. */
  lost(facts: readonly ControllerFact[]): number {
    return this.#sum(({ door, ons }) => Math.max(0, ons - freedAt(facts, door.id).length));
  }

  /** Told as certain more often than the relay was asked. */
  twice(facts: readonly ControllerFact[]): number {
    return this.#sum(({ door, ons }) =>
      Math.max(0, freedAt(facts, door.id).filter(({ isCertain }) => isCertain).length - ons),
    );
  }

  #sum(of: (tried: Tried) => number): number {
    return [...this.#tried.values()].reduce((total, tried) => total + of(tried), 0);
  }
}

const freedAt = (facts: readonly ControllerFact[], doorId: string) =>
  facts.flatMap((fact) => (fact.kind === "door-freed" && fact.doorId === doorId ? [fact] : []));
