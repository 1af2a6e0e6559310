import { ControllerConfiguration } from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import type { Log } from "../../platform/log.ts";
import { configurationQueries } from "../../platform/store.queries.ts";
import type { Store } from "../../platform/store.ts";

/**
 * What the building consists of, as the server said it last: kept, so that the building goes on when the
 * server is away at the next start. It holds cameras' passwords and is never logged.
 */
export class ConfigurationKeeper {
  readonly #store: Store;
  readonly #log: Log;
  #current: ControllerConfiguration | undefined;
  #isOnDisk = true;

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** What was kept, when it can still be read. */
  load(): ControllerConfiguration | undefined {
    try {
      const kept = this.#store.query(configurationQueries.read, z.object({ body: z.string() })).get();
      this.#current = kept && ControllerConfiguration.parse(JSON.parse(kept.body));
    } catch (error) {
      // Neither the disk's failure nor a configuration of another version keeps the controller from its line.
      const err = error instanceof z.ZodError ? { issues: error.issues.length } : error;
      this.#log.error({ err }, "the kept configuration cannot be read; waiting for the server's");
    }
    return this.#current;
  }

  /** Undefined before anything was said of the building. */
  get current(): ControllerConfiguration | undefined {
    return this.#current;
  }

  get revision(): string | null {
    return this.#current?.revision ?? null;
  }

  /** Of the building; undefined before anything was said of it. */
  get timeZone(): string | undefined {
    return this.#current?.building.timeZone;
  }

  /** A door of it. */
  door(id: string | null): ControllerConfiguration["doors"][number] | undefined {
    return this.#current?.doors.find((door) => door.id === id);
  }

  keep(configuration: ControllerConfiguration): void {
    this.#current = configuration;
    this.#isOnDisk = false;
    this.write();
  }

  /** Writes what could not be written before. @returns whether the disk has it */
  write(): boolean {
    if (this.#current && !this.#isOnDisk) {
      const { revision } = this.#current;
      try {
        this.#store.command(configurationQueries.write).run(revision, JSON.stringify(this.#current));
        this.#isOnDisk = true;
      } catch (error) {
        this.#log.error(
          { err: error },
          "the configuration could not be kept; the building runs on it anyway",
        );
      }
    }
    return this.#isOnDisk;
  }
}
