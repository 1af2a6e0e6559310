import {
  BELL_TEST_MS,
  type BellTest,
  type TestedDevice,
} from "@umbral/contract/notifications/bell-test.contract";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { deviceNameOf } from "../../platform/device-name.ts";
import { person } from "../../platform/live.ts";
import type { Proven } from "../../platform/push-proofs.ts";
import { Refused } from "../../platform/refused.ts";
import {
  findBellTest,
  findTestedDevices,
  insertBellTest,
  insertTestedDevices,
  markArrived,
  markHeard,
} from "./bell-test.queries.ts";
import { findDevicesOf } from "./notifications.queries.ts";
import { writeAll } from "./notifications.service.ts";

/** In 15 minutes: enough to try every device of a home, too few to wake somebody with. */
const TESTS_OF_PERSON = 20;

/**
 * Makes the person's own devices ring: a push to each that is registered, a word to each open app.
 * @throws {Refused} TOO_OFTEN
 */
export async function startBellTest(services: Services, actor: Actor): Promise<{ test: BellTest }> {
  const { db, clock, newId, live } = services;
  const now = clock.now();
  const limits: Limit[] = [{ subject: ["bell-test", actor.id], most: TESTS_OF_PERSON }];
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
  const id = newId();
  const expiresAt = new Date(now.getTime() + BELL_TEST_MS);
  await db.transaction().execute(async (trx) => {
    await insertBellTest(trx, { id, userId: actor.id, startedAt: now, expiresAt });
    const devices = (await findDevicesOf(trx, actor.id, now)).map((device) => ({
      ...device,
      deviceId: device.id,
      id: newId(),
      testId: id,
      messageId: newId(),
    }));
    await insertTestedDevices(trx, devices);
    await writeAll(
      services,
      trx,
      devices.map((device) => ({
        id: device.messageId,
        channel: "push" as const,
        push: "bell-test" as const,
        recipient: device.deviceId,
        subject: "Prueba de timbre",
        body: "Así te avisa este dispositivo cuando te llaman.",
        data: { path: "/profile", tag: `bell-test:${id}`, subject: device.id },
        userId: actor.id,
        callId: null,
        createdAt: now,
        expiresAt,
      })),
    );
  });
  services.wakeOutbox();
  live.tell(person(actor.id), "bell_test", { testId: id });
  return readBellTest(services, actor, id);
}

/** @throws {Refused} NOT_FOUND for a test that is not this person's */
export async function readBellTest({ db }: Services, actor: Actor, id: string): Promise<{ test: BellTest }> {
  const test = await findBellTest(db, id, actor.id);
  if (!test) {
    throw new Refused("NOT_FOUND");
  }
  const devices = await findTestedDevices(db, id);
  return {
    test: {
      id,
      startedAt: test.startedAt.toISOString(),
      expiresAt: test.expiresAt.toISOString(),
      devices: devices.map((device) => ({
        id: device.id,
        name: device.name,
        kind: device.form,
        isThis: device.sessionId === actor.sessionId,
        registeredAt: device.registeredAt?.toISOString() ?? null,
        push: pushOf(device),
        isHeard: device.heardAt !== null,
      })),
    },
  };
}

function pushOf(device: Awaited<ReturnType<typeof findTestedDevices>>[number]): TestedDevice["push"] {
  if (device.messageId === null) {
    return "none";
  }
  if (device.arrivedAt !== null) {
    return "arrived";
  }
  if (device.settledAt === null) {
    return "waiting";
  }
  return device.outcome === "accepted" ? "sent" : "not-sent";
}

/** The device itself says that the push came; a second time says nothing new. */
export async function bellTestArrived(
  { db, clock, live }: Services,
  { subjectId, sessionId }: Proven,
): Promise<{ ok: true }> {
  const arrived = await markArrived(db, subjectId, sessionId, clock.now());
  if (arrived) {
    live.tell(person(arrived.userId), "bell_test:changed", { testId: arrived.testId });
  }
  return { ok: true };
}

/** An open app heard it. @throws {Refused} NOT_FOUND for a test that is over or not this person's */
export async function bellTestHeard(
  { db, clock, newId, live }: Services,
  actor: Actor,
  testId: string,
  userAgent: string | undefined,
): Promise<Record<never, never>> {
  const now = clock.now();
  const test = await findBellTest(db, testId, actor.id);
  if (!test || test.expiresAt <= now) {
    throw new Refused("NOT_FOUND");
  }
  const { sessionId } = actor;
  await db
    .transaction()
    .execute((trx) =>
      markHeard(trx, { id: newId(), testId, sessionId, ...deviceNameOf(userAgent), at: now }),
    );
  live.tell(person(actor.id), "bell_test:changed", { testId });
  return {};
}
