import { PHONE_CALL_AFTER_MS, RING_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { newCall, newHome, putCall, statusOfCall } from "../../../testing/test-calls.ts";
import { registerDevice, startFirebase, takesPush } from "../../../testing/test-firebase.ts";
import { startTestServer, type TestServer } from "../../../testing/test-server.ts";
import {
  givePhone,
  postAsProvider,
  startTelephoneProvider,
  takesIt,
} from "../../../testing/test-telephone.ts";
import { beginDueLegs } from "./call-legs.ts";
import { missDue } from "./call-record.ts";

const provider = await startTelephoneProvider();
const firebase = await startFirebase();
const server = await startTestServer({ ...provider.variables, ...firebase.variables });
afterAll(async () => {
  await server.close();
  await provider.close();
  await firebase.close();
});
afterEach(() => {
  provider.answerWith(takesIt);
  firebase.answerWith(takesPush);
});

/** Rings Rosa on two devices of two sessions, and Andrés on one; each has a telephone. */
async function ringHome(on: TestServer = server) {
  const home = await newHome(on);
  const phone = await givePhone(on, home.rosa);
  const tokens = { rosa: `rosas-first-${home.rosa.id}`, andres: `device-of-${home.andres.id}` };
  await registerDevice(on, home.rosa, tokens.rosa);
  await registerDevice(on, home.andres, tokens.andres);
  const toRosa = await newCall(on, home.lobby, home.rosa);
  const toAndres = await newCall(on, home.lobby, home.andres);
  const atLobby = await on.connectAs(home.lobby);
  for (const { id } of [toRosa, toAndres]) {
    await atLobby.ask("request", { callId: id });
    await atLobby.hear("push_notification:success", ({ callId }) => callId === id);
  }
  return { home, phone, tokens, toRosa, toAndres, atLobby };
}

async function telephone({ atLobby, toRosa }: Awaited<ReturnType<typeof ringHome>>): Promise<void> {
  server.clock.push(PHONE_CALL_AFTER_MS);
  await beginDueLegs(server.app.services);
  await atLobby.hear("twilio:success", ({ callId }) => callId === toRosa.id);
}

const hangUps = (): number =>
  provider.requests.filter(
    ({ path, form }) => path.endsWith("/Calls/CA1.json") && form["Status"] === "completed",
  ).length;

const endsHeardBy = (token: string): [string, string][] =>
  firebase.pushesTo(token).flatMap(({ data }) => (data.kind === "call-ended" ? [[data.tag, data.body]] : []));

const heardBy = (token: string) => expect.poll(() => endsHeardBy(token));

describe("a call that rings no more is taken back from the devices that were sent its push", () => {
  it("when it was answered, by whoever it was", async () => {
    const { home, tokens, toRosa, toAndres } = await ringHome();
    const told = (words: string) => `${words} · Pedro Portero · ${home.building.name}`;
    await putCall(server, home.rosa, toRosa.id, { status: "CONTESTADA" });
    await heardBy(tokens.rosa).toEqual([[toRosa.id, told("Contestada en este dispositivo")]]);
    await heardBy(tokens.andres).toEqual([[toAndres.id, told("Contestada por otra persona")]]);
    const ended = firebase.pushesTo(tokens.rosa).find(({ data }) => data.kind === "call-ended");
    expect(ended).toMatchObject({
      data: { kind: "call-ended", title: "Llamada de portería", path: "/building/dashboard/llamadas" },
      android: { ttl: "120s" },
    });

    await putCall(server, home.rosa, toRosa.id, { status: "TERMINADA" });
    const written = await server.db
      .selectFrom("outbox")
      .select("id")
      .where("channel", "=", "push")
      .where("user_id", "=", home.rosa.id)
      .execute();
    expect(written).toHaveLength(2);
  });

  it("also from the other device of who answered", async () => {
    const { home, toRosa } = await ringHome();
    const other = await server.newSession(home.rosa.id);
    const token = `rosas-other-${home.rosa.id}`;
    // Registered after the push left: it has nothing to take back.
    await registerDevice(server, other, token);
    await putCall(server, home.rosa, toRosa.id, { status: "RECHAZADA" });
    const again = await newCall(server, home.lobby, home.rosa);
    const atLobby = await server.connectAs(home.lobby);
    await atLobby.ask("request", { callId: again.id });
    await atLobby.hear("push_notification:success", ({ callId }) => callId === again.id);
    await expect.poll(() => firebase.pushesTo(token).length).toBe(1);
    await putCall(server, home.rosa, again.id, { status: "CONTESTADA" });
    await heardBy(token).toEqual([[again.id, expect.stringMatching(/^Contestada en otro dispositivo · /)]]);
  });

  it.each([
    ["RECHAZADA", "rosa", "Llamada rechazada"],
    ["TERMINADA", "lobby", "Llamada cancelada"],
  ] as const)("when it became %s by %s", async (status, by, words) => {
    const { home, tokens, toRosa } = await ringHome();
    await putCall(server, home[by], toRosa.id, { status });
    await heardBy(tokens.rosa).toEqual([[toRosa.id, expect.stringContaining(words)]]);
  });

  it("when nobody answered, once, however many processes look", async () => {
    const { tokens, toRosa } = await ringHome();
    const other = await server.another();
    server.clock.push(RING_MS);
    await Promise.all([missDue(server.app.services), missDue(other.app.services)]);
    expect(await statusOfCall(server, toRosa.id)).toBe("PERDIDA");
    await heardBy(tokens.rosa).toEqual([[toRosa.id, expect.stringContaining("Llamada perdida")]]);
    await other.close();
    expect(endsHeardBy(tokens.rosa)).toHaveLength(1);
  });

  it("when the push service takes the push only after that", async () => {
    const home = await newHome(server);
    const token = `slow-device-${home.rosa.id}`;
    await registerDevice(server, home.rosa, token);
    const call = await newCall(server, home.lobby, home.rosa);
    const atLobby = await server.connectAs(home.lobby);
    let letIt = (): void => undefined;
    const decided = new Promise<void>((resolve) => {
      letIt = resolve;
    });
    firebase.answerWith(async () => {
      await decided;
      return takesPush();
    });
    await atLobby.ask("request", { callId: call.id });
    await expect.poll(() => firebase.pushesTo(token).length).toBe(1);
    await putCall(server, home.rosa, call.id, { status: "RECHAZADA" });
    letIt();
    await heardBy(token).toEqual([[call.id, expect.stringContaining("Llamada rechazada")]]);
    expect(atLobby.heardSoFar("push_notification:success")).toEqual([]);
  });
});

describe("a telephone that rings for it is hung up", () => {
  it("when a device answers, and not again when the call ends", async () => {
    const ringing = await ringHome();
    await telephone(ringing);
    const before = hangUps();
    await putCall(server, ringing.home.rosa, ringing.toRosa.id, { status: "CONTESTADA" });
    await expect.poll(hangUps).toBe(before + 1);
    await putCall(server, ringing.home.rosa, ringing.toRosa.id, { status: "TERMINADA" });
    const rows = await server.db
      .selectFrom("outbox")
      .select("id")
      .where("channel", "=", "voice")
      .where("user_id", "=", ringing.home.rosa.id)
      .where("call_id", "is", null)
      .execute();
    expect(rows).toHaveLength(1);
  });

  it.each([
    ["TERMINADA", "lobby"],
    ["RECHAZADA", "rosa"],
  ] as const)("when it becomes %s by %s", async (status, by) => {
    const ringing = await ringHome();
    await telephone(ringing);
    const before = hangUps();
    await putCall(server, ringing.home[by], ringing.toRosa.id, { status });
    await expect.poll(hangUps).toBe(before + 1);
  });

  it("when nobody answered in time", async () => {
    const ringing = await ringHome();
    await telephone(ringing);
    const before = hangUps();
    server.clock.push(RING_MS - PHONE_CALL_AFTER_MS);
    await missDue(server.app.services);
    await expect.poll(hangUps).toBe(before + 1);
  });

  it("when another telephone answers, and never itself when it is the one", async () => {
    const ringing = await ringHome();
    await givePhone(server, ringing.home.andres);
    await telephone(ringing);
    await ringing.atLobby.hear("twilio:success", ({ callId }) => callId === ringing.toAndres.id);
    const before = hangUps();
    expect((await postAsProvider(server.app, ringing.toRosa.id, { Digits: "1" })).statusCode).toBe(200);
    await expect.poll(hangUps).toBe(before + 1);
    await heardBy(ringing.tokens.rosa).toEqual([
      [ringing.toRosa.id, expect.stringContaining("Contestada por teléfono")],
    ]);
    await putCall(server, ringing.home.lobby, ringing.toRosa.id, { status: "TERMINADA" });
    const voices = await server.db
      .selectFrom("outbox")
      .select("user_id")
      .where("channel", "=", "voice")
      .where("call_id", "is", null)
      .where("user_id", "in", [ringing.home.rosa.id, ringing.home.andres.id])
      .execute();
    expect(voices).toEqual([{ user_id: ringing.home.andres.id }]);
  });
});
