import {
  CONFIGURATION_ANSWER_MS,
  ConfigurationAnswer,
} from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { Configurations } from "./configurations.ts";
import type { ControllerLines } from "./controller-lines.ts";
import { findKeptConfiguration, noteConfiguration } from "./controller-states.queries.ts";
import { findControllerIds } from "./controllers.queries.ts";
import { findHolderId } from "./former-devices.queries.ts";

/** Where a process says that it tells a controller of another one what it must know. */
const CONFIGURED = "configured";
const Configured = z.object({ controllerId: z.uuid(), revision: z.string() });

/** Tells controllers what they must know, each one thing after the other. */
export class ControllerTelling {
  /** What each controller must know, and what of it is on its way to another. */
  readonly configurations: Configurations;
  readonly #lines: ControllerLines;
  readonly #services: Services;
  /** Configurations that were told and are not answered yet. */
  readonly #telling = new Set<Promise<unknown>>();
  /** By controller: the last telling of its configuration. */
  readonly #turns = new Map<string, Promise<void>>();
  /** Counts the times in which all of this process were looked at: the later one takes the earlier one's place. */
  #look = 0;

  constructor(lines: ControllerLines, services: Services) {
    this.#lines = lines;
    this.#services = services;
    this.configurations = new Configurations(services, (deviceIds) => {
      this.#tellHolders(deviceIds).catch((error: unknown) =>
        services.log.error({ err: error, deviceIds }, "a move that nobody ended was not told"),
      );
    });
    services.bus?.listen(CONFIGURED, (message) => {
      const { success, data } = Configured.safeParse(message);
      if (success) {
        this.#learn(data).catch((error: unknown) =>
          services.log.error({ err: error, controllerId: data.controllerId }, "devices could not be read"),
        );
      }
    });
  }

  /** Another process tells a controller of this one what it must know: its devices are known here too then. */
  async #learn({ controllerId, revision }: z.output<typeof Configured>): Promise<void> {
    if (!this.#lines.isHere(controllerId)) {
      return;
    }
    const now = await this.configurations.take(controllerId);
    // Two processes at once may have told it in the other order: here it is told once more, in its turn.
    if (now.revision !== revision) {
      await this.tellConfiguration(controllerId);
    }
  }

  /** Tells the controllers of this process that have these devices what they must know. */
  async #tellHolders(deviceIds: readonly string[]): Promise<void> {
    const holders = await Promise.all(deviceIds.map((id) => findHolderId(this.#services.db, id)));
    for (const id of new Set(holders)) {
      if (id && this.#lines.isHere(id)) {
        await this.tellConfiguration(id);
      }
    }
  }

  /**
   * Tells each controller of this process what it must know, where it said last that it has something else: what other
   * processes changed meanwhile, none of them could tell it. Nor could one say that a controller came anew there. One after
   * the other: nobody is in a hurry.
   */
  lookAtOwn(): void {
    this.#look += 1;
    const looking = this.#lookAtOwn(this.#look).finally(() => this.#telling.delete(looking));
    this.#telling.add(looking);
  }

  async #lookAtOwn(look: number): Promise<void> {
    const { db, log } = this.#services;
    const untold: string[] = [];
    let why: unknown;
    for (const controllerId of this.#lines.here()) {
      if (look !== this.#look) {
        break;
      }
      try {
        await this.#lines.endOlder(controllerId);
        await this.tellConfiguration(controllerId, await findKeptConfiguration(db, controllerId));
      } catch (error) {
        // It may have been taken away just now: the others are told all the same.
        untold.push(controllerId);
        why = error;
      }
    }
    if (untold.length > 0) {
      // Once for all: where the database is away it is so for each of them.
      log.error({ err: why, controllerIds: untold }, "controllers were not told what they must know");
    }
  }

  /** Tells a building's controllers what they must know now, after something of it changed. Nobody waits for them. */
  async configure(buildingId: string): Promise<void> {
    const { ids } = await findControllerIds(this.#services.db, buildingId);
    await Promise.all(ids.map((id) => this.tellConfiguration(id)));
  }

  /** Tells a controller what it must know, if it has something else, without waiting for what it says. */
  async tellConfiguration(controllerId: string, has?: string | null): Promise<void> {
    const { revision, answer } = await this.#startTelling(controllerId, has);
    if (answer === undefined) {
      return;
    }
    const noting: Promise<unknown> = this.#noteAnswer(controllerId, revision, answer)
      .catch((error: unknown) => this.#services.log.error({ err: error, controllerId }, "not noted"))
      .finally(() => this.#telling.delete(noting));
    this.#telling.add(noting);
  }

  /** Tells a controller what it must know. @returns whether it says that it has it */
  async configureOne(controllerId: string): Promise<boolean> {
    const { revision, answer } = await this.#startTelling(controllerId);
    return answer !== undefined && this.#noteAnswer(controllerId, revision, answer);
  }

  /** One telling after the other, each of what is true when its turn comes: the last one told is never an older one. */
  #startTelling(controllerId: string, has?: string | null) {
    const before = this.#turns.get(controllerId) ?? Promise.resolve();
    const turn = before.then(async () => {
      const configuration = await this.configurations.take(controllerId);
      const { revision } = configuration;
      if (!this.#lines.isHere(controllerId)) {
        this.#services.bus?.say(CONFIGURED, { controllerId, revision } satisfies z.input<typeof Configured>);
      }
      const answer =
        has === revision
          ? undefined
          : this.#lines.ask(
              controllerId,
              "configuration",
              configuration,
              ConfigurationAnswer,
              CONFIGURATION_ANSWER_MS,
            );
      return { revision, answer };
    });
    const ended = turn
      .then(() => undefined)
      .catch(() => undefined)
      .finally(() => {
        if (this.#turns.get(controllerId) === ended) {
          this.#turns.delete(controllerId);
        }
      });
    this.#turns.set(controllerId, ended);
    return turn;
  }

  async #noteAnswer(
    controllerId: string,
    revision: string,
    answering: Promise<{ revision: string } | "offline" | "no-answer">,
  ): Promise<boolean> {
    const answer = await answering;
    if (typeof answer === "string" || answer.revision !== revision) {
      return false;
    }
    const { db, clock } = this.#services;
    await noteConfiguration(db, controllerId, revision, clock.now());
    return true;
  }

  /** Of a server that stops: resolves when no controller is waited for any more that was told what it must know. */
  async stop(): Promise<void> {
    this.#look += 1;
    this.configurations.stop();
    await this.settled();
  }

  /** Resolves when no controller is waited for any more that was told what it must know. */
  async settled(): Promise<void> {
    while (this.#telling.size > 0) {
      await Promise.all(this.#telling);
    }
  }
}
