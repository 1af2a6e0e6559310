import type { OutboxMessage } from "@umbral/contract/notifications/notifications.contract";
import { afterAll, describe, expect, it } from "vitest";
import { newCall, newHome } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Demonstration } from "../../demo/demonstration.ts";
import { beginDueLegs } from "../calls/call-legs.ts";

const server = await startTestServer();
afterAll(() => server.close());

const post = (registrationToken: unknown, headers: Record<string, string> = {}) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/notifications/token",
    headers,
    payload: { registrationToken },
  });
const devices = (userId: string) =>
  server.db.selectFrom("push_devices").selectAll().where("user_id", "=", userId).orderBy("id").execute();

const subscription = (endpoint: string, auth = "A".repeat(22)) =>
  JSON.stringify({ endpoint, expirationTime: null, keys: { p256dh: "B".repeat(87), auth } });
const ENDPOINT = "https://push.example/send/abc";
const FCM_TOKEN = "fGz1:APA91bH-a_long_token.of-firebase";

describe("POST /api/user/notifications/token", () => {
  it("asks a stranger to sign in", async () => {
    expect((await post(FCM_TOKEN)).statusCode).toBe(401);
  });

  it("keeps a token of Firebase or a browser's subscription, and shows the last to the client", async () => {
    const person = await server.newPerson();
    expect((await post(FCM_TOKEN, person.headers)).json()).toEqual({ registered: true });
    const token = subscription(ENDPOINT);
    expect((await post(token, person.headers)).statusCode).toBe(200);
    expect((await devices(person.id)).map(({ kind, token: kept }) => [kind, kept])).toEqual([
      ["fcm", FCM_TOKEN],
      ["web", token],
    ]);
    const me = await server.app.http.inject({ url: "/api/user/auth/currentUser", headers: person.headers });
    expect(me.json().user.tokenFirebase).toBe(token);
  });

  it("knows a browser that renewed its keys, and gives a device to who registered it last", async () => {
    const [first, second] = [await server.newPerson(), await server.newPerson()];
    await post(subscription("https://push.example/shared"), first.headers);
    const renewed = subscription("https://push.example/shared", "C".repeat(22));
    await post(renewed, first.headers);
    expect((await devices(first.id)).map(({ token }) => token)).toEqual([renewed]);
    await post(renewed, second.headers);
    expect(await devices(first.id)).toEqual([]);
    expect(await devices(second.id)).toHaveLength(1);
  });

  it("refuses what is neither, what leads to no name, and what is too long", async () => {
    const { headers, id } = await server.newPerson();
    for (const token of [
      "",
      "short",
      "a token with spaces, which Firebase never gives",
      "{not json",
      "{}",
      subscription("http://push.example/x"),
      subscription("https://127.0.0.1/x"),
      subscription("https://[::1]/x"),
      subscription("https://2130706433/x"),
      subscription("https://user:password@push.example/x"),
      null,
      7,
    ]) {
      const { statusCode } = await post(token, headers);
      expect([token, statusCode === 400 || statusCode === 422]).toEqual([token, true]);
    }
    expect((await post("x".repeat(2000), headers)).statusCode).toBe(413);
    expect(await devices(id)).toEqual([]);
  });

  it("keeps twenty devices of one person, the newest", async () => {
    const person = await server.newPerson();
    for (let count = 1; count <= 22; count += 1) {
      await post(`${FCM_TOKEN}-${count}-${person.id}`, person.headers);
    }
    const kept = (await devices(person.id)).map(({ token }) => token);
    expect(kept).toHaveLength(20);
    expect(kept[0]).toContain("-3-");
    expect(kept.at(-1)).toContain("-22-");
  });
});

describe("GET /api/push/public-key", () => {
  it("is the same for everybody and on every process", async () => {
    const read = async (app: typeof server.app) =>
      (await app.http.inject("/api/push/public-key")).json<{ publicKey: string }>().publicKey;
    const key = await read(server.app);
    expect(Buffer.from(key, "base64url")).toHaveLength(65);
    const other = await server.another();
    expect(await read(other.app)).toBe(key);
    await other.close();
  });
});

describe("GET /api/demo/outbox", () => {
  it("gives this machine alone what a ringing call sent, newest first", async () => {
    const demo = await startTestServer({}, { demonstration: (services) => new Demonstration(services) });
    const home = await newHome(demo);
    await demo.db
      .updateTable("users")
      .set({ phone: "+573001112233" })
      .where("id", "=", home.rosa.id)
      .execute();
    await demo.app.http.inject({
      method: "POST",
      url: "/api/user/notifications/token",
      headers: home.rosa.headers,
      payload: { registrationToken: FCM_TOKEN },
    });
    const atLobby = await demo.connectAs(home.lobby);
    const call = await newCall(demo, home.lobby, home.rosa);
    await atLobby.ask("request", { callId: call.id });
    // In the demonstration the outbox is who takes the message.
    await atLobby.hear("push_notification:success");
    for (const event of ["twilio:success", "sms:success"]) {
      demo.clock.push(10_000);
      await beginDueLegs(demo.app.services);
      await atLobby.hear(event);
    }
    const url = "/api/demo/outbox";
    const { messages } = (await demo.app.http.inject(url)).json();
    expect(messages.map(({ channel, to }: OutboxMessage) => [channel, to])).toEqual([
      ["sms", "+573001112233"],
      ["voice", "+573001112233"],
      ["push", FCM_TOKEN],
    ]);
    expect(messages[1].body).toContain("Pedro Portero llama al apartamento A-101");
    expect(messages[1].body).toContain("marca 9");
    expect((await demo.app.http.inject({ url, remoteAddress: "192.0.2.1" })).statusCode).toBe(404);
    await demo.close();
  });

  it("is not there outside the demonstration", async () => {
    expect((await server.app.http.inject("/api/demo/outbox")).statusCode).toBe(404);
  });
});
