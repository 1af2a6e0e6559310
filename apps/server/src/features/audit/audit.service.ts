import { isAuditField } from "@umbral/contract/audit/audit-fields";
import { buildingsWhere } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { deviceNameOf } from "../../platform/device-name.ts";
import { currentOrigin } from "../../platform/origin.ts";
import { insertAuditLines, lineBehind } from "./audit.queries.ts";
import type { AuditChange, AuditFields, AuditLine } from "./audit-line.ts";
import { type SaltedValue, salted } from "./audit-values.ts";

/**
 * The fields of the contract's words in which two states of something differ; nothing when in none. Of a
 * device only its machine is told: the rest of its address may hold a password.
 */
export function changeOf(personId: string | null, before: object, after: object): AuditChange | undefined {
  const was = plainFields(before);
  const is = plainFields(after);
  const differing = new Set(
    [...Object.keys(was), ...Object.keys(is)].filter((field) => was[field] !== is[field]),
  );
  const only = (fields: AuditFields) =>
    Object.fromEntries(Object.entries(fields).filter(([field]) => differing.has(field)));
  return differing.size === 0 ? undefined : { personId, before: only(was), after: only(is) };
}

function plainFields(state: object): AuditFields {
  return Object.fromEntries(
    Object.entries(state).flatMap(([field, value]) => {
      const plain = plainOf(value);
      return isAuditField(field) && plain !== undefined ? [[field, plain]] : [];
    }),
  );
}

function plainOf(value: unknown): AuditFields[string] | undefined {
  if (value instanceof Date) {
    return value.toISOString();
  }
  if (typeof value === "object" && value !== null) {
    return partsOf(value);
  }
  const isPlain = typeof value === "string" || typeof value === "number" || typeof value === "boolean";
  return isPlain || value === null ? value : undefined;
}

/** The machine of a device, or its kind when it has none; the name of what has one; all names of a list. */
function partsOf(value: object): string | undefined {
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown) => plainOf(part));
    return parts.every((part) => typeof part === "string") ? parts.join(", ") : undefined;
  }
  const told = (name: string): string | undefined => {
    const part: unknown = Reflect.get(value, name);
    return typeof part === "string" ? part : undefined;
  };
  return machineOf(told("openAddress") ?? told("address")) ?? told("kind") ?? told("name");
}

function machineOf(address: string | undefined): string | undefined {
  const host = address !== undefined && URL.canParse(address) ? new URL(address).host : "";
  return host === "" ? undefined : host;
}

/**
 * Takes a transaction, never the database: a line is written with the action it tells of, or not at all.
 * From where it was asked is written by itself.
 */
export async function writeAuditLine(trx: Trx, line: AuditLine): Promise<void> {
  await writeAuditLines(trx, [line]);
}

/** The same of an action upon several things at once: a line of each. */
export async function writeAuditLines(trx: Trx, lines: readonly AuditLine[]): Promise<void> {
  if (lines.length > 0) {
    await insertAuditLines(
      trx,
      lines.map((line) => ({ line, values: valuesOf(line) })),
    );
  }
}

/**
 * The same for an action of one statement, which says it with the line or not at all.
 * @param done the expression of that statement which answers a row when it was done
 */
export const auditedBehind = (done: string, line: AuditLine) => lineBehind(done, line, valuesOf(line));

/** What somebody did, and of it what can be told besides who and when. */
type Action = Pick<AuditLine, "buildingId" | "action" | "subjectId" | "change"> &
  Partial<Pick<AuditLine, "detail">>;

/** That somebody does this now, in the transaction that does it. */
export const writeAction = (
  { clock }: Services,
  trx: Trx,
  actor: Pick<Actor, "id">,
  action: Action,
): Promise<void> => writeAuditLine(trx, { detail: {}, ...action, actorId: actor.id, at: clock.now() });

/** The same of their own account, which is of no building. */
export const writeOwnAction = (
  services: Services,
  trx: Trx,
  personId: string,
  action: AuditLine["action"],
  change?: Omit<AuditChange, "personId">,
): Promise<void> =>
  writeAction(
    services,
    trx,
    { id: personId },
    {
      buildingId: null,
      action,
      subjectId: personId,
      change: change && { personId, ...change },
    },
  );

/**
 * The buildings whose rows a list answered: the one that was named, or all that the reader administers, so that each
 * finds in its own audit who read it. What the platform read of all of them is of none.
 */
export function buildingsRead(actor: Actor, named?: string): readonly (string | null)[] {
  const buildings = buildingsWhere(actor, "buildings.administer");
  if (named !== undefined) {
    return [named];
  }
  return buildings === "everywhere" || buildings.length === 0 ? [null] : buildings;
}

/** That somebody looked at a list, or took it away: of one building, or of all. No action stands beside it. */
export async function writeReading(
  { db, clock }: Services,
  actor: Actor,
  read: Pick<AuditLine, "action" | "detail"> & { buildingId: string | undefined },
): Promise<void> {
  const { action, detail } = read;
  await db.transaction().execute(async (trx) => {
    for (const buildingId of buildingsRead(actor, read.buildingId)) {
      await writeAuditLine(trx, {
        buildingId,
        actorId: actor.id,
        action,
        subjectId: buildingId,
        detail,
        at: clock.now(),
      });
    }
  });
}

function valuesOf({ actorId, change }: AuditLine): SaltedValue[] {
  const origin = currentOrigin();
  const values: SaltedValue[] = [];
  // What the server does by itself may have been set going by a request, but nobody did it from there.
  if (origin && actorId !== null) {
    const { name: device } = deviceNameOf(origin.userAgent);
    values.push(salted("origin", actorId, { address: origin.address, device }));
  }
  if (change) {
    const { personId, before, after } = change;
    values.push(salted("change", personId, { before, after }));
  }
  return values;
}
