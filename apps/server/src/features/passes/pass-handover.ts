import type { Services } from "../../platform/context.ts";
import { InRounds } from "../../platform/rounds.ts";
import type { ControllerHub } from "../controllers/controller-hub.ts";
import { deciderFor } from "./pass-decider.ts";
import {
  beginHandover,
  endFollowing,
  type FollowingPass,
  findFollowing,
  lockFollowing,
} from "./pass-handover.queries.ts";

const LOOK_MS = 5_000;
/** One question to a controller for each. */
const AT_ONCE = 200;

type Hub = Pick<ControllerHub, "handPassOver">;

/**
 * The decider of a pass follows its door to another controller. The one that counted goes on until it said that it let go,
 * which it does only where the server knows of every entry: while it is away, or has some to tell, nobody else counts.
 */
export class PassHandover extends InRounds {
  readonly #services: Services;
  readonly #hub: Hub;

  constructor(services: Services, hub: Hub) {
    super(services, {
      everyMs: LOOK_MS,
      failure: "passes could not follow their doors to another controller",
      job: "passes-follow",
      told: { news: services.news, topic: "following" },
    });
    this.#services = services;
    this.#hub = hub;
  }

  /** @returns milliseconds until the next round */
  protected async round(): Promise<number> {
    return (await this.followDue()) ? LOOK_MS : this.rounds.restMs;
  }

  /** Every pass that is to follow, each asked for once. @returns whether there were any */
  async followDue(): Promise<boolean> {
    const away = new Set<string>();
    const following = await findFollowing(this.#services.db, AT_ONCE);
    for (const { id, controllerId } of following) {
      // Whoever stops it waits for one answer, not for each silent controller's.
      if (this.rounds.isStopped) {
        break;
      }
      // One that does not answer is not asked for each of its passes.
      if (!away.has(controllerId) && (await this.#follow(id)) === "away") {
        away.add(controllerId);
      }
    }
    return following.length > 0;
  }

  async #follow(passId: string): Promise<"settled" | "away"> {
    const asked = await this.#begin(passId);
    if (!asked) {
      return "settled";
    }
    const { controllerId, requestId, used } = asked;
    const outcome = await this.#hub.handPassOver(controllerId, { requestId, passId, used });
    if (outcome === "handed-over") {
      await this.#end(passId, requestId);
    }
    return outcome === "handed-over" || outcome === "counted-more" ? "settled" : "away";
  }

  /** Who is to be asked; null where nobody has to be. */
  async #begin(passId: string): Promise<{ controllerId: string; requestId: string; used: number } | null> {
    const { db, newId } = this.#services;
    return db.transaction().execute(async (trx) => {
      const pass = await lockFollowing(trx, passId);
      if (!pass) {
        return null;
      }
      const { controllerId, entered: used } = pass;
      if (pass.handoverId === null && (await this.#deciderOf(trx, pass)) === controllerId) {
        await endFollowing(trx, passId, controllerId);
        return null;
      }
      const requestId = pass.handoverId ?? newId();
      await beginHandover(trx, passId, requestId);
      return { controllerId, requestId, used };
    });
  }

  async #end(passId: string, requestId: string): Promise<void> {
    await this.#services.db.transaction().execute(async (trx) => {
      const pass = await lockFollowing(trx, passId);
      if (pass?.handoverId !== requestId) {
        return;
      }
      const decider = await this.#deciderOf(trx, pass);
      // It let go, and its door came back meanwhile: it knows the pass no more, and the server counts it.
      await endFollowing(trx, passId, decider === pass.controllerId ? null : decider);
    });
  }

  #deciderOf(trx: Parameters<typeof deciderFor>[0], pass: FollowingPass): Promise<string | null> {
    return deciderFor(trx, pass, this.#services.clock.now());
  }
}
