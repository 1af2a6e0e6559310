import {
  ACCESS_PAGE_ENTRIES,
  type AccessPage,
  type AccessPageBody,
  combineDigests,
  type KeptAccess,
} from "@umbral/contract/access-control/access-list";
import type { Services } from "../../platform/context.ts";
import { program } from "../../platform/program.ts";
import { findChanged, findHead, type ListHead, lockHead, updateHead } from "./access-list.queries.ts";

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
  { isWhole, hasPasses }: { isWhole: boolean; hasPasses: boolean },
): Promise<AccessPage | undefined> {
  const asTold = await findHead(parts.db, buildingId);
  if (!asTold) {
    return undefined;
  }
  const head = toldOf(asTold, hasPasses);
  const pageAfter = (after: number) => makePage(parts, buildingId, { after, hasPasses });
  if (kept && isSame(kept, toldOf(asTold, !hasPasses)) && !isSame(kept, head)) {
    // The same, as its program of before was told it: one of them does not know passes.
    return pageAfter(0);
  }
  if (kept && isOfAnotherStory(kept, head)) {
    const epoch = await beginEpoch(parts, buildingId, { kept, hasPasses });
    parts.log.warn(
      { buildingId, epoch },
      "a controller has an access list of another story: it is told anew",
    );
    return pageAfter(0);
  }
  if (kept?.epoch !== head.epoch || isWhole) {
    return pageAfter(0);
  }
  return kept.number < head.number ? pageAfter(kept.number) : undefined;
}

/** A list as a controller is told it: of passes only one that knows them. */
const toldOf = ({ passDigest, ...head }: ListHead, hasPasses: boolean): KeptAccess =>
  hasPasses ? { ...head, digest: combineDigests(head.digest, passDigest) } : head;

const isSame = (one: KeptAccess, other: KeptAccess): boolean =>
  one.epoch === other.epoch && one.number === other.number && one.digest === other.digest;

const isOfAnotherStory = (kept: KeptAccess, head: KeptAccess): boolean =>
  kept.epoch > head.epoch ||
  (kept.epoch === head.epoch &&
    (kept.number > head.number || (kept.number === head.number && kept.digest !== head.digest)));

/** An epoch that is later than the controller's, and than now. */
function beginEpoch(
  { db, clock }: Parts,
  buildingId: string,
  { kept, hasPasses }: { kept: KeptAccess; hasPasses: boolean },
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const head = await lockHead(trx, buildingId);
    if (!head || !isOfAnotherStory(kept, toldOf(head, hasPasses))) {
      return head?.epoch ?? 0;
    }
    const now = clock.now();
    const epoch = Math.max(now.getTime(), kept.epoch + 1, head.epoch + 1);
    await updateHead(trx, buildingId, { ...head, epoch }, { at: now, program });
    return epoch;
  });
}

/** What changed after a number, as far as one page goes, signed. Head and entries are of one moment. */
async function makePage(
  { db, accessSigner }: Parts,
  buildingId: string,
  { after, hasPasses }: { after: number; hasPasses: boolean },
): Promise<AccessPage | undefined> {
  const body = await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (trx): Promise<AccessPageBody | undefined> => {
      const found = await findHead(trx, buildingId);
      if (!found) {
        return undefined;
      }
      const head = toldOf(found, hasPasses);
      const asked = { buildingId, after, upTo: head.number, most: ACCESS_PAGE_ENTRIES, hasPasses };
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
