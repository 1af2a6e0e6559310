import { LOGBOOK_DAYS } from "@umbral/contract/logbook/logbook.contract";
import type { Services } from "../../platform/context.ts";
import { letLinesGo } from "./logbook.queries.ts";

const DAY_MS = 24 * 3_600_000;
/** Let go at once: a statement of few seconds at most, however much was kept. */
const BATCH = 1000;

/** Names, texts and pictures of lines that are two years old go. That something happened stays, as its seal does. */
export async function tidyLogbook({ db, clock }: Pick<Services, "db" | "clock">): Promise<void> {
  const before = new Date(clock.now().getTime() - LOGBOOK_DAYS * DAY_MS);
  let count: number;
  do {
    count = await letLinesGo(db, before, BATCH);
  } while (count >= BATCH);
}
