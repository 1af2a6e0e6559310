import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { refreshActive } from "../buildings/index.ts";
import { endDueSpaces, nextEnd } from "../spaces/index.ts";
import { tellOfMember } from "./members.service.ts";

/** How often ends are looked for where the database does not say that some were written. */
const LOOK_MS = 15_000;
/** A timer may be a little early; it then looks again after this. */
const SHORTEST_WAIT_MS = 50;
/** Stays ended in one round. */
const AT_ONCE = 200;

/**
 * Ends stays at their time. Nobody waits for it to be refused: every question about a space looks at its
 * end itself. This writes it down, and tells the person and those who look after the apartment.
 */
export class StayClock extends InRounds {
  readonly #services: Services;

  constructor(services: Services) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "stays that ran out could not be ended",
      job: "stays",
      told: { news: services.news, topic: "stays" },
    });
    this.#services = services;
  }

  /** Ends what is due now. Any process may; each stay is ended once. */
  async endDue(): Promise<void> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const ended = await db.transaction().execute(async (trx) => {
      const spaces = await endDueSpaces(trx, now, AT_ONCE);
      for (const { id, userId, buildingId, apartmentId } of spaces) {
        await writeAuditLine(trx, {
          buildingId,
          actorId: null,
          action: "members.stay-ended",
          subjectId: id,
          detail: { userId, apartmentId },
          at: now,
        });
      }
      // In their order, so that two processes wait for one another and not each for the other.
      const homes = new Set(spaces.flatMap(({ apartmentId }) => apartmentId ?? []));
      for (const apartmentId of [...homes].sort()) {
        await refreshActive(trx, apartmentId, now);
      }
      return spaces;
    });
    for (const { userId, buildingId, apartmentId } of ended) {
      await tellOfMember(this.#services, { buildingId, apartmentId }, userId);
    }
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    const { db, clock } = this.#services;
    const next = await nextEnd(db);
    if (next !== null && next <= clock.now()) {
      await this.endDue();
      // Another may be due already.
      return SHORTEST_WAIT_MS;
    }
    return this.rounds.untilDue(next, clock.now(), SHORTEST_WAIT_MS);
  }
}
