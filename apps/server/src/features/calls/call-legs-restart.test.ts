import { type Call, PHONE_CALL_AFTER_MS, RING_MS, SMS_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, expect, it } from "vitest";
import { newHome, statusOfCall } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, startTelephoneProvider } from "../../../testing/test-telephone.ts";

const provider = await startTelephoneProvider();
const server = await startTestServer(provider.variables);
// Only the processes that a test starts may see to its calls.
await server.app.close();
afterAll(async () => {
  await server.close();
  await provider.close();
});

const reachedLegs = async (callId: string): Promise<string[]> => {
  const rows = await server.db
    .selectFrom("call_legs")
    .select("channel")
    .where("call_id", "=", callId)
    .where("reached_at", "is not", null)
    .execute();
  return rows.map(({ channel }) => channel);
};

const hangUps = (): number =>
  provider.requests.filter(
    ({ path, form }) => path.endsWith("/Calls/CA1.json") && form["Status"] === "completed",
  ).length;

/** Rings Rosa on a process that stops right after. */
async function ringAndStop() {
  const home = await newHome(server);
  const phone = await givePhone(server, home.rosa);
  const before = await server.another();
  const reply = await before.app.http.inject({
    method: "POST",
    url: "/api/call",
    headers: home.lobby.headers,
    payload: { apartmentUserId: home.rosa.spaceIds[0], type: "VISITANTE" },
  });
  const { id } = reply.json<{ call: Call }>().call;
  const atLobby = await server.connectAs(home.lobby, before.url);
  await atLobby.ask("request", { callId: id });
  await before.close();
  return { home, phone, id };
}

it("is telephoned by the process that comes after, when its time came in between", async () => {
  const { home, phone, id } = await ringAndStop();
  server.clock.push(PHONE_CALL_AFTER_MS);
  const after = await server.another();
  await expect.poll(() => provider.heard("Calls", phone).length).toBe(1);
  expect(provider.heard("Messages", phone)).toEqual([]);
  // The caller's device comes back when that was told already, and hears it all the same.
  await expect.poll(() => reachedLegs(id)).toEqual(["voice"]);
  const atHome = await server.connectAs(home.rosa, after.url);
  const atLobby = await server.connectAs(home.lobby, after.url);
  const reached = { callId: id, userId: home.rosa.id };
  expect(await atLobby.hear("twilio:success")).toEqual(reached);
  expect(await atLobby.hear("request:socket:success")).toEqual(reached);
  expect(atHome.heardSoFar("twilio:success")).toEqual([]);
  server.clock.push(SMS_AFTER_MS - PHONE_CALL_AFTER_MS);
  // By the process's own timer: nobody asks it to look.
  await expect.poll(() => provider.heard("Messages", phone).length, { timeout: 10_000 }).toBe(1);
  await after.close();

  const third = await server.another();
  server.clock.push(RING_MS - SMS_AFTER_MS);
  await expect.poll(() => statusOfCall(server, id), { timeout: 10_000 }).toBe("PERDIDA");
  expect([provider.heard("Calls", phone).length, provider.heard("Messages", phone).length]).toEqual([1, 1]);
  await expect.poll(hangUps).toBe(1);
  await third.close();
});

it("goes no way that is too late when the process comes back after the deadline", async () => {
  const { phone, id } = await ringAndStop();
  server.clock.push(RING_MS);
  const after = await server.another();
  await expect.poll(() => statusOfCall(server, id)).toBe("PERDIDA");
  await after.close();
  expect([...provider.heard("Calls", phone), ...provider.heard("Messages", phone)]).toEqual([]);
});

it("is hung up by the process that comes after, when a device answered while the provider was away", async () => {
  const { home, phone, id } = await ringAndStop();
  server.clock.push(PHONE_CALL_AFTER_MS);
  const before = await server.another();
  await expect.poll(() => reachedLegs(id)).toEqual(["voice"]);
  const already = hangUps();
  await provider.down();
  const answer = await before.app.http.inject({
    method: "PUT",
    url: `/api/call/${id}`,
    headers: home.rosa.headers,
    payload: { status: "CONTESTADA" },
  });
  expect(answer.statusCode).toBe(200);
  await before.close();
  await provider.up();
  server.clock.push(20_000);
  const after = await server.another();
  await expect.poll(hangUps).toBe(already + 1);
  await after.close();
  expect(provider.heard("Calls", phone)).toHaveLength(1);
});
