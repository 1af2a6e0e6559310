import type { DoorOrder } from "@umbral/contract/controllers/controller-orders.contract";
import type { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import { canClose, DOOR_OPEN, ORDER_LIFETIME_MS } from "@umbral/contract/doors/doors.contract";
import type { Cancel, Clock } from "../../platform/clock.ts";
import type { ClockSync } from "../../platform/clock-sync.ts";
import type { FactQueue } from "../../platform/facts.ts";
import type { Log } from "../../platform/log.ts";
import type { DoorDriver } from "./door-driver.ts";
import { FormerRelays } from "./former-relays.ts";
import type { KeptRelays } from "./kept-relays.ts";
import { factOf, MoveMaker, RELAY_GIVEN_UP_MS } from "./move-maker.ts";
import { type Answer, MOVES_KEPT_MS, type Move, type Moves, type Outcome } from "./moves.ts";

export type DoorConfiguration = ControllerConfiguration["doors"][number];

/** An order that comes with the connection, before the server's clock was first read, waits this long. */
const FIRST_READING_MS = 1000;

interface DoorInUse {
  door: DoorConfiguration;
  driver: DoorDriver;
  /** The last of the moves that wait for one another. */
  queue: Promise<unknown>;
}

export interface DoorsParts {
  /** Names this run of the process: orders for another one are not obeyed. */
  boot: string;
  moves: Moves;
  formers: KeptRelays;
  facts: FactQueue;
  clock: Clock;
  sync: Pick<ClockSync, "timeLeft" | "connection">;
  /** Resolves when the server's clock has been read on this connection, or after `ms`. */
  whenSynchronised: (ms: number) => Promise<void>;
  makeDriver: (door: DoorConfiguration) => DoorDriver;
  /** Who watches the leaf is told that a relay gives it a cause: before it moves, and when it has answered. */
  relays: { relayMoves(doorId: string): void; relayAnswered(doorId: string, isMoved: boolean): void };
  /** Takes the picture of an opening, in its own time. */
  takePicture: (openingId: string, cameraId: string) => void;
  newId: () => string;
  log: Log;
}

/** Obeys orders to doors: each at most once, none late, and every move of a relay written down. */
export class DoorsFeature {
  readonly #parts: DoorsParts;
  readonly #doors = new Map<string, DoorInUse>();
  /** Every order seen lately. The disk knows them too, for the process that comes after this one. */
  readonly #seen = new Map<string, { outcome: Promise<Answer>; at: number }>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #maker: MoveMaker;
  readonly #formers: FormerRelays;
  #wanted: readonly DoorConfiguration[] = [];
  readonly #startedAt: number;
  #cancelPruning: Cancel | undefined;

  constructor(parts: DoorsParts) {
    this.#parts = parts;
    this.#maker = new MoveMaker(parts);
    this.#formers = new FormerRelays({ ...parts, kept: parts.formers, inUse: () => this.#wanted });
    this.#startedAt = parts.clock.now();
  }

  start(): void {
    const { moves, facts, log } = this.#parts;
    for (const move of this.#interrupted()) {
      log.warn({ openingId: move.openingId }, "the controller stopped in the middle of this move");
      // It may have opened, so it is told as an opening: a record too many is better than one too few.
      facts.record(factOf(move, false), () => moves.giveUp(move.openingId));
    }
    this.#pruneLater();
    this.#formers.start();
  }

  /** Puts the configured doors into use. A door that stays as it was is not touched. */
  configure(doors: readonly DoorConfiguration[]): void {
    this.#wanted = doors;
    const wanted = new Map(doors.map((door) => [door.id, door]));
    for (const [id, inUse] of this.#doors) {
      const door = wanted.get(id);
      if (!door || !isSameRelay(door, inUse.door)) {
        void this.#track(this.#formers.leave(inUse));
        this.#doors.delete(id);
      }
    }
    for (const door of doors) {
      const inUse = this.#doors.get(door.id);
      if (inUse) {
        inUse.door = door;
        continue;
      }
      try {
        const driver = this.#parts.makeDriver(door);
        driver.start();
        this.#doors.set(door.id, { door, driver, queue: Promise.resolve() });
      } catch (error) {
        // It cannot be opened; all others can.
        this.#parts.log.error({ err: error, doorId: door.id }, "a door could not be put into use");
      }
    }
  }

  /** Obeys an order, or answers what came of it when it was heard before. */
  obey(order: DoorOrder): Promise<Answer> {
    const seen = this.#seen.get(order.orderId);
    if (seen) {
      return seen.outcome;
    }
    const outcome = this.#obeyFirst(order);
    this.#seen.set(order.orderId, { outcome, at: this.#parts.clock.now() });
    return outcome;
  }

  /** The exit button: no order, no server and no disk stand between a person and the way out. */
  async openFromInside(doorId: string): Promise<Answer> {
    const inUse = this.#doors.get(doorId);
    if (!inUse) {
      return "failed";
    }
    const move = this.#newMove({ doorId, action: DOOR_OPEN, orderId: null, origin: "BUTTON" });
    const deadline = this.#parts.clock.now() + RELAY_GIVEN_UP_MS;
    // Nor does it wait behind an order whose device is slow.
    return this.#track(this.#tracked(this.#maker.letOut(inUse, move, deadline)));
  }

  /**
   * Somebody who may come in holds a card to the reader, or types: no order, and the person stands there now.
   * @param writeDown writes the intent together with what led to it, in one; never called when it is too late
   */
  async openFromOutside(opening: {
    doorId: string;
    openingId: string;
    origin: "CARD" | "PIN" | "PASS";
    writeDown: (intent: () => void) => void;
  }): Promise<Answer> {
    const { doorId, openingId, origin, writeDown } = opening;
    const inUse = this.#doors.get(doorId);
    if (!inUse) {
      return "failed";
    }
    const move = {
      ...this.#newMove({ doorId, action: DOOR_OPEN, orderId: null, origin }),
      openingId,
    };
    const deadline = this.#parts.clock.now() + ORDER_LIFETIME_MS;
    return this.#inTurn(inUse, () => this.#make(inUse, move, deadline, writeDown));
  }

  /** Can this door be free, or can its relay only pulse? */
  canHold(doorId: string): boolean {
    return this.#doors.get(doorId)?.driver.free !== undefined;
  }

  /** Keeps a door free for so long, or goes on to. No order, and nobody's turn: a pulse and this do not wait for one another. */
  async hold(doorId: string, forMs: number): Promise<void> {
    const free = this.#doors.get(doorId)?.driver.free;
    if (!free) {
      throw new Error("this door cannot be held");
    }
    await free.hold(forMs);
  }

  /** It is free no longer. @returns as {@link FreeRelay.letGo} */
  letGo(doorId: string): Promise<void> | void {
    return this.#doors.get(doorId)?.driver.free?.letGo();
  }

  /** Was its relay told to let go, or the one that it had before, and has not said that it did? */
  isNotAtRest(doorId: string): boolean {
    return this.#doors.get(doorId)?.driver.isNotAtRest === true || this.#formers.isNotAtRest(doorId);
  }

  /** Takes the current from every relay, at once. Works also in the middle of a crash. */
  stop(): void {
    this.#cancelPruning?.();
    for (const { driver } of this.#doors.values()) {
      void this.#track(Promise.resolve(driver.stop()));
    }
    this.#doors.clear();
    void this.#track(this.#formers.stop());
  }

  /** Resolves when no move is under way any more, and each device on the network has heard that its relay is to rest. */
  async settled(): Promise<void> {
    await Promise.all([...this.#underWay]);
  }

  async #obeyFirst(order: DoorOrder): Promise<Answer> {
    const { clock, log } = this.#parts;
    const before = this.#knownOutcome(order.orderId);
    if (before) {
      return before;
    }
    if (order.boot !== this.#parts.boot) {
      log.warn({ orderId: order.orderId }, "an order for another run of this controller");
      return "expired";
    }
    const timeLeft = await this.#timeLeft(order);
    if (timeLeft <= 0) {
      log.info({ orderId: order.orderId }, "an order came too late");
      return "expired";
    }
    // From here on only the controller's own clock counts: the line may come back with another server's.
    const deadline = clock.now() + timeLeft;
    const inUse = this.#doors.get(order.doorId);
    if (!inUse || (order.action !== DOOR_OPEN && !canClose(inUse.door.localId))) {
      log.warn({ orderId: order.orderId, doorId: order.doorId }, "an order that no door here can obey");
      return "failed";
    }
    const { doorId, action, orderId } = order;
    const move = this.#newMove({ doorId, action, orderId, origin: "APP" });
    return this.#inTurn(inUse, () => this.#make(inUse, move, deadline));
  }

  /** For how long the order may be obeyed from now on, by the clock of the connection on which it came. */
  async #timeLeft(order: DoorOrder): Promise<number> {
    const { sync, clock, whenSynchronised } = this.#parts;
    const { connection } = sync;
    await whenSynchronised(FIRST_READING_MS);
    return sync.connection === connection ? sync.timeLeft(order.issuedAt, clock.now()) : 0;
  }

  /** @param writeDown what is written together with the intent */
  async #make(
    inUse: DoorInUse,
    move: Move,
    deadline: number,
    writeDown?: (intent: () => void) => void,
  ): Promise<Answer> {
    return this.#tracked(this.#maker.make(inUse, move, deadline, writeDown));
  }

  #tracked({ answer, ended }: ReturnType<MoveMaker["make"]>): Promise<Answer> {
    void this.#track(ended);
    return answer;
  }

  #inTurn(inUse: DoorInUse, work: () => Promise<Answer>): Promise<Answer> {
    const done = this.#track(inUse.queue.then(work));
    inUse.queue = done.catch(() => undefined);
    return done;
  }

  #track<Result>(work: Promise<Result>): Promise<Result> {
    const ended = work.catch(() => undefined).finally(() => this.#underWay.delete(ended));
    this.#underWay.add(ended);
    return work;
  }

  #knownOutcome(orderId: string): Outcome | undefined {
    try {
      return this.#parts.moves.outcomeOf(orderId);
    } catch (error) {
      // Unreadable for now. What this process obeyed it remembers itself, and what the one before it obeyed
      // is too old by the clock.
      this.#parts.log.error({ err: error, orderId }, "earlier orders could not be read");
      return undefined;
    }
  }

  #interrupted(): Move[] {
    try {
      return this.#parts.moves.interrupted();
    } catch (error) {
      this.#parts.log.error({ err: error }, "earlier moves could not be read");
      return [];
    }
  }

  #newMove(of: Pick<Move, "doorId" | "action" | "orderId" | "origin">): Move {
    return { openingId: this.#parts.newId(), at: this.#parts.clock.date().toISOString(), ...of };
  }

  #pruneLater(): void {
    const { clock, moves, log } = this.#parts;
    this.#cancelPruning = clock.after(MOVES_KEPT_MS / 10, () => {
      const now = clock.now();
      for (const [orderId, { at }] of this.#seen) {
        if (now - at > MOVES_KEPT_MS) {
          this.#seen.delete(orderId);
        }
      }
      try {
        moves.prune(now, now - this.#startedAt);
      } catch (error) {
        log.error({ err: error }, "old moves could not be forgotten");
      }
      this.#pruneLater();
    });
  }
}

function isSameRelay(one: DoorConfiguration, other: DoorConfiguration): boolean {
  const relay = ({ localId, lockType, relay, pulseMs }: DoorConfiguration) =>
    // A device on the network may be told how long it opens, in its address.
    JSON.stringify([localId, lockType, relay, relay.kind === "http" ? pulseMs : null]);
  return relay(one) === relay(other);
}
