import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import type { QuietHours } from "@umbral/contract/notifications/quiet-hours.contract";
import { quietUntil } from "@umbral/contract/notifications/quiet-until";
import type { Actor, Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import type { MessageWords } from "./outbox-words.ts";
import { type PushKind, waitsInQuietHours } from "./push-kinds.ts";
import {
  findQuietHours,
  findQuietHoursOf,
  insertHeld,
  letHeldOfCome,
  setQuietHours,
} from "./quiet-hours.queries.ts";

export async function readQuietHoursOf(
  { db }: Services,
  actor: Actor,
): Promise<{ quietHours: QuietHours | null }> {
  return { quietHours: await findQuietHours(db, actor.id) };
}

/** Sets or takes away a person's quiet hours. What waits is looked at anew, and comes if it is no longer quiet. */
export async function changeQuietHoursOf(
  { db, clock }: Services,
  actor: Actor,
  quietHours: QuietHours | null,
): Promise<{ quietHours: QuietHours | null }> {
  await db.transaction().execute(async (trx) => {
    await setQuietHours(trx, actor.id, quietHours);
    await letHeldOfCome(trx, actor.id, clock.now());
  });
  return { quietHours };
}

/** A message of which it is asked whether it may leave now. */
type Leaving = MessageWords &
  ({ channel: "push"; push: PushKind; userId: string } | { channel: Exclude<Channel, "push"> });

/** Whose notices wait, until when. */
export async function findQuietNow(
  trx: Trx,
  userIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, Date>> {
  const known = userIds.length === 0 ? [] : await findQuietHoursOf(trx, userIds);
  return new Map(
    known.flatMap(({ userId, hours }) => {
      const until = quietUntil(hours, now);
      return until === null ? [] : [[userId, until] as const];
    }),
  );
}

/**
 * Keeps back, once for each person, the pushes that wait for the end of their quiet hours.
 * @returns what leaves now
 */
export async function holdInQuietHours<M extends Leaving>(
  { secrets, newId, clock }: Pick<Services, "secrets" | "newId" | "clock">,
  trx: Trx,
  messages: readonly M[],
): Promise<readonly M[]> {
  const mayWait = messages.flatMap((message) =>
    message.channel === "push" && waitsInQuietHours(message.push)
      ? [{ message, userId: message.userId }]
      : [],
  );
  const now = clock.now();
  const quiet = await findQuietNow(trx, [...new Set(mayWait.map(({ userId }) => userId))], now);
  const waiting = mayWait.flatMap(({ message, userId }) => {
    const dueAt = quiet.get(userId);
    return dueAt === undefined ? [] : [{ message, userId, dueAt }];
  });
  if (waiting.length === 0) {
    return messages;
  }
  // The same words for each of somebody's devices: they wait once.
  const once = new Map(waiting.map((one) => [one.userId, one]));
  await insertHeld(
    trx,
    [...once.values()].map(({ message: { subject, body, data }, userId, dueAt }) => {
      const id = newId();
      const words = Buffer.from(JSON.stringify({ subject, body, data }));
      return {
        id,
        user_id: userId,
        words: secrets.close(ownerOfHeld({ id, userId }), words),
        created_at: now,
        due_at: dueAt,
      };
    }),
  );
  const held = new Set(waiting.map(({ message }) => message));
  return messages.filter((message) => !held.has(message));
}

/** To whom a held notice says so: in another's row it does not open. */
export const ownerOfHeld = ({ id, userId }: { id: string; userId: string }): string =>
  `held_notices.words ${id} ${userId}`;
