import { BOTH_GONE_MS, type Call, RING_MS } from "@umbral/contract/calls/calls.contract";
import { io } from "socket.io-client";
import { afterAll, expect, it } from "vitest";
import { newHome, statusOfCall } from "../../../testing/test-calls.ts";
import { startTestServer, TestSocket } from "../../../testing/test-server.ts";
import { CallClock } from "./call-clock.ts";

const server = await startTestServer();
// Only the processes that a test starts may see to its calls.
await server.app.close();
const sockets: TestSocket[] = [];
afterAll(async () => {
  for (const socket of sockets) {
    socket.disconnect();
  }
  await server.close();
});

/** A device that is signed in at one of several processes. */
async function connectTo(url: string, person: { token: string }): Promise<TestSocket> {
  const socket = new TestSocket(io(url, { transports: ["websocket"], reconnection: false, forceNew: true }));
  sockets.push(socket);
  await new Promise<void>((resolve) => socket.raw.once("connect", resolve));
  await socket.ask("init", { token: person.token });
  return socket;
}

const create = async (app: typeof server.app, home: Awaited<ReturnType<typeof newHome>>) => {
  const reply = await app.http.inject({
    method: "POST",
    url: "/api/call",
    headers: home.lobby.headers,
    payload: { apartmentUserId: home.rosa.spaceIds[0], type: "VISITANTE" },
  });
  return reply.json<{ call: Call }>().call;
};

it("keeps a running call running, and its two devices come back to it", async () => {
  const home = await newHome(server);
  const before = await server.another();
  const atLobby = await connectTo(before.url, home.lobby);
  const atHome = await connectTo(before.url, home.rosa);
  const { id: callId } = await create(before.app, home);
  await atLobby.ask("request", { callId });
  await atHome.ask("call_accepted", { callId });
  await atLobby.ask("restablecer", { callId });

  const ends = Promise.all([atLobby.ended(), atHome.ended()]);
  await before.close();
  // Not "io server disconnect": nobody is signed out by a restart.
  expect(await ends).toEqual(["transport close", "transport close"]);

  const after = await server.another();
  const homeAgain = await connectTo(after.url, home.rosa);
  expect(await homeAgain.ask("restablecer", { callId })).toMatchObject({
    ok: true,
    call: { status: "CONTESTADA" },
    otherPresent: false,
  });
  const lobbyAgain = await connectTo(after.url, home.lobby);
  expect(await lobbyAgain.ask("restablecer", { callId })).toMatchObject({ ok: true, otherPresent: true });
  expect(await homeAgain.hear("restablecer")).toEqual({ callId });

  const offer = { callId, description: { type: "offer", sdp: "v=0" } };
  expect(await homeAgain.ask("webrtc_offer", offer)).toEqual({ ok: true });
  expect(await lobbyAgain.hear("webrtc_offer")).toEqual(offer);
  expect(await lobbyAgain.ask("end", { callId })).toMatchObject({ call: { status: "TERMINADA" } });
  expect(await homeAgain.hear("end")).toEqual({ callId, status: "TERMINADA" });
  await after.close();
});

it("goes on ringing after a restart until the same deadline", async () => {
  const home = await newHome(server);
  const before = await server.another();
  const atLobby = await connectTo(before.url, home.lobby);
  const call = await create(before.app, home);
  await atLobby.ask("request", { callId: call.id });
  await before.close();

  const after = await server.another();
  const lobbyAgain = await connectTo(after.url, home.lobby);
  const atHome = await connectTo(after.url, home.rosa);
  expect(await atHome.hear("request")).toMatchObject({ callId: call.id, expiresAt: call.expiresAt });
  expect(await lobbyAgain.hear("request:socket:success")).toMatchObject({ callId: call.id });
  expect(await atHome.ask("call_accepted", { callId: call.id })).toMatchObject({ ok: true });
  expect(await lobbyAgain.hear("call_accepted")).toEqual({ callId: call.id, userId: home.rosa.id });
  await after.close();
});

it("misses at its start what ran out while no server was there", async () => {
  const home = await newHome(server);
  const before = await server.another();
  const call = await create(before.app, home);
  await before.close();
  server.clock.push(RING_MS);
  const after = await server.another();
  await expect.poll(() => statusOfCall(server, call.id)).toBe("PERDIDA");
  await after.close();
});

it("does not count the time without a server against those who left", async () => {
  const home = await newHome(server);
  const process = await server.another();
  const atHome = await connectTo(process.url, home.rosa);
  const { id: callId } = await create(process.app, home);
  await (await connectTo(process.url, home.lobby)).ask("request", { callId });
  await atHome.ask("call_accepted", { callId });
  await process.close();
  const longAgo = new Date(server.clock.now().getTime() - BOTH_GONE_MS * 3);
  await server.db.updateTable("calls").set({ deserted_at: longAgo }).where("id", "=", callId).execute();

  const after = await server.another();
  const clock = new CallClock(after.app.services);
  clock.start();
  await clock.endDeserted();
  expect(await statusOfCall(server, callId)).toBe("CONTESTADA");
  server.clock.push(BOTH_GONE_MS);
  await clock.endDeserted();
  expect(await statusOfCall(server, callId)).toBe("TERMINADA");
  await clock.stop();
  await after.close();
});

it("leaves no mark on a call when a server stops under it", async () => {
  const home = await newHome(server);
  const process = await server.another();
  const atHome = await connectTo(process.url, home.rosa);
  const { id: callId } = await create(process.app, home);
  await (await connectTo(process.url, home.lobby)).ask("request", { callId });
  await atHome.ask("call_accepted", { callId });
  const ended = atHome.ended();
  await process.close();
  await ended;
  const row = await server.db
    .selectFrom("calls")
    .select(["status", "deserted_at"])
    .where("id", "=", callId)
    .executeTakeFirst();
  expect(row).toEqual({ status: "CONTESTADA", deserted_at: null });
});
