import type { Services } from "../../platform/context.ts";
import { deleteOldStrangers, letVisitorDocumentsGo } from "./kept-visitors.queries.ts";

/**
 * Who was written down at a door is kept as long as their building says: the document as those of its people, a stranger
 * altogether as what it notices. Whom a home knows by name and face stays as long as somebody lives there who does.
 */
export async function tidyVisitors({ db, clock, log }: Services): Promise<void> {
  const documents = await letVisitorDocumentsGo(db, clock.now());
  const strangers = await deleteOldStrangers(db, clock.now());
  if (documents + strangers > 0) {
    log.info({ documents, strangers }, "let visitors go that were kept long enough");
  }
}
