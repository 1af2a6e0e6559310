import { type Call, PHONE_CALL_AFTER_MS, SMS_AFTER_MS } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import { newCall, newHome, postCall, putCall, ringBoth } from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { givePhone, postAsProvider, startTelephoneProvider } from "../../../testing/test-telephone.ts";
import { beginDueLegs } from "./call-legs.ts";

const provider = await startTelephoneProvider();
const server = await startTestServer(provider.variables);
afterAll(async () => {
  await server.close();
  await provider.close();
});

interface Asker {
  headers: Record<string, string>;
}
const get = async (url: string, { headers }: Asker) => {
  const reply = await server.app.http.inject({ url, headers });
  expect(reply.statusCode).toBe(200);
  return reply.json();
};
const callOf = async (callId: string, asker: Asker): Promise<Call> =>
  (await get(`/api/call/${callId}`, asker)).call;
const lastCallAt = async (apartmentId: string, asker: Asker) =>
  (await get(`/api/apartments/${apartmentId}/calls`, asker)).calls[0];

const press = (callId: string, key: string) => postAsProvider(server.app, callId, { Digits: key });

/** Rosa's telephone rings for a call of the lobby. */
async function telephoneRings() {
  const home = await newHome(server);
  await givePhone(server, home.rosa);
  await server.newDoor(home.building, { localId: "1" });
  const controller = await newController(server, home.building.id);
  const atLobby = await server.connectAs(home.lobby);
  const call = await newCall(server, home.lobby, home.rosa);
  await atLobby.ask("request", { callId: call.id });
  server.clock.push(PHONE_CALL_AFTER_MS);
  await beginDueLegs(server.app.services);
  await atLobby.hear("twilio:success");
  return { home, controller, atLobby, call };
}

describe("whoever looks at a call again", () => {
  it("sees the words with which it was rejected, also in the history", async () => {
    const { home, atRosa, toRosa, toAndres } = await ringBoth(server);
    await atRosa.ask("reject_call", { callId: toRosa.id, rejectMessage: "Nos vemos en la portería" });
    await putCall(server, home.andres, toAndres.id, { status: "RECHAZADA" });
    expect(await callOf(toRosa.id, home.lobby)).toMatchObject({
      status: "RECHAZADA",
      rejectMessage: "Nos vemos en la portería",
    });
    expect((await callOf(toAndres.id, home.lobby)).rejectMessage).toBeNull();
    expect(await lastCallAt(home.apartmentId, home.rosa)).toMatchObject({
      status: "RECHAZADA",
      rejectMessage: "Nos vemos en la portería",
    });
  });

  it("sees no words of who answered or hung up", async () => {
    const { home, atRosa, toRosa } = await ringBoth(server);
    await atRosa.ask("call_accepted", { callId: toRosa.id });
    await putCall(server, home.rosa, toRosa.id, { status: "TERMINADA", rejectMessage: "Dame un momento" });
    expect((await callOf(toRosa.id, home.lobby)).rejectMessage).toBeNull();
  });

  it("sees the ways by which it reached the person, in their order", async () => {
    const { home, atLobby, call } = await telephoneRings();
    expect((await callOf(call.id, home.lobby)).reached).toEqual(["voice"]);
    server.clock.push(SMS_AFTER_MS - PHONE_CALL_AFTER_MS);
    await beginDueLegs(server.app.services);
    await atLobby.hear("sms:success");
    expect((await callOf(call.id, home.lobby)).reached).toEqual(["voice", "sms"]);
  });

  it("sees what a key of the telephone said, the open door last", async () => {
    const { home, call } = await telephoneRings();
    expect((await callOf(call.id, home.lobby)).said).toBeNull();
    await press(call.id, "1");
    expect(await callOf(call.id, home.lobby)).toMatchObject({ answeredBy: "telefono", said: "coming" });
    await press(call.id, "9");
    await press(call.id, "1");
    expect((await callOf(call.id, home.lobby)).said).toBe("opened");
    expect(await lastCallAt(home.apartmentId, home.andres)).toMatchObject({
      answered: { id: home.rosa.id, by: "telefono" },
      said: "opened",
    });
  });

  it("does not see an open door that did not move", async () => {
    const { home, controller, call } = await telephoneRings();
    controller.answerWith(async () => ({ outcome: "failed" }));
    await press(call.id, "9");
    expect(await callOf(call.id, home.lobby)).toMatchObject({ answeredBy: "telefono", said: null });
  });
});

describe("the name of the person called", () => {
  it("is for the house and themselves, not for a visitor", async () => {
    const home = await newHome(server);
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: home.building.id }],
    });
    const fromLobby = await newCall(server, home.lobby, home.rosa);
    expect(fromLobby.callee).toEqual({ id: home.rosa.id, name: home.rosa.name });
    const reply = await postCall(server, visitor, home.rosa.spaceIds[0] ?? "");
    const { call } = reply.json<{ call: Call }>();
    expect(call.callee).toEqual({ id: home.rosa.id, name: null });
    expect(JSON.stringify(await callOf(call.id, visitor))).not.toContain(home.rosa.name);
    expect((await callOf(call.id, home.rosa)).callee.name).toBe(home.rosa.name);
  });
});
