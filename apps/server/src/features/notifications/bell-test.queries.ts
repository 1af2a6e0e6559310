import type { DeviceKind } from "@umbral/contract/notifications/bell-test.contract";
import type { Db, Trx } from "../../platform/database.ts";

export async function insertBellTest(
  trx: Trx,
  test: { id: string; userId: string; startedAt: Date; expiresAt: Date },
): Promise<void> {
  await trx
    .insertInto("bell_tests")
    .values({ id: test.id, user_id: test.userId, started_at: test.startedAt, expires_at: test.expiresAt })
    .execute();
}

export interface NewTestedDevice {
  id: string;
  testId: string;
  sessionId: string;
  name: string;
  form: DeviceKind;
  registeredAt: Date;
  messageId: string;
}

export async function insertTestedDevices(trx: Trx, devices: readonly NewTestedDevice[]): Promise<void> {
  if (devices.length > 0) {
    await trx
      .insertInto("bell_test_devices")
      .values(
        devices.map((device) => ({
          id: device.id,
          test_id: device.testId,
          session_id: device.sessionId,
          name: device.name,
          form: device.form,
          registered_at: device.registeredAt,
          message_id: device.messageId,
        })),
      )
      .execute();
  }
}

export function findBellTest(db: Db, id: string, userId: string) {
  return db
    .selectFrom("bell_tests")
    .select(["id", "started_at as startedAt", "expires_at as expiresAt"])
    .where("id", "=", id)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** The devices of a test in the order of their registration, with what became of their pushes. */
export function findTestedDevices(db: Db, testId: string) {
  return db
    .selectFrom("bell_test_devices")
    .leftJoin("outbox", "outbox.id", "bell_test_devices.message_id")
    .select([
      "bell_test_devices.id as id",
      "bell_test_devices.session_id as sessionId",
      "bell_test_devices.name as name",
      "bell_test_devices.form as form",
      "bell_test_devices.registered_at as registeredAt",
      "bell_test_devices.arrived_at as arrivedAt",
      "bell_test_devices.heard_at as heardAt",
      "bell_test_devices.message_id as messageId",
      "outbox.outcome as outcome",
      "outbox.settled_at as settledAt",
    ])
    .where("bell_test_devices.test_id", "=", testId)
    .orderBy("bell_test_devices.registered_at")
    .orderBy("bell_test_devices.id")
    .execute();
}

/** The push arrived on this device, of this session. @returns the test and whose it is, the first time */
export async function markArrived(db: Db, id: string, sessionId: string, now: Date) {
  return db
    .updateTable("bell_test_devices")
    .from("bell_tests")
    .whereRef("bell_tests.id", "=", "bell_test_devices.test_id")
    .set({ arrived_at: now })
    .where("bell_test_devices.id", "=", id)
    .where("bell_test_devices.session_id", "=", sessionId)
    .where("bell_test_devices.arrived_at", "is", null)
    .returning(["bell_tests.id as testId", "bell_tests.user_id as userId"])
    .executeTakeFirst();
}

/** The app of a session heard the test: all its devices did, or it becomes a line of its own. */
export async function markHeard(
  trx: Trx,
  heard: { id: string; testId: string; sessionId: string; name: string; form: DeviceKind; at: Date },
): Promise<void> {
  const known = await trx
    .updateTable("bell_test_devices")
    .set({ heard_at: heard.at })
    .where("test_id", "=", heard.testId)
    .where("session_id", "=", heard.sessionId)
    .returning("id")
    .execute();
  if (known.length > 0) {
    return;
  }
  await trx
    .insertInto("bell_test_devices")
    .values({
      id: heard.id,
      test_id: heard.testId,
      session_id: heard.sessionId,
      name: heard.name,
      form: heard.form,
      registered_at: null,
      message_id: null,
      heard_at: heard.at,
    })
    .onConflict((conflict) =>
      conflict.columns(["test_id", "session_id"]).where("message_id", "is", null).doNothing(),
    )
    .execute();
}

export async function forgetBellTests(db: Db, startedBefore: Date): Promise<void> {
  await db.deleteFrom("bell_tests").where("started_at", "<", startedBefore).execute();
}
