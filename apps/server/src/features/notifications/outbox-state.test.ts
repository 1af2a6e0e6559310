import { randomUUID } from "node:crypto";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import type { MessageOutcome } from "../../platform/tables.ts";
import { outboxState } from "./outbox-state.ts";

const server = await startTestServer();
const { services } = server.app;
const { clock, db } = server;
afterAll(() => server.close());
beforeEach(() => db.deleteFrom("outbox").execute());

const MINUTE_MS = 60_000;

/** A message that was settled. */
const settled = (
  channel: Channel,
  outcome: MessageOutcome,
  recipient: string,
  { attempts = 1, ageMs = MINUTE_MS } = {},
) => {
  const at = new Date(clock.now().getTime() - ageMs);
  return sql`insert into outbox
    (id, channel, recipient, created_at, next_attempt_at, expires_at, attempts, settled_at, outcome)
    values (${randomUUID()}, ${channel}, ${recipient}, ${at}, ${at}, ${at}, ${attempts}, ${at}, ${outcome})`.execute(
    db,
  );
};

const took = async (channel: Channel) => (await outboxState(services)).takes(channel);

describe("the state of messages", () => {
  it("is of each channel: a mail server that takes nothing is told of, however many pushes go", async () => {
    await settled("mail", "failed", "ana@umbral.example");
    await settled("mail", "failed", "beto@umbral.example");
    await settled("push", "accepted", randomUUID());
    expect([await took("mail"), await took("push"), await took("sms")]).toEqual([null, true, null]);
    await settled("mail", "failed", "ana@umbral.example");
    expect([await took("mail"), await took("push")]).toEqual([false, true]);
    await settled("mail", "accepted", "carla@umbral.example");
    expect(await took("mail")).toBe(true);
  });

  it("is nobody's to know where only one address fails, where somebody is gone, and where all is long ago", async () => {
    for (let time = 0; time < 5; time += 1) {
      await settled("voice", "failed", "+573001234567");
      await settled("push", "undelivered", randomUUID());
      await settled("mail", "failed", `${time}@umbral.example`, { ageMs: 61 * MINUTE_MS });
    }
    expect([await took("voice"), await took("push"), await took("mail")]).toEqual([null, null, null]);
  });

  it("counts what was tried often and still waits, unless another was taken since", async () => {
    const waiting = (recipient: string, attempts: number) => {
      const at = new Date(clock.now().getTime() - 180 * MINUTE_MS);
      const until = new Date(clock.now().getTime() + 180 * MINUTE_MS);
      return sql`insert into outbox
        (id, channel, recipient, words, created_at, next_attempt_at, expires_at, attempts)
        values (${randomUUID()}, 'mail', ${recipient}, ${Buffer.from("closed")}, ${at}, ${until}, ${until}, ${attempts})`.execute(
        db,
      );
    };
    for (const name of ["ana", "beto", "carla"]) {
      await waiting(`${name}@umbral.example`, 5);
    }
    expect(await took("mail")).toBeNull();
    await db.updateTable("outbox").set({ attempts: 6 }).execute();
    expect(await took("mail")).toBe(false);
    await settled("mail", "accepted", "dora@umbral.example", { ageMs: 240 * MINUTE_MS });
    await settled("push", "accepted", randomUUID(), { ageMs: 120 * MINUTE_MS });
    expect(await took("mail")).toBe(false);
    await settled("mail", "accepted", "dora@umbral.example", { ageMs: 120 * MINUTE_MS });
    expect(await took("mail")).toBeNull();
  });

  it("counts what ran out while it was tried, and not what nobody came to", async () => {
    for (const digit of [1, 2, 3]) {
      await settled("sms", "expired", `+57300123456${digit}`, { attempts: 4 });
      await settled("voice", "expired", `+57300123456${digit}`, { attempts: 0 });
    }
    expect([await took("sms"), await took("voice")]).toEqual([false, null]);
  });
});
