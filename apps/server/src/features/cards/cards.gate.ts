import type { Database } from "../../platform/database.ts";
import { findHolderOfCard } from "./cards.queries.ts";

/** Answers for the gate: whose card it is. */
export const holderOfCard = (db: Database) => (id: string) => findHolderOfCard(db, id);
