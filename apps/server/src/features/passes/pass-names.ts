import type { Pass, PassName } from "@umbral/contract/passes/passes.contract";
import type { Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changedList } from "./name-list.ts";
import {
  claimName,
  countNamesInside,
  findName,
  findNames,
  markNamesLeft,
  type NameRow,
  releaseName,
  writeNames,
} from "./pass-names.queries.ts";

/** Longer than any controller takes to answer: a press whose process was killed holds its name no longer. */
const CLAIM_MS = 30_000;

const isInside = ({ cameAt, leftAt }: Pick<NameRow, "cameAt" | "leftAt">): boolean =>
  cameAt !== null && leftAt === null;

const describeName = ({ id, name, cameAt, leftAt }: NameRow): PassName => ({
  id,
  name,
  state: cameAt === null ? "awaited" : leftAt === null ? "inside" : "left",
  at: (leftAt ?? cameAt)?.toISOString() ?? null,
});

/** The lists of some passes, by pass. */
export async function namesOf(
  db: Db,
  passes: readonly { id: string }[],
): Promise<(passId: string) => Pass["names"]> {
  const rows =
    passes.length === 0
      ? []
      : await findNames(
          db,
          passes.map(({ id }) => id),
        );
  const lists = new Map<string, PassName[]>(passes.map(({ id }) => [id, []]));
  for (const row of rows) {
    lists.get(row.passId)?.push(describeName(row));
  }
  return (passId) => lists.get(passId) ?? [];
}

/**
 * Makes a pass's list what its host wants, under the pass's lock. @param names undefined where it stays
 * @throws {Refused} PASS_NAMES_DO_NOT_FIT, PASS_NAME_CAME
 */
export async function writeListOf(
  { newId }: Pick<Services, "newId">,
  trx: Trx,
  passId: string,
  { names, entries }: { names?: readonly string[] | undefined; entries: number | null },
): Promise<void> {
  const before = await findNames(trx, [passId]);
  const count = names === undefined ? before.length : names.length;
  if (entries !== null && count > entries) {
    throw new Refused("PASS_NAMES_DO_NOT_FIT");
  }
  if (names === undefined) {
    return;
  }
  const list = changedList(before, names);
  if (list === null) {
    throw new Refused("PASS_NAME_CAME");
  }
  await writeNames(trx, passId, list, newId);
}

/** @throws {Refused} PASS_NAME_NOT_FOUND; PASS_NAME_INSIDE for somebody who came in already */
export async function refuseUnlessAwaited(db: Db, passId: string, nameId: string | undefined): Promise<void> {
  if (nameId !== undefined && isInside(await nameIn(db, passId, nameId))) {
    throw new Refused("PASS_NAME_INSIDE");
  }
}

/**
 * Asks a controller while nobody else can tick the same name: what it grants it has counted, and a second one would be an
 * entry of nobody.
 * @throws {Refused} PASS_NAME_INSIDE where another press was first
 */
export async function whileClaimed(
  { db, clock }: Pick<Services, "db" | "clock">,
  { nameId, requestId }: { nameId: string | undefined; requestId: string },
  ask: () => Promise<void>,
): Promise<void> {
  if (nameId === undefined) {
    return ask();
  }
  const now = clock.now();
  const claim = { nameId, requestId };
  if (!(await claimName(db, claim, { now, until: new Date(now.getTime() + CLAIM_MS) }))) {
    throw new Refused("PASS_NAME_INSIDE");
  }
  try {
    await ask();
  } catch (error) {
    await releaseName(db, claim);
    throw error;
  }
}

/**
 * Writes down who of a list goes out, under the lock of the pass: one of them, or all who are inside where everybody goes.
 * @param inside how many there are by the pass, of the list or not
 * @throws {Refused} PASS_NAME_NOT_FOUND, PASS_NAME_NOT_INSIDE; PASS_NAMES_ASKED where some go and nobody knows who
 */
export async function noteNamesLeave(
  trx: Trx,
  passId: string,
  { nameId, people, inside, at }: { nameId: string | undefined; people: number; inside: number; at: Date },
): Promise<void> {
  if (nameId !== undefined) {
    if (!isInside(await nameIn(trx, passId, nameId))) {
      throw new Refused("PASS_NAME_NOT_INSIDE");
    }
    await markNamesLeft(trx, passId, nameId, at);
    return;
  }
  if (people === inside) {
    await markNamesLeft(trx, passId, null, at);
  } else if (people > inside - (await countNamesInside(trx, passId))) {
    throw new Refused("PASS_NAMES_ASKED");
  }
}

async function nameIn(db: Db, passId: string, nameId: string) {
  const name = await findName(db, passId, nameId);
  if (!name) {
    throw new Refused("PASS_NAME_NOT_FOUND");
  }
  return name;
}
