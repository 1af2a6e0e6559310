import type { BellTest } from "@umbral/contract/notifications/bell-test.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { registerDeviceOf } from "./devices.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { services } = server.app;

const ANDROID = "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/131.0.0.0 Mobile Safari/537.36";
const headersOf = (person?: Pick<TestPerson, "headers">) => person?.headers ?? {};
const start = (person?: TestPerson) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/user/notifications/bell-test",
    headers: headersOf(person),
  });
const read = (id: string, person?: TestPerson) =>
  server.app.http.inject({
    url: `/api/user/notifications/bell-test/${id}`,
    headers: headersOf(person),
  });
const testOf = async (person: TestPerson, id: string) =>
  (await read(id, person)).json<{ test: BellTest }>().test;
const arrive = (proof?: string) =>
  server.app.http.inject({
    method: "POST",
    url: "/api/push/bell-test/arrived",
    headers: proof === undefined ? {} : { authorization: `Proof ${proof}` },
  });

const register = async (person: TestPerson) => {
  const actor = await services.gate.actorOfToken(person.token);
  if (!actor) {
    throw new Error("not signed in");
  }
  await registerDeviceOf(services, actor, `a-token-of-firebase-${services.newId()}`, ANDROID);
  return actor;
};
/** The proof as the push of this device carries it. */
const proofFor = (subjectId: string, sessionId: string) =>
  services.proofs.make(
    "bell-test",
    { subjectId, sessionId },
    new Date(server.clock.now().getTime() + 30_000),
  );

describe("a test of the bell", () => {
  it("asks a stranger to sign in, and shows nobody the devices of another", async () => {
    expect((await start()).statusCode).toBe(401);
    const [owner, other] = [await server.newPerson(), await server.newPerson()];
    const { test } = (await start(owner)).json<{ test: BellTest }>();
    expect((await read(test.id)).statusCode).toBe(401);
    expect((await read(test.id, other)).json()).toMatchObject({ code: "NOT_FOUND" });
    expect((await read(test.id, owner)).json()).toEqual({ test });
  });

  it("sends a push to each of one's own devices, and says what arrived when the device said so", async () => {
    const [rosa, neighbour] = [await server.newPerson(), await server.newPerson()];
    const actor = await register(rosa);
    await register(neighbour);
    const { test } = (await start(rosa)).json<{ test: BellTest }>();
    expect(test.devices).toMatchObject([
      { name: "Chrome en Android", kind: "phone", isThis: true, isHeard: false },
    ]);
    const [device] = test.devices;
    // No provider is configured here: the push cannot leave, and that is what is said.
    await expect.poll(async () => (await testOf(rosa, test.id)).devices[0]?.push).toBe("not-sent");

    const page = await server.connectAs(rosa);
    const proof = await proofFor(device?.id ?? "", actor.sessionId);
    expect((await arrive(proof)).json()).toEqual({ ok: true });
    expect(await page.hear("bell_test:changed")).toEqual({ testId: test.id });
    expect((await arrive(proof)).json()).toEqual({ ok: true });
    expect((await testOf(rosa, test.id)).devices).toMatchObject([{ push: "arrived" }]);
  });

  it("is heard by the open app, once a session, registered or not", async () => {
    const rosa = await server.newPerson();
    await register(rosa);
    const tablet = await server.newSession(rosa.id);
    const [phone, first, second] = [
      await server.connectAs(rosa),
      await server.connectAs(tablet),
      await server.connectAs(tablet),
    ];
    const { test } = (await start(rosa)).json<{ test: BellTest }>();
    for (const socket of [phone, first, second]) {
      expect(await socket.hear("bell_test")).toEqual({ testId: test.id });
    }
    const heard = { testId: test.id };
    const replies = await Promise.all(
      [phone, first, second].map((socket) => socket.ask("bell_test:heard", heard)),
    );
    expect(replies.map(({ ok }) => ok)).toEqual([true, true, true]);
    expect((await testOf(rosa, test.id)).devices).toMatchObject([
      { isThis: true, isHeard: true, name: "Chrome en Android" },
      { isThis: false, isHeard: true, push: "none", registeredAt: null },
    ]);
  });

  it("is not heard by another person's app, nor after its time", async () => {
    const [rosa, other] = [await server.newPerson(), await server.newPerson()];
    const { test } = (await start(rosa)).json<{ test: BellTest }>();
    const [own, stranger] = [await server.connectAs(rosa), await server.connectAs(other)];
    expect(await stranger.ask("bell_test:heard", { testId: test.id })).toMatchObject({ code: "NOT_FOUND" });
    server.clock.push(30_000);
    expect(await own.ask("bell_test:heard", { testId: test.id })).toMatchObject({ code: "NOT_FOUND" });
    expect((await testOf(rosa, test.id)).devices).toEqual([]);
  });

  it("believes no proof of another kind, of another device's session, or of a session that is over", async () => {
    const rosa = await server.newPerson();
    const actor = await register(rosa);
    const { test } = (await start(rosa)).json<{ test: BellTest }>();
    const id = test.devices[0]?.id ?? "";
    const until = new Date(server.clock.now().getTime() + 30_000);
    const rejecting = await services.proofs.make(
      "reject-call",
      { subjectId: id, sessionId: actor.sessionId },
      until,
    );
    for (const wrong of [undefined, "", "x.y", rejecting]) {
      expect((await arrive(wrong)).statusCode).toBe(401);
    }
    const other = await services.gate.actorOfToken((await server.newPerson()).token);
    expect((await arrive(await proofFor(id, other?.sessionId ?? ""))).statusCode).toBe(200);
    expect((await testOf(rosa, test.id)).devices[0]?.push).not.toBe("arrived");

    const proof = await proofFor(id, actor.sessionId);
    await server.app.http.inject({ method: "POST", url: "/api/user/auth/logout", headers: rosa.headers });
    expect((await arrive(proof)).statusCode).toBe(401);
  });

  it("is not for waking a home with: twenty in a quarter of an hour", async () => {
    const rosa = await server.newPerson();
    const replies = await Promise.all(Array.from({ length: 25 }, () => start(rosa)));
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20);
    expect(replies.find(({ statusCode }) => statusCode === 429)?.json()).toMatchObject({ code: "TOO_OFTEN" });
  });
});
