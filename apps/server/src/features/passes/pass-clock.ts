import { isOverstaying } from "@umbral/contract/passes/pass-rules";
import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { momentsAt } from "../access-control/index.ts";
import { timesOf, useOf } from "./describe-pass.ts";
import { tellOfOverstay } from "./pass-news.ts";
import { findOverstaying, isAnybodyInside } from "./pass-notices.queries.ts";

/** Nobody minds that a guest who stays is told of a little later than their time is over. */
const LOOK_MS = 15_000;

/** Tells hosts of guests who stay beyond their time. That it was told is in the rows: any process may do it, once. */
export class PassClock extends InRounds {
  readonly #services: Services;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "guests who stay beyond their time could not be told of",
      job: "passes",
      told: { news: services.news, topic: "inside" },
    });
    this.#services = services;
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    if (!(await isAnybodyInside(this.#services.db))) {
      return this.rounds.restMs;
    }
    await this.tellDue();
    return LOOK_MS;
  }

  /** Tells of those who stay beyond their time now, each once. */
  async tellDue(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const overstaying = await findOverstaying(db, now);
    const places = overstaying.map(({ buildingId }) => buildingId);
    const moments = await momentsAt(db, places, now);
    for (const pass of overstaying) {
      const moment = moments.get(pass.buildingId);
      if (moment && isOverstaying(timesOf(pass), useOf(pass), moment)) {
        await tellOfOverstay(this.#services, pass.id);
      }
    }
  }
}
