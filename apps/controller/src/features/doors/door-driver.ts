/** The moment for this move is over: it was not made. */
export class MomentPassed extends Error {}

/** The order left for the device, and whether it acted on it cannot be known: no answer came, or none that tells. */
export class MayHaveMoved extends Error {}

/** One opening or closing that a driver is asked for. */
export interface MoveOrder {
  /** How long the relay is held. */
  pulseMs: number;
  /**
   * Asked by the driver immediately before it gives current, or sends the request that will: there may
   * have been a queue.
   * @throws {MomentPassed} when it is too late
   */
  mayMove(): void;
  /** Aborted when the order is over: what has not left for the device by then never does. */
  signal: AbortSignal;
}

/** A relay that can be held, so that its door is free. */
export interface FreeRelay {
  /**
   * Gives it current for so long, or goes on to give it: it ends by itself unless it is asked again. Resolves when the relay has
   * moved, or is held already.
   * @throws {MayHaveMoved} when nobody can know, and it is let go; anything else means that the relay did not move
   */
  hold(forMs: number): Promise<void>;
  /**
   * The end of it, at once. A pulse that is under way goes on for its own time.
   * @returns of a device that may not hear it now, what resolves when it said that it rests, or will be asked no more
   */
  letGo(): Promise<void> | void;
}

/**
 * What any door must be able to do, whoever made it. A maker's driver lives in `drivers/`, beside the
 * simulated door that tests and the demonstration use.
 */
export interface DoorDriver {
  /**
   * How long the device may take to move by itself once it took the order: nothing can be recalled by then, so
   * no order leaves for it later than this before its end. 0 where we give the current ourselves and cut it.
   */
  readonly timeoutMs: number;
  /** Takes the relay into hand, without current: at rest its door is locked. */
  start(): void;
  /**
   * One opening. Resolves when the relay has moved and never on a guess, however late; the pulse ends by itself.
   * @throws {MayHaveMoved} when nobody can know; anything else means that the relay did not move
   */
  open(order: MoveOrder): Promise<void>;
  /** One closing, for doors that can. */
  close(order: MoveOrder): Promise<void>;
  /** Keeps the door free; absent where the device can only pulse ({@link canHold}). */
  readonly free?: FreeRelay | undefined;
  /** Of a device on the network: it was told to hold, or may have been before, and has not answered since that it let go. */
  readonly mayBeHeld?: boolean;
  /** It was told to let go, and has not said that it did: it is told again until it does. */
  readonly isNotAtRest?: boolean;
  /**
   * Takes the current away, at once and without waiting: a crash has no time. Asked again, it tells what may still be held.
   * @returns when a device on the network has heard it, or will not; who has time waits for it
   */
  stop(): Promise<void> | void;
  /** Of a device on the network: it is told nothing more, also not to let go. */
  leave?(): void;
}
