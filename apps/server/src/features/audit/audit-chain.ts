import type { KeyedDigest } from "../../platform/keyed-digest.ts";
import type { LineText } from "./audit-seals.queries.ts";

/** A line's place in its chain. */
export interface Place {
  chain: string;
  position: number;
  sealedAt: Date;
}

/**
 * The seal of a line: an HMAC over the line, its place and the seal before it. The key is outside the database,
 * so who can change tables alone cannot make a chain that holds.
 * @param before the seal before it; null for the first of a chain
 */
export function sealOf(
  digest: KeyedDigest,
  { chain, position, sealedAt }: Place,
  line: LineText,
  before: Buffer | null,
): Buffer {
  const { id, buildingId, actorId, action, subjectId, detail, digests, at } = line;
  return digest.of(
    "audit seal",
    before?.toString("hex") ?? "",
    chain,
    String(position),
    sealedAt.toISOString(),
    id,
    buildingId ?? "",
    actorId ?? "",
    action,
    subjectId ?? "",
    detail,
    digests,
    at,
  );
}
