import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { findUntoldDoors, forgetDoors } from "./alarm-doors.queries.ts";
import { settleDoors, tellsDoorsSince } from "./alarm-doors.ts";
import { findUntold } from "./alarm-hearers.queries.ts";
import { announceAlarms } from "./alarm-news.ts";
import { findUnconfirmed, forgetSiren } from "./alarm-siren.queries.ts";
import { settleSiren } from "./alarm-siren.ts";

/** How often it is looked, while there are any, at news that a process died before telling, and at sirens that did not answer. */
const LOOK_MS = 2000;
/** News younger than this are on their way by the process that wrote them down. */
const UNTOLD_AFTER_MS = 1500;
/** A siren that has not answered for so long is looked at by people. */
const UNCONFIRMED_FOR_MS = 15 * 60_000;

/** Finishes what another process began: tells what was written down and not told, settles the sirens. */
export class AlarmClock extends InRounds {
  readonly #services: Services;
  readonly #hub: ControllerHub;
  readonly #fires = new Set<Promise<void>>();

  constructor(services: Services, hub: ControllerHub) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "alarms could not be looked at",
      job: "alarms",
      told: { news: services.news, topic: "alarms", afterMs: LOOK_MS },
    });
    this.#services = services;
    this.#hub = hub;
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    return (await this.lookRound()) ? LOOK_MS : this.rounds.restMs;
  }

  override async stop(): Promise<void> {
    await super.stop();
    await Promise.all([...this.#fires]);
  }

  /** A fire panel said so: the doors of its building are told at once, and by the rounds until all have answered. */
  fire(buildingId: string): void {
    const telling = settleDoors(this.#services, this.#hub, buildingId)
      .then(() => {})
      .catch((error: unknown) =>
        this.#services.log.error({ err: error, buildingId }, "a fire could not be told to the doors"),
      )
      .finally(() => this.#fires.delete(telling));
    this.#fires.add(telling);
  }

  /** The building's controller is back, perhaps started anew: the next round says again how its siren and its doors are to be. */
  async returned(buildingId: string): Promise<void> {
    const { db, clock } = this.#services;
    await forgetSiren(db, buildingId);
    await forgetDoors(db, buildingId, tellsDoorsSince(clock.now()));
  }

  /** @returns whether something may be left for another look */
  async lookRound(): Promise<boolean> {
    const { db, clock } = this.#services;
    const now = clock.now().getTime();
    const untold = await findUntold(db);
    const late = untold.filter(({ changedAt }) => changedAt.getTime() < now - UNTOLD_AFTER_MS);
    await announceAlarms(
      this.#services,
      late.map(({ id }) => id),
    );
    const unconfirmed = await findUnconfirmed(db, new Date(now - UNCONFIRMED_FOR_MS));
    const untoldDoors = await findUntoldDoors(db, tellsDoorsSince(clock.now()));
    // All at once: one that does not answer must not hold up another building's.
    await Promise.all([
      ...unconfirmed.map((buildingId) => this.#settleThere(settleSiren, buildingId)),
      ...untoldDoors.map((buildingId) => this.#settleThere(settleDoors, buildingId)),
    ]);
    return untold.length + unconfirmed.length + untoldDoors.length > 0;
  }

  async #settleThere(settle: typeof settleSiren | typeof settleDoors, buildingId: string): Promise<void> {
    if (await this.#hub.lines.isPresent(buildingId)) {
      await settle(this.#services, this.#hub, buildingId);
    }
  }
}
