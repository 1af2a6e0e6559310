import type { reportLeaves } from "@umbral/contract/controllers/controller-facts.contract";
import type { Leaf } from "@umbral/contract/doors/doors.contract";
import type { z } from "zod";
import { CircuitRecord } from "../../platform/circuit-record.ts";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { ContactDriver } from "./contact-driver.ts";
import type { DoorConfiguration } from "./doors.feature.ts";
import { type LeafNews, LeafWatch } from "./leaf-watch.ts";

export interface ContactsParts {
  clock: Clock;
  makeDriver: (door: DoorConfiguration, contact: NonNullable<DoorConfiguration["contact"]>) => ContactDriver;
  /** A door was forced or is held open. @returns what to call when that is over */
  intrude: (kind: "door-forced" | "door-held", door: DoorConfiguration) => () => void;
  /** A leaf moved, or is watched no more: where all are. */
  tellLeaves: (told: z.input<typeof reportLeaves.payload>) => void;
}

interface ContactInUse {
  door: DoorConfiguration;
  driver: ContactDriver;
  watch: LeafWatch;
  record: CircuitRecord;
  end: (() => void) | undefined;
  cancelLook: Cancel | undefined;
  /** Where its leaf is, since when; undefined while its contact does not say. */
  leaf: { is: Leaf; since: Date } | undefined;
}

/** Watches the leaves of the doors that have a contact. */
export class ContactsFeature {
  readonly #parts: ContactsParts;
  readonly #contacts = new Map<string, ContactInUse>();
  readonly #free = new Set<string>();

  constructor(parts: ContactsParts) {
    this.#parts = parts;
  }

  /** A door that keeps its contact is watched on as if nothing had happened. */
  configure(doors: readonly DoorConfiguration[]): void {
    const wanted = new Map(doors.map((door) => [door.id, door]));
    for (const [id, inUse] of this.#contacts) {
      const door = wanted.get(id);
      if (!door || JSON.stringify(door.contact) !== JSON.stringify(inUse.door.contact)) {
        this.#forget(inUse);
      }
    }
    for (const door of doors) {
      const inUse = this.#contacts.get(door.id);
      if (inUse) {
        inUse.door = door;
        inUse.watch.heldAfterMs = door.heldOpenAfterSeconds * 1000;
        this.#lookLater(inUse);
      } else if (door.contact) {
        this.#watch(door, door.contact);
      }
    }
    this.tellLeaves();
  }

  /** Says where the leaves are that are seen now. */
  tellLeaves(): void {
    this.#parts.tellLeaves({
      leaves: [...this.#contacts].flatMap(([doorId, { leaf }]) =>
        leaf ? [{ doorId, is: leaf.is, since: leaf.since.toISOString() }] : [],
      ),
    });
  }

  /** A relay of this door is being asked to open: the leaf has a cause. */
  relayMoves(doorId: string): void {
    this.#contacts.get(doorId)?.watch.relayMoves();
  }

  relayAnswered(doorId: string, isMoved: boolean): void {
    const inUse = this.#contacts.get(doorId);
    if (inUse) {
      inUse.watch.relayAnswered(this.#parts.clock.now(), isMoved ? inUse.door.pulseMs : null);
      this.#lookLater(inUse);
    }
  }

  /** Somebody pressed the button inside: the leaf has a cause, also where its lock lets go without our relay. */
  explain(doorId: string): void {
    this.relayMoves(doorId);
    this.relayAnswered(doorId, true);
  }

  /** A door is free, or no longer. */
  setFree(doorId: string, isFree: boolean): void {
    if (isFree) {
      this.#free.add(doorId);
    } else {
      this.#free.delete(doorId);
    }
    const inUse = this.#contacts.get(doorId);
    if (inUse) {
      this.#heed(inUse, inUse.watch.setFree(isFree, this.#parts.clock.now()));
    }
  }

  /** How a door's contact is, for whoever tries it. */
  trialOf(doorId: string): CircuitRecord["trial"] {
    return this.#contacts.get(doorId)?.record.trial ?? CircuitRecord.none;
  }

  stop(): void {
    for (const inUse of this.#contacts.values()) {
      this.#forget(inUse);
    }
  }

  #watch(door: DoorConfiguration, contact: NonNullable<DoorConfiguration["contact"]>): void {
    const { clock, makeDriver } = this.#parts;
    const driver = makeDriver(door, contact);
    const watch = new LeafWatch(door.heldOpenAfterSeconds * 1000);
    watch.setFree(this.#free.has(door.id), clock.now());
    const record = new CircuitRecord(() => clock.date());
    const inUse: ContactInUse = {
      door,
      driver,
      watch,
      record,
      end: undefined,
      cancelLook: undefined,
      leaf: undefined,
    };
    this.#contacts.set(door.id, inUse);
    driver.start((position, why) => {
      inUse.record.heard(position === null ? null : position === "open", why);
      // While it is silent the door is where it was last seen.
      if (position !== null) {
        this.#heed(inUse, watch.see(position, clock.now()));
      } else {
        this.#noteLeaf(inUse);
      }
    });
  }

  #heed(inUse: ContactInUse, news: LeafNews | undefined): void {
    if (news === "ended") {
      inUse.end?.();
      inUse.end = undefined;
    } else if (news) {
      inUse.end = this.#parts.intrude(news, inUse.door);
    }
    this.#noteLeaf(inUse);
    this.#lookLater(inUse);
  }

  #noteLeaf(inUse: ContactInUse): void {
    // A silent contact's leaf may be anywhere.
    const is = inUse.record.trial.state.outcome === "known" ? inUse.watch.leaf : undefined;
    if (is !== inUse.leaf?.is) {
      inUse.leaf = is && { is, since: this.#parts.clock.date() };
      this.tellLeaves();
    }
  }

  #lookLater(inUse: ContactInUse): void {
    const { clock } = this.#parts;
    inUse.cancelLook?.();
    const due = inUse.watch.dueAt;
    inUse.cancelLook =
      due === undefined
        ? undefined
        : clock.after(Math.max(0, due - clock.now()), () => this.#heed(inUse, inUse.watch.look(clock.now())));
  }

  #forget(inUse: ContactInUse): void {
    inUse.driver.stop();
    inUse.cancelLook?.();
    if (inUse.watch.end()) {
      inUse.end?.();
    }
    this.#contacts.delete(inUse.door.id);
  }
}
