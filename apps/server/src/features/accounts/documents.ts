import type { Services } from "../../platform/context.ts";
import { letDocumentsGo } from "./identities.queries.ts";

/** Pictures of documents go when their time is over, unless a legal hold keeps them. */
export async function tidyDocuments({ db, clock, log }: Services): Promise<void> {
  const gone = await letDocumentsGo(db, clock.now());
  if (gone.length > 0) {
    log.info({ people: gone.length }, "let documents go that were kept long enough");
  }
}
