import { type Call, PHONE_CALL_AFTER_MS, RING_MS, SMS_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import {
  beginAllDueLegs,
  newCall,
  newHome,
  newVisitor,
  putCall,
  statusOfCall,
  type TestHome,
} from "../../../testing/test-calls.ts";
import { registerDevice, startFirebase } from "../../../testing/test-firebase.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, startTelephoneProvider, takesIt } from "../../../testing/test-telephone.ts";
import { beginDueLegs } from "./call-legs.ts";

const firebase = await startFirebase();
const { pushesTo } = firebase;
const provider = await startTelephoneProvider();
const server = await startTestServer({
  ...provider.variables,
  ...firebase.variables,
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await firebase.close();
});

const register = (person: TestHome["rosa"], token: string) => registerDevice(server, person, token);

async function ring() {
  const home = await newHome(server);
  const phone = await givePhone(server, home.rosa);
  const atLobby = await server.connectAs(home.lobby);
  const call = await newCall(server, home.lobby, home.rosa);
  const reached = { callId: call.id, userId: home.rosa.id };
  return { home, phone, atLobby, call, reached };
}

const legs = async (callId: string): Promise<string[]> => {
  const rows = await server.db
    .selectFrom("call_legs")
    .select("channel")
    .where("call_id", "=", callId)
    .orderBy("channel")
    .execute();
  return rows.map(({ channel }) => channel);
};

/** What a process does when its clock says so. */
async function pass(milliseconds: number): Promise<void> {
  server.clock.push(milliseconds);
  await beginAllDueLegs(server);
}

const outcomesOf = async (call: Call): Promise<unknown[]> => {
  const rows = await server.db
    .selectFrom("outbox")
    .select(["channel", "outcome"])
    .where("call_id", "=", call.id)
    .orderBy("id")
    .execute();
  return rows.map(({ channel, outcome }) => [channel, outcome]);
};

describe("a call that rings", () => {
  it("goes to the registered devices at once, to the telephone after 10 s, by SMS after 20 s", async () => {
    const { home, phone, atLobby, call, reached } = await ring();
    const token = `device-of-${home.rosa.id}`;
    await register(home.rosa, token);
    await atLobby.ask("request", { callId: call.id });
    expect(await atLobby.hear("push_notification:success")).toEqual(reached);
    expect(pushesTo(token)).toMatchObject([
      {
        data: {
          kind: "call",
          title: "Llamada de portería",
          body: `Pedro Portero llama al apartamento A-101 · ${home.building.name}`,
          path: `/llamada-visitante/${call.id}/true`,
          tag: call.id,
          expiresAt: call.expiresAt,
        },
      },
    ]);

    await pass(PHONE_CALL_AFTER_MS - 4000);
    expect(await legs(call.id)).toEqual(["push"]);
    await pass(4000);
    expect(await atLobby.hear("twilio:success")).toEqual(reached);
    const [phoneCall] = provider.heard("Calls", phone);
    expect(phoneCall?.form["Url"]).toBe(`https://umbral.example/api/call/${call.id}/telephone`);
    // It rings no longer than the call itself does.
    expect(Number(phoneCall?.form["Timeout"])).toBeLessThanOrEqual(20);

    await pass(SMS_AFTER_MS - PHONE_CALL_AFTER_MS - 4000);
    expect(await legs(call.id)).toEqual(["push", "voice"]);
    await pass(4000);
    expect(await atLobby.hear("sms:success")).toEqual(reached);
    expect(provider.heard("Messages", phone)[0]?.form["Body"]).toBe(
      `Umbral: Pedro Portero llama al apartamento A-101 desde la portería de ${home.building.name}. ` +
        `Contesta aquí: https://umbral.example/llamada-visitante/${call.id}/true`,
    );

    await pass(RING_MS - SMS_AFTER_MS);
    expect(await atLobby.hear("end")).toEqual({ callId: call.id, status: "PERDIDA" });
    expect(provider.heard("Calls", phone)).toHaveLength(1);
    expect(provider.heard("Messages", phone)).toHaveLength(1);
    await expect.poll(() => pushesTo(token).map(({ data }) => data.kind)).toEqual(["call", "call-ended"]);
  });

  it("goes each way once, though it is asked to ring again and many processes look", async () => {
    const { home, phone, atLobby, call } = await ring();
    const token = `device-of-${home.rosa.id}`;
    const otherDevice = `other-${token}`;
    await register(home.rosa, token);
    await register(home.rosa, otherDevice);
    await Promise.all([1, 2, 3].map(() => atLobby.ask("request", { callId: call.id })));
    const others = await Promise.all([server.another(), server.another()]);
    server.clock.push(SMS_AFTER_MS);
    const all = [server.app, ...others.map(({ app }) => app)];
    await Promise.all(all.flatMap(({ services }) => [beginDueLegs(services), beginDueLegs(services)]));
    await expect
      .poll(() => outcomesOf(call))
      .toEqual(["push", "push", "voice", "sms"].map((channel) => [channel, "accepted"]));
    expect(await legs(call.id)).toEqual(["push", "sms", "voice"]);
    expect(provider.heard("Calls", phone)).toHaveLength(1);
    expect(provider.heard("Messages", phone)).toHaveLength(1);
    expect([pushesTo(token).length, pushesTo(otherDevice).length]).toEqual([1, 1]);
    // Two devices of one person are one way of reaching them. (What another process sent is told on its own
    // line here, where nothing joins the processes' lines.)
    for (const event of ["push_notification:success", "twilio:success", "sms:success"]) {
      expect(atLobby.heardSoFar(event).length).toBeLessThanOrEqual(1);
    }
    await Promise.all(others.map((other) => other.close()));
  });

  it("counts from when it rang, and goes no other way before it did", async () => {
    const { phone, atLobby, call } = await ring();
    await pass(PHONE_CALL_AFTER_MS);
    expect(await legs(call.id)).toEqual([]);
    await atLobby.ask("request", { callId: call.id });
    await pass(PHONE_CALL_AFTER_MS - 4000);
    expect(await legs(call.id)).toEqual(["push"]);
    await pass(4000);
    await atLobby.hear("twilio:success");
    expect(provider.heard("Calls", phone)).toHaveLength(1);
  });

  it("goes each person's own way when two are called", async () => {
    const { home, phone, atLobby, call } = await ring();
    const other = await givePhone(server, home.andres);
    const toAndres = await newCall(server, home.lobby, home.andres);
    for (const { id } of [call, toAndres]) {
      await atLobby.ask("request", { callId: id });
    }
    await pass(PHONE_CALL_AFTER_MS);
    for (const userId of [home.rosa.id, home.andres.id]) {
      await atLobby.hear("twilio:success", (reached) => reached["userId"] === userId);
    }
    expect([provider.heard("Calls", phone).length, provider.heard("Calls", other).length]).toEqual([1, 1]);
  });

  it("goes no other way to who moved out while it rings", async () => {
    const { home, atLobby, call } = await ring();
    await atLobby.ask("request", { callId: call.id });
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ended_at: server.clock.now() })
      .where("user_id", "=", home.rosa.id)
      .execute();
    await pass(SMS_AFTER_MS);
    expect(await legs(call.id)).toEqual(["push"]);
  });

  it("goes no other way once its home has blocked who rings", async () => {
    const home = await newHome(server);
    await givePhone(server, home.rosa);
    const visitor = await newVisitor(server, home.building.id);
    const atVisitor = await server.connectAs(visitor);
    const call = await newCall(server, visitor, home.rosa);
    await server.db.updateTable("calls").set({ is_unverified: false }).where("id", "=", call.id).execute();
    await atVisitor.ask("request", { callId: call.id });
    await pass(PHONE_CALL_AFTER_MS);
    expect(await legs(call.id)).toEqual(["push", "voice"]);
    const blocked = await server.app.http.inject({
      method: "PUT",
      url: `/api/apartments/${home.apartmentId}/blocked-callers/${visitor.id}`,
      headers: home.andres.headers,
    });
    expect(blocked.statusCode).toBe(200);
    await pass(SMS_AFTER_MS - PHONE_CALL_AFTER_MS);
    expect(await legs(call.id)).toEqual(["push", "voice"]);
    // A device that comes now is not rung either: what the lobby rings is the first that it hears.
    const atRosa = await server.connectAs(home.rosa);
    const fromLobby = await newCall(server, home.lobby, home.rosa);
    await (await server.connectAs(home.lobby)).ask("request", { callId: fromLobby.id });
    expect(await atRosa.hear("request")).toMatchObject({ callId: fromLobby.id });
  });

  it("to somebody without a telephone makes no phone call", async () => {
    const { home, atLobby, call } = await ring();
    await server.db.updateTable("users").set({ phone: "" }).where("id", "=", home.rosa.id).execute();
    await atLobby.ask("request", { callId: call.id });
    await pass(SMS_AFTER_MS);
    expect(await legs(call.id)).toEqual(["push", "sms", "voice"]);
    expect(await outcomesOf(call)).toEqual([]);
  });
});

describe("a call that is decided", () => {
  it.each(["CONTESTADA", "RECHAZADA"])("as %s goes no other way any more", async (status) => {
    const { home, atLobby, call } = await ring();
    await atLobby.ask("request", { callId: call.id });
    expect((await putCall(server, home.rosa, call.id, { status })).statusCode).toBe(200);
    await pass(SMS_AFTER_MS);
    expect(await legs(call.id)).toEqual(["push"]);
  });

  it("takes back what still waits for a provider that is away", async () => {
    const { home, phone, atLobby, call } = await ring();
    provider.answerWith(() => ({ status: 503 }));
    await atLobby.ask("request", { callId: call.id });
    await pass(PHONE_CALL_AFTER_MS);
    await expect.poll(() => provider.heard("Calls", phone).length).toBe(1);
    await putCall(server, home.rosa, call.id, { status: "CONTESTADA" });
    expect(await outcomesOf(call)).toEqual([["voice", "withdrawn"]]);
    provider.answerWith(takesIt);
    expect(atLobby.heardSoFar("twilio:success")).toEqual([]);
  });

  it("by its deadline sends nothing that came too late", async () => {
    const { phone, atLobby, call } = await ring();
    await atLobby.ask("request", { callId: call.id });
    await pass(RING_MS);
    expect(await legs(call.id)).toEqual(["push"]);
    expect(provider.heard("Calls", phone)).toEqual([]);
    await expect.poll(() => statusOfCall(server, call.id)).toBe("PERDIDA");
  });
});

describe("a provider", () => {
  it("that is down and comes back in time is told of then, and so is the caller", async () => {
    const { phone, atLobby, call, reached } = await ring();
    await provider.down();
    await atLobby.ask("request", { callId: call.id });
    await pass(PHONE_CALL_AFTER_MS);
    const attempts = async () =>
      (
        await server.db
          .selectFrom("outbox")
          .select(["attempts", "next_attempt_at"])
          .where("call_id", "=", call.id)
          .execute()
      )[0];
    // Tried, and put off: the claim of a try that is still under way is longer than the first pause.
    await expect
      .poll(async () => {
        const row = await attempts();
        const ahead = (row?.next_attempt_at.getTime() ?? 0) - server.clock.now().getTime();
        return row?.attempts === 1 && ahead < 2000;
      })
      .toBe(true);
    expect(atLobby.heardSoFar("twilio:success")).toEqual([]);
    await provider.up();
    server.clock.push(1500);
    server.app.services.wakeOutbox();
    expect(await atLobby.hear("twilio:success")).toEqual(reached);
    expect(provider.heard("Calls", phone)).toHaveLength(1);
  });

  it("that refuses is no success", async () => {
    const { phone, atLobby, call } = await ring();
    provider.answerWith(() => ({ status: 400, body: { code: 21211 } }));
    await atLobby.ask("request", { callId: call.id });
    await pass(PHONE_CALL_AFTER_MS);
    await expect.poll(() => outcomesOf(call)).toEqual([["voice", "failed"]]);
    provider.answerWith(takesIt);
    expect(provider.heard("Calls", phone)).toHaveLength(1);
    expect(atLobby.heardSoFar("twilio:success")).toEqual([]);
  });

  it("that nobody configured is no success either", async () => {
    const bare = await startTestServer();
    const home = await newHome(bare);
    await givePhone(bare, home.rosa);
    const atLobby = await bare.connectAs(home.lobby);
    const call = await newCall(bare, home.lobby, home.rosa);
    await atLobby.ask("request", { callId: call.id });
    bare.clock.push(PHONE_CALL_AFTER_MS);
    await beginDueLegs(bare.app.services);
    const outcomes = () => bare.db.selectFrom("outbox").select(["outcome", "words"]).execute();
    await expect.poll(outcomes).toEqual([{ outcome: "undelivered", words: null }]);
    expect(atLobby.heardSoFar("twilio:success")).toEqual([]);
    await bare.close();
  });
});
