import type { Call } from "@umbral/contract/calls/calls.contract";
import type { TestBuilding, TestPerson } from "./factories.ts";
import type { TestServer, TestSocket } from "./test-server.ts";

export interface TestHome {
  building: TestBuilding;
  apartmentId: string;
  lobby: TestPerson;
  /** Two residents of one apartment; their spaces ring. */
  rosa: TestPerson;
  andres: TestPerson;
}

/** A building with somebody at the lobby and an apartment with two residents. */
export async function newHome(server: TestServer): Promise<TestHome> {
  const building = await server.newBuilding();
  const apartmentId = building.apartments[0]?.id ?? "";
  const [lobby, rosa, andres] = await Promise.all([
    server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }], name: "Pedro Portero" }),
    server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId }] }),
    server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }] }),
  ]);
  return { building, apartmentId, lobby, rosa, andres };
}

/** Writes a call to this person down, as the lobby's screen does. */
export async function newCall(server: TestServer, caller: TestPerson, callee: TestPerson): Promise<Call> {
  const reply = await postCall(server, caller, callee.spaceIds[0] ?? "");
  if (reply.statusCode !== 200) {
    throw new Error(`the call was refused: ${reply.body}`);
  }
  return reply.json<{ call: Call }>().call;
}

export function postCall(server: TestServer, caller: Pick<TestPerson, "headers">, apartmentUserId: string) {
  return server.app.http.inject({
    method: "POST",
    url: "/api/call",
    headers: caller.headers,
    payload: { apartmentUserId, type: "VISITANTE" },
  });
}

export function putCall(
  server: TestServer,
  actor: Pick<TestPerson, "headers">,
  callId: string,
  payload: Record<string, unknown>,
) {
  return server.app.http.inject({
    method: "PUT",
    url: `/api/call/${callId}`,
    headers: actor.headers,
    payload,
  });
}

export async function statusOfCall(server: TestServer, callId: string): Promise<string> {
  const row = await server.db
    .selectFrom("calls")
    .select("status")
    .where("id", "=", callId)
    .executeTakeFirstOrThrow();
  return row.status;
}

/** A call from the lobby to Rosa that she answered, with the two devices that stand in it. */
export async function newRunningCall(
  server: TestServer,
  home: TestHome,
): Promise<{ call: Call; atLobby: TestSocket; atHome: TestSocket }> {
  const [atLobby, atHome] = await Promise.all([server.connectAs(home.lobby), server.connectAs(home.rosa)]);
  const call = await newCall(server, home.lobby, home.rosa);
  const callId = call.id;
  await atLobby.ask("request", { callId });
  await atHome.hear("request");
  await atHome.ask("call_accepted", { callId });
  await atLobby.hear("call_accepted");
  await atLobby.ask("restablecer", { callId });
  await atHome.hear("restablecer");
  return { call, atLobby, atHome };
}
