import { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import type { Store } from "../../platform/store.ts";
import { formerRelayQueries } from "./former-relays.queries.ts";

const Door = ControllerConfiguration.shape.doors.element;
const Row = z.object({ id: z.string(), door: z.string(), untilMs: z.number() });

/** One that the process before this one left. */
interface KeptRelay {
  id: string;
  door: z.infer<typeof Door>;
  /** Wall time in milliseconds at which it is given up. */
  untilMs: number;
}

/**
 * The relays of former doors that did not say yet that they let go, for the process after this one. They hold devices'
 * passwords and are never logged.
 */
export class KeptRelays {
  readonly #log: Log;
  readonly #queries;

  constructor(store: Store, log: Log) {
    this.#log = log;
    this.#queries = {
      keep: store.command(formerRelayQueries.keep),
      forget: store.command(formerRelayQueries.forget),
      forgetOver: store.command(formerRelayQueries.forgetOver),
      all: store.query(formerRelayQueries.all, Row),
    };
  }

  keep({ id, door, untilMs }: KeptRelay): void {
    this.#onDisk(() => this.#queries.keep.run(id, JSON.stringify(door), untilMs));
  }

  forget(id: string): void {
    this.#onDisk(() => this.#queries.forget.run(id));
  }

  /** Those that are waited for still. What a newer program wrote of a relay that nobody here knows is left to that one. */
  load(nowMs: number): KeptRelay[] {
    this.#onDisk(() => this.#queries.forgetOver.run(nowMs));
    try {
      return this.#queries.all.all().flatMap(({ id, door, untilMs }) => {
        const known = Door.safeParse(JSON.parse(door));
        return known.success && untilMs > nowMs ? [{ id, door: known.data, untilMs }] : [];
      });
    } catch (error) {
      this.#log.error({ err: error }, "the relays of former doors could not be read");
      return [];
    }
  }

  /** A disk that takes nothing keeps no relay from being told: only the process after this one does not know of it. */
  #onDisk(write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#log.error({ err: error }, "the relay of a former door could not be written down");
    }
  }
}
