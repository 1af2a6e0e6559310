import type { DeviceKind } from "@umbral/contract/notifications/bell-test.contract";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import { type ExpressionBuilder, type NotNull, type Selectable, sql } from "kysely";
import type { Db, Trx } from "../../platform/database.ts";
import type { MessageOutcome, Tables } from "../../platform/tables.ts";

export type KeptMessage = Selectable<Tables["outbox"]>;

export interface NewMessage {
  id: string;
  channel: KeptMessage["channel"];
  recipient: string;
  /** Closed: see `closeWords`. */
  words: Buffer;
  userId: string | null;
  callId: string | null;
  createdAt: Date;
  expiresAt: Date;
}

/** PostgreSQL takes 65,535 values in a statement; a message has nine. */
const ROWS_A_STATEMENT = 2000;

export async function insertMessages(trx: Trx, messages: readonly NewMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += ROWS_A_STATEMENT) {
    await trx
      .insertInto("outbox")
      .values(messages.slice(from, from + ROWS_A_STATEMENT).map(rowOf))
      .execute();
  }
}

const rowOf = (message: NewMessage) => ({
  id: message.id,
  channel: message.channel,
  recipient: message.recipient,
  words: message.words,
  user_id: message.userId,
  call_id: message.callId,
  created_at: message.createdAt,
  next_attempt_at: message.createdAt,
  expires_at: message.expiresAt,
});

/** Settled messages say nothing any more: what they said was for one person. */
const emptied = { words: null, readable: null };

/** What still waits of a call's messages is not sent. */
export async function withdrawOfCalls(trx: Trx, callIds: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ ...emptied, settled_at: now, outcome: "withdrawn" })
    .where("call_id", "in", callIds)
    .where("settled_at", "is", null)
    .execute();
}

/** A message of a call whose provider took it after it had been withdrawn or had run out. */
export async function markSentAfterAll(
  trx: Trx,
  id: string,
  outcome: "accepted" | "outbox",
  providerId: string | null,
): Promise<void> {
  await trx
    .updateTable("outbox")
    .set({ outcome, provider_id: providerId })
    .where("id", "=", id)
    .where("outcome", "in", ["withdrawn", "expired"])
    .execute();
}

/** The pushes and phone calls of a call that left, to be taken back: each is given once. */
export function recallSentOfCall(trx: Trx, callId: string, now: Date) {
  return trx
    .updateTable("outbox")
    .set({ recalled_at: now })
    .where("call_id", "=", callId)
    .where("outcome", "in", ["accepted", "outbox"])
    .where("recalled_at", "is", null)
    .where("channel", "in", ["push", "voice"])
    .returning(["channel", "recipient", "user_id as userId", "provider_id as providerId"])
    .execute();
}

/** Which of these devices are of this session. */
export async function devicesOfSession(
  trx: Trx,
  sessionId: string,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom("push_devices")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("id", "in", deviceIds)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

export async function deleteDevicesOf(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom("push_devices").where("user_id", "=", userId).execute();
}

export async function expireMessages(db: Db, now: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ ...emptied, settled_at: now, outcome: "expired" })
    .where("settled_at", "is", null)
    .where("expires_at", "<=", now)
    .execute();
}

/** Which messages are of a lane: by their channels, and whether they are of a call. */
export interface MessagesOfLane {
  channels: readonly Channel[];
  isOfCalls: boolean;
}

const isOfLane =
  ({ channels, isOfCalls }: MessagesOfLane) =>
  (eb: ExpressionBuilder<Tables, "outbox">) =>
    eb.and([eb("channel", "in", channels), eb("call_id", isOfCalls ? "is not" : "is", null)]);

/**
 * Takes messages whose turn has come, so that no other process tries them before `until`: those first that are soon of no use,
 * an alarm before a bill. A process that dies while it tries leaves them to be tried again then.
 */
export function claimMessages(
  db: Db,
  lane: MessagesOfLane,
  most: number,
  now: Date,
  until: Date,
): Promise<KeptMessage[]> {
  return db
    .with("due", (cte) =>
      cte
        .selectFrom("outbox")
        .select("id")
        .where("settled_at", "is", null)
        .where(isOfLane(lane))
        .where("next_attempt_at", "<=", now)
        .where("expires_at", ">", now)
        .orderBy("expires_at")
        .orderBy("next_attempt_at")
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable("outbox")
    .from("due")
    .whereRef("outbox.id", "=", "due.id")
    .set({ attempts: sql`outbox.attempts + 1`, next_attempt_at: until })
    .returningAll("outbox")
    .execute();
}

/** What earlier versions left readable, locked. */
export async function lockReadableMessages(trx: Trx) {
  return trx
    .selectFrom("outbox")
    .select(["id", "channel", "recipient", "readable"])
    .where("readable", "is not", null)
    .$narrowType<{ readable: NotNull }>()
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** The words of a message that an earlier version left readable. */
export async function closeReadable(trx: Trx, id: string, words: Buffer): Promise<void> {
  await trx.updateTable("outbox").set({ words, readable: null }).where("id", "=", id).execute();
}

/** False when somebody settled it before: it was withdrawn while it was on its way. */
export async function settleMessage(
  trx: Trx,
  id: string,
  outcome: MessageOutcome,
  providerId: string | null,
  now: Date,
): Promise<boolean> {
  const settled = await trx
    .updateTable("outbox")
    .set({ ...emptied, settled_at: now, outcome, provider_id: providerId })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return settled !== undefined;
}

export async function postponeMessage(db: Db, id: string, until: Date): Promise<void> {
  await db
    .updateTable("outbox")
    .set({ next_attempt_at: until })
    .where("id", "=", id)
    .where("settled_at", "is", null)
    .execute();
}

/** When the next message of these lanes has its turn; null when none waits. */
export async function nextAttemptAt(db: Db, lanes: readonly MessagesOfLane[]): Promise<Date | null> {
  if (lanes.length === 0) {
    return null;
  }
  const row = await db
    .selectFrom("outbox")
    .select((eb) => eb.fn.min("next_attempt_at").as("at"))
    .where("settled_at", "is", null)
    .where((eb) => eb.or(lanes.map((lane) => isOfLane(lane)(eb))))
    .executeTakeFirst();
  return row?.at ?? null;
}

export async function forgetSettled(db: Db, settledBefore: Date): Promise<void> {
  await db.deleteFrom("outbox").where("settled_at", "<", settledBefore).execute();
}

export interface NewDevice {
  id: string;
  userId: string;
  sessionId: string;
  kind: "web" | "fcm";
  token: string;
  tokenHash: Buffer;
  registeredAt: Date;
  name: string;
  form: DeviceKind;
}

/** Registers a device; one that was somebody's, or of another session, changes hands. */
export async function upsertDevice(trx: Trx, device: NewDevice, most: number): Promise<void> {
  const mine = {
    user_id: device.userId,
    session_id: device.sessionId,
    kind: device.kind,
    token: device.token,
    registered_at: device.registeredAt,
    name: device.name,
    form: device.form,
  };
  await trx
    .insertInto("push_devices")
    .values({ id: device.id, token_hash: device.tokenHash, ...mine })
    .onConflict((conflict) => conflict.column("token_hash").doUpdateSet(mine))
    .execute();
  await trx
    .deleteFrom("push_devices")
    .where("user_id", "=", device.userId)
    .where("id", "not in", (eb) =>
      eb
        .selectFrom("push_devices")
        .select("id")
        .where("user_id", "=", device.userId)
        .orderBy("registered_at", "desc")
        .orderBy("id", "desc")
        .limit(most),
    )
    .execute();
}

const openDevices = (db: Db, now: Date) =>
  db
    .selectFrom("push_devices")
    .innerJoin("sessions", "sessions.id", "push_devices.session_id")
    .where("sessions.ended_at", "is", null)
    .where("sessions.expires_at", ">", now);

/** The devices of a person whose sessions are open. */
export function findDevicesOf(db: Db, userId: string, now: Date) {
  return openDevices(db, now)
    .select([
      "push_devices.id as id",
      "push_devices.session_id as sessionId",
      "push_devices.name as name",
      "push_devices.form as form",
      "push_devices.registered_at as registeredAt",
    ])
    .where("push_devices.user_id", "=", userId)
    .orderBy("push_devices.id")
    .execute();
}

/** The devices of several people whose sessions are open. */
export function findDevicesOfMany(db: Db, userIds: readonly string[], now: Date) {
  return openDevices(db, now)
    .select(["push_devices.id as id", "push_devices.user_id as userId"])
    .where("push_devices.user_id", "=", sql<string>`any(${userIds})`)
    .orderBy("push_devices.id")
    .execute();
}

/** A device that is still this person's and may still take pushes for them. */
export function findDevice(db: Db, id: string, userId: string, now: Date) {
  return openDevices(db, now)
    .select([
      "push_devices.kind as kind",
      "push_devices.token as token",
      "push_devices.session_id as sessionId",
    ])
    .where("push_devices.id", "=", id)
    .where("push_devices.user_id", "=", userId)
    .executeTakeFirst();
}

/** Devices of sessions that are over take no pushes any more: their addresses are not kept either. @returns those */
export async function removeDevicesOfEndedSessions(trx: Trx, now: Date): Promise<string[]> {
  const removed = await trx
    .deleteFrom("push_devices")
    .where("session_id", "in", (eb) =>
      eb
        .selectFrom("sessions")
        .select("id")
        .where((or) => or.or([or("ended_at", "is not", null), or("expires_at", "<=", now)])),
    )
    .returning("token")
    .execute();
  return removed.map(({ token }) => token);
}

/** The push service said that it is gone. */
export async function removeDevice(db: Db, id: string, token: string): Promise<void> {
  await db.deleteFrom("push_devices").where("id", "=", id).where("token", "=", token).execute();
}
