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

  constructor(store: Store, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  /** What was kept, when it can still be read. */
  load(): ControllerConfiguration | undefined {
    const kept = this.#store.query(configurationQueries.read, z.object({ body: z.string() })).get();
    if (kept) {
      const parsed = ControllerConfiguration.safeParse(JSON.parse(kept.body));
      if (parsed.success) {
        this.#current = parsed.data;
      } else {
        this.#log.error("the kept configuration is not one of this version; waiting for the server's");
      }
    }
    return this.#current;
  }

  get revision(): string | null {
    return this.#current?.revision ?? null;
  }

  /** Of the building; undefined before anything was said of it. */
  get timeZone(): string | undefined {
    return this.#current?.building.timeZone;
  }

  keep(configuration: ControllerConfiguration): void {
    this.#current = configuration;
    try {
      this.#store
        .command(configurationQueries.write)
        .run(configuration.revision, JSON.stringify(configuration));
    } catch (error) {
      this.#log.error({ err: error }, "the configuration could not be kept; the building runs on it anyway");
    }
  }
}
