import { randomInt } from "node:crypto";
import { VISIT_CODE_DIGITS } from "@umbral/contract/visits/visits.contract";
import type { KeyedDigest } from "../../platform/keyed-digest.ts";

/** Any number of six digits is as likely as another, and none can be guessed from those before. */
export const newVisitCode = (): string =>
  String(randomInt(10 ** VISIT_CODE_DIGITS)).padStart(VISIT_CODE_DIGITS, "0");

/**
 * What the database keeps of a code. The building and the day are in it: the same digits elsewhere, or
 * tomorrow, are something else.
 */
export const digestOfCode = (
  digest: KeyedDigest,
  where: { buildingId: string; day: string },
  code: string,
): Buffer => digest.of("visit-code", where.buildingId, where.day, code);
