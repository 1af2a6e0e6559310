import { combineDigests, type KeptAccess } from "@umbral/contract/access-control/access-list";
import type { AccessComparison } from "@umbral/contract/controllers/registering.contract";

/** A change is on its way for so long at the most; a list that differs for longer is not taken. */
const ON_ITS_WAY_MS = 60_000;

/** What a controller says that it has, and its building's list as it is here: nulls before there is one. */
interface Compared {
  accessKept: KeptAccess | null;
  accessAt: Date | null;
  listChangedAt: Date | null;
  epoch: number | null;
  number: number | null;
  digest: string | null;
  passDigest: string | null;
}

/** By number and digest: of the same ones the same entries. */
export function comparisonOf({
  accessKept: kept,
  accessAt,
  listChangedAt,
  epoch,
  number,
  digest,
  passDigest,
}: Compared): AccessComparison | null {
  if (epoch === null || number === null || digest === null || passDigest === null || listChangedAt === null) {
    return null;
  }
  // One that does not know passes is told the list without them.
  const whole = kept?.digest === digest ? digest : combineDigests(digest, passDigest);
  const wanted = { epoch, number, digest: whole };
  return {
    state: kept ? howItCompares(kept, wanted) : "none",
    kept,
    keptAt: accessAt?.toISOString() ?? null,
    wanted,
    wantedSince: listChangedAt.toISOString(),
  };
}

/**
 * Since when a controller that is there decides by another list than it should, whatever the reason: who was shut out
 * meanwhile still comes in. Null where it has the list, or may be about to.
 * @param compared with when it was found so, null where it was found to have the list: a further change begins nothing anew
 */
export function otherListSince(
  { otherListFoundAt, ...compared }: Compared & { otherListFoundAt: Date | null },
  now: Date,
): Date | null {
  const comparison = comparisonOf(compared);
  if (comparison === null || comparison.state === "same") {
    return null;
  }
  const changedAt = new Date(comparison.wantedSince);
  const since = otherListFoundAt !== null && otherListFoundAt < changedAt ? otherListFoundAt : changedAt;
  return now.getTime() - since.getTime() > ON_ITS_WAY_MS ? since : null;
}

function howItCompares(kept: KeptAccess, wanted: KeptAccess): AccessComparison["state"] {
  if (kept.epoch !== wanted.epoch || kept.number > wanted.number) {
    return "other";
  }
  if (kept.number < wanted.number) {
    return "behind";
  }
  return kept.digest === wanted.digest ? "same" : "other";
}
