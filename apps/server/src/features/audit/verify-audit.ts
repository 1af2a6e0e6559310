import { createHash } from "node:crypto";
import type { Db } from "../../platform/database.ts";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";
import { sealOf } from "./audit-chain.ts";
import {
  countUnsealed,
  findLinesWithoutSeal,
  findNotedWithoutLine,
  findSealed,
} from "./audit-seals.queries.ts";
import { digestOf } from "./audit-values.ts";
import { findFilesKey } from "./files-keys.queries.ts";
import { proofOf } from "./files-keys.ts";

/** The actions whose line says the digest of one of the lobby's logbook (migration 0099). */
const DIGESTED: readonly string[] = ["logbook.noted", "logbook.line"];

/** As the database reckons what lies beside a line of the logbook. */
const saltedDigest = (salt: Buffer, value: string): string =>
  createHash("sha256").update(salt).update(value).digest("hex");

/** Seals read at once. */
const AT_ONCE = 2000;
/** Lines without a seal that are named one by one. */
const NAMED_AT_MOST = 100;

export interface BrokenLine {
  lineId: string;
  why:
    | "seal-missing"
    | "seals-missing-before"
    | "line-missing"
    | "line-or-seal-changed"
    | "value-changed"
    | "logbook-line-missing"
    | "logbook-line-changed"
    | "logbook-line-unknown";
}

interface Chain {
  /** The building's id; zeros for what is of none. */
  chain: string;
  lines: number;
  /** The last seal, in hexadecimal. Kept elsewhere, it tells later that nothing was cut off after it. */
  head: string;
}

export interface AuditReport {
  chains: Chain[];
  broken: BrokenLine[];
  /** Lines that are so new that they have no seal yet. */
  waiting: number;
  /** Values that were erased: of people who were forgotten. */
  erased: number;
  /** Lines that a key sealed which is lost: whether they are as they were sealed, nobody can say any more. */
  unverifiable: number;
  /** When the key of the files was replaced last; null when it never was. */
  keyReplacedAt: Date | null;
  /** What the database says of its key was changed: the border of what can be verified is not to be trusted. */
  isKeyRowAltered: boolean;
}

/** Walks all chains from their beginning and says which lines are not as they were sealed. */
export async function verifyAudit(db: Db, digest: KeyedDigest): Promise<AuditReport> {
  const chains: Chain[] = [];
  const broken: BrokenLine[] = [];
  let erased = 0;
  let unverifiable = 0;
  const key = await findFilesKey(db);
  const isKeyRowAltered = key !== undefined && !proofOf(digest, key).equals(key.proof);
  const sealedBefore = key && !isKeyRowAltered ? key.sealedBefore : {};
  let before: { chain: string; position: number; digest: Buffer } | undefined;
  for (let isMore = true; isMore; ) {
    const sealed = await findSealed(db, before, AT_ONCE);
    for (const { line, values, noted, ...seal } of sealed) {
      const previous = before?.chain === seal.chain ? before : undefined;
      if (seal.position !== (previous?.position ?? 0) + 1) {
        broken.push({ lineId: seal.lineId, why: "seals-missing-before" });
      } else if (line === null) {
        broken.push({ lineId: seal.lineId, why: "line-missing" });
      } else if (!sealOf(digest, seal, line, previous?.digest ?? null).equals(seal.digest)) {
        if (seal.position <= (sealedBefore[seal.chain] ?? 0)) {
          unverifiable += 1;
        } else {
          broken.push({ lineId: seal.lineId, why: "line-or-seal-changed" });
        }
      }
      const digests: Record<string, unknown> = line === null ? {} : Object(JSON.parse(line.digests));
      if (
        line !== null &&
        values.some(({ part, salt, value }) => digests[part] !== digestOf(Buffer.from(salt, "hex"), value))
      ) {
        broken.push({ lineId: seal.lineId, why: "value-changed" });
      }
      if (line !== null && DIGESTED.includes(line.action)) {
        const said: unknown = Object(JSON.parse(line.detail)).digest;
        if (noted === null) {
          broken.push({ lineId: seal.lineId, why: "logbook-line-missing" });
        } else if (
          noted.digest !== said ||
          noted.values.some(
            ({ part, salt, value }) => noted.digests[part] !== saltedDigest(Buffer.from(salt, "hex"), value),
          )
        ) {
          broken.push({ lineId: seal.lineId, why: "logbook-line-changed" });
        }
        erased += Math.max(0, Object.keys(noted?.digests ?? {}).length - (noted?.values.length ?? 0));
      }
      erased += Math.max(0, Object.keys(digests).length - values.length);
      if (previous === undefined) {
        chains.push({ chain: seal.chain, lines: 0, head: "" });
      }
      const chain = chains.at(-1);
      if (chain) {
        chain.lines += 1;
        chain.head = seal.digest.toString("hex");
      }
      before = seal;
    }
    isMore = sealed.length === AT_ONCE;
  }
  const unsealed = await findLinesWithoutSeal(db, NAMED_AT_MOST);
  broken.push(...unsealed.map((lineId) => ({ lineId, why: "seal-missing" as const })));
  const unknown = await findNotedWithoutLine(db, NAMED_AT_MOST);
  broken.push(...unknown.map((lineId) => ({ lineId, why: "logbook-line-unknown" as const })));
  return {
    chains,
    broken,
    waiting: await countUnsealed(db),
    erased,
    unverifiable,
    keyReplacedAt: key && key.epoch > 1 ? key.takenUpAt : null,
    isKeyRowAltered,
  };
}
