import type { Clock } from "../../platform/clock.ts";
import type { Database } from "../../platform/database.ts";
import type { Gate } from "../../platform/gate.ts";
import { findBuildingsOf } from "../accounts/index.ts";

/** Answers for the gate: where somebody has a place. Whose a card is, the cards' room knows. */
export const buildingsOfPeople = (
  db: Database,
  clock: Clock,
  holderOfCard: (id: string) => Promise<string | undefined>,
): Pick<Gate, "buildingsOf"> => ({
  async buildingsOf(kind, id) {
    const userId = kind === "person" ? id : await holderOfCard(id);
    return userId === undefined ? [] : findBuildingsOf(db, userId, clock.now());
  },
});
