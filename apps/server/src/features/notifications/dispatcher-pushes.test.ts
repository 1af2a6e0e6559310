import { afterAll, afterEach, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { registerDeviceOf } from "./devices.ts";
import { Dispatcher } from "./dispatcher.ts";
import { writePushes } from "./notifications.service.ts";
import { openWords } from "./outbox-words.ts";
import type { Delivery, Push } from "./providers.ts";

const server = await startTestServer();
// Only the dispatchers that a test starts may send.
await server.app.close();
const { services } = server.app;
const running: Dispatcher[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((dispatcher) => dispatcher.stop()));
  await server.db.deleteFrom("outbox").execute();
});
afterAll(() => server.close());

const LIFE_MS = 60_000;

function start({ fcm }: { fcm?: Push } = {}): void {
  const dispatcher = new Dispatcher(services, {
    providers: { telephone: undefined, webPush: undefined, mail: undefined, fcm },
    folder: undefined,
    onAccepted: async () => undefined,
    onTooLate: async () => undefined,
  });
  running.push(dispatcher);
  dispatcher.start();
}

const rows = () => server.db.selectFrom("outbox").selectAll().orderBy("id").execute();
const outcomes = async () => (await rows()).map((row) => row.outcome);
const settledAs = (...expected: string[]) => expect.poll(outcomes).toEqual(expected);

describe("a push", () => {
  const push = {
    push: "call",
    subject: "Llamada",
    body: "x",
    data: { path: "/x", tag: "t" },
    callId: null,
  } as const;
  const writeTo = (userId: string) =>
    server.db.transaction().execute((trx) =>
      writePushes(services, trx, {
        ...push,
        userId,
        expiresAt: new Date(server.clock.now().getTime() + LIFE_MS),
      }),
    );
  const register = async (token: string) => {
    const owner = await server.newPerson();
    const actor = await services.gate.actorOfToken(owner.token);
    if (!actor) {
      throw new Error("not signed in");
    }
    await registerDeviceOf(services, actor, token);
    return { owner, actor };
  };
  /** What their account says of the device that they registered last. */
  const keptOf = async (userId: string) =>
    (await services.db.selectFrom("users").select("token_firebase").where("id", "=", userId).execute())[0]
      ?.token_firebase;
  const recordingPush = (delivery: Delivery) => {
    const sent: [token: string, payload: unknown, seconds: number][] = [];
    return {
      sent,
      send: async (token: string, payload: unknown, seconds: number) => {
        sent.push([token, payload, seconds]);
        return delivery;
      },
    };
  };

  it("goes to each of the person's devices that is still signed in, with its words", async () => {
    const { owner, actor } = await register("a-token-of-firebase-1");
    const fcm = recordingPush({ kind: "accepted", providerId: "m1" });
    await writeTo(owner.id);
    const [row] = await rows();
    start({ fcm });
    await settledAs("accepted");
    const [[token, payload, seconds] = []] = fcm.sent;
    expect([token, payload]).toEqual([
      "a-token-of-firebase-1",
      {
        kind: "call",
        title: "Llamada",
        body: "x",
        path: "/x",
        tag: "t",
        expiresAt: row?.expires_at.toISOString(),
      },
    ]);
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);

    await server.db
      .updateTable("sessions")
      .set({ ended_at: server.clock.now() })
      .where("id", "=", actor.sessionId)
      .execute();
    await server.db.deleteFrom("outbox").execute();
    await writeTo(owner.id);
    expect(await rows()).toEqual([]);
  });

  it("does not reach who signed out between its writing and its sending", async () => {
    const { owner, actor } = await register("a-token-of-firebase-2");
    await writeTo(owner.id);
    await server.db
      .updateTable("sessions")
      .set({ ended_at: server.clock.now() })
      .where("id", "=", actor.sessionId)
      .execute();
    const fcm = recordingPush({ kind: "accepted", providerId: "m1" });
    start({ fcm });
    await settledAs("undelivered");
    expect(fcm.sent).toEqual([]);
  });

  it("to a device that is gone is the last", async () => {
    const { owner } = await register("a-token-of-firebase-3");
    await writeTo(owner.id);
    start({ fcm: recordingPush({ kind: "gone" }) });
    await settledAs("undelivered");
    expect(await keptOf(owner.id)).toBeNull();
    await writeTo(owner.id);
    expect(await rows()).toHaveLength(1);
  });

  it("of a test carries the proof for its device alone, which stands nowhere", async () => {
    const { owner, actor } = await register("a-token-of-firebase-4");
    await server.db.transaction().execute((trx) =>
      writePushes(services, trx, {
        ...push,
        push: "bell-test",
        data: { ...push.data, subject: "a-device" },
        userId: owner.id,
        expiresAt: new Date(server.clock.now().getTime() + LIFE_MS),
      }),
    );
    const [row] = await rows();
    expect(JSON.stringify(row && openWords(services.secrets, row))).not.toContain("proof");
    const fcm = recordingPush({ kind: "accepted", providerId: "m1" });
    start({ fcm });
    await settledAs("accepted");
    const [[, payload] = []] = fcm.sent;
    const { proof = "" } = payload as { proof?: string };
    expect(await services.proofs.read("bell-test", proof)).toEqual({
      subjectId: "a-device",
      sessionId: actor.sessionId,
    });
    expect(await services.proofs.read("reject-call", proof)).toBeNull();
  });

  it("has nowhere to go once the session is over: its address is forgotten", async () => {
    const [{ actor }, other] = [
      await register("a-token-of-firebase-5"),
      await register("a-token-of-firebase-6"),
    ];
    await server.db
      .updateTable("sessions")
      .set({ ended_at: server.clock.now() })
      .where("id", "=", actor.sessionId)
      .execute();
    start();
    const left = async () =>
      (
        await server.db
          .selectFrom("push_devices")
          .select("session_id")
          .where("session_id", "in", [actor.sessionId, other.actor.sessionId])
          .execute()
      ).map(({ session_id }) => session_id);
    await expect.poll(left).toEqual([other.actor.sessionId]);
    expect([await keptOf(actor.id), await keptOf(other.actor.id)]).toEqual([null, "a-token-of-firebase-6"]);
  });
});
