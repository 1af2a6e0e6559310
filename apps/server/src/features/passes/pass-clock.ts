import { isOverstaying } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import { Rounds, type Working } from "../../platform/rounds.ts";
import { type BuildingMoment, momentAt } from "../access-control/index.ts";
import { timesOf, useOf } from "./describe-pass.ts";
import { tellOfOverstay } from "./pass-news.ts";
import { findOverstaying } from "./pass-notices.queries.ts";

/** Nobody minds that a guest who stays is told of a little later than their time is over. */
const LOOK_MS = 15_000;

/** Tells hosts of guests who stay beyond their time. That it was told is in the rows: any process may do it, once. */
export class PassClock implements Working {
  readonly #services: Services;
  readonly #rounds: Rounds;

  constructor(services: Services) {
    this.#services = services;
    this.#rounds = new Rounds(() => this.tellDue(), {
      everyMs: LOOK_MS,
      log: services.log,
      failure: "guests who stay beyond their time could not be told of",
      job: { name: "passes", jobs: services.jobs },
    });
  }

  start(): void {
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    await this.#rounds.stop();
  }

  /** Tells of those who stay beyond their time now, each once. */
  async tellDue(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const moments = new Map<string, BuildingMoment | null>();
    for (const pass of await findOverstaying(db, now)) {
      const { buildingId } = pass;
      const moment = moments.get(buildingId) ?? (await momentAt(db, buildingId, now));
      moments.set(buildingId, moment);
      if (moment && isOverstaying(timesOf(pass), useOf(pass), moment)) {
        await tellOfOverstay(this.#services, pass.id);
      }
    }
  }
}
