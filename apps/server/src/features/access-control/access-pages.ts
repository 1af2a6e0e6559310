import {
  ACCESS_PAGE_ENTRIES,
  type AccessPage,
  type AccessPageBody,
  type KeptAccess,
} from "@umbral/contract/access-control/access-list";
import type { Services } from "../../platform/context.ts";
import { findChanged, findHead, lockHead, updateHead } from "./access-list.queries.ts";

/** A page ends after so many characters too: an entry that names many doors is long. */
const PAGE_CHARACTERS = 1_000_000;

type Parts = Pick<Services, "db" | "clock" | "log" | "accessSigner">;

/**
 * The next page for a controller that has this much: undefined when it has everything. One that has more than there is,
 * or something else under the same number, was told by a server that is no more, as before a restore: then a new story
 * begins, and it is told the whole.
 * @param isWhole it does not take what changed since: something else stands in its list than we know
 */
export async function nextPage(
  parts: Parts,
  buildingId: string,
  kept: KeptAccess | null,
  { isWhole }: { isWhole: boolean },
): Promise<AccessPage | undefined> {
  const head = await findHead(parts.db, buildingId);
  if (!head) {
    return undefined;
  }
  if (kept && isOfAnotherStory(kept, head)) {
    const epoch = await beginEpoch(parts, buildingId, kept);
    parts.log.warn(
      { buildingId, epoch },
      "a controller has an access list of another story: it is told anew",
    );
    return pageAfter(parts, buildingId, 0);
  }
  if (kept?.epoch !== head.epoch || isWhole) {
    return pageAfter(parts, buildingId, 0);
  }
  return kept.number < head.number ? pageAfter(parts, buildingId, kept.number) : undefined;
}

const isOfAnotherStory = (kept: KeptAccess, head: KeptAccess): boolean =>
  kept.epoch > head.epoch ||
  (kept.epoch === head.epoch &&
    (kept.number > head.number || (kept.number === head.number && kept.digest !== head.digest)));

/** An epoch that is later than the controller's, and than now. */
function beginEpoch({ db, clock }: Parts, buildingId: string, kept: KeptAccess): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const head = await lockHead(trx, buildingId);
    if (!head || !isOfAnotherStory(kept, head)) {
      return head?.epoch ?? 0;
    }
    const now = clock.now();
    const epoch = Math.max(now.getTime(), kept.epoch + 1, head.epoch + 1);
    await updateHead(trx, buildingId, { ...head, epoch }, now);
    return epoch;
  });
}

/** What changed after a number, as far as one page goes, signed. Head and entries are of one moment. */
async function pageAfter(
  { db, accessSigner }: Parts,
  buildingId: string,
  after: number,
): Promise<AccessPage | undefined> {
  const body = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx): Promise<AccessPageBody | undefined> => {
      const head = await findHead(trx, buildingId);
      if (!head) {
        return undefined;
      }
      const asked = { buildingId, after, upTo: head.number, most: ACCESS_PAGE_ENTRIES };
      const changed = await findChanged(trx, asked);
      const entries = cut(changed);
      const isLast = entries.length === changed.length && changed.length < ACCESS_PAGE_ENTRIES;
      const to = isLast ? head.number : (entries.at(-1)?.number ?? head.number);
      return {
        buildingId,
        epoch: head.epoch,
        from: after,
        to,
        head: head.number,
        digest: head.digest,
        entries: entries.map(({ key, body }) => ({ key, body })),
      };
    });
  return body && accessSigner.sign(JSON.stringify(body));
}

/** As many as fit a page, and one at least. */
function cut<Entry extends { key: string; body: string | null }>(
  entries: readonly Entry[],
): readonly Entry[] {
  let characters = 0;
  const end = entries.findIndex(({ key, body }) => {
    characters += key.length + (body?.length ?? 0);
    return characters > PAGE_CHARACTERS;
  });
  return end === -1 ? entries : entries.slice(0, Math.max(1, end));
}
