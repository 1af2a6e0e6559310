import type { Call } from "@umbral/contract/calls/calls.contract";
import { sql } from "kysely";
import { expect } from "vitest";
import { beginDueLegs, nextLegAt } from "../src/features/calls/call-legs.ts";
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

/**
 * Begins every leg whose time has come, as the server's own clock does beside it. Gives when none is left to begin,
 * whoever of the two began it: a call that one is deciding is left out by the other.
 */
export async function beginAllDueLegs({ app: { services }, clock }: TestServer): Promise<void> {
  await expect
    .poll(async () => {
      await beginDueLegs(services);
      const next = await nextLegAt(services);
      return next === null || next > clock.now();
    })
    .toBe(true);
}

export function postCall(
  server: TestServer,
  caller: Pick<TestPerson, "headers">,
  apartmentUserId: string,
  more: { rings?: boolean } = {},
) {
  return server.app.http.inject({
    method: "POST",
    url: "/api/call",
    headers: caller.headers,
    payload: { apartmentUserId, type: "VISITANTE", ...more },
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

/** Rings Rosa and Andrés from the lobby, as its screen does, with one device each. */
export async function ringBoth(server: TestServer) {
  const home = await newHome(server);
  const [atLobby, atRosa, atAndres] = await Promise.all([
    server.connectAs(home.lobby),
    server.connectAs(home.rosa),
    server.connectAs(home.andres),
  ]);
  const toRosa = await newCall(server, home.lobby, home.rosa);
  const toAndres = await newCall(server, home.lobby, home.andres);
  for (const call of [toRosa, toAndres]) {
    await atLobby.ask("request", { callId: call.id });
  }
  await Promise.all([atRosa.hear("request"), atAndres.hear("request")]);
  return { home, atLobby, atRosa, atAndres, toRosa, toAndres };
}

/** A call from the lobby to Rosa that she has answered on her device. */
export async function answeredCall(server: TestServer, home: TestHome): Promise<Call> {
  const call = await newCall(server, home.lobby, home.rosa);
  const atRosa = await server.connectAs(home.rosa);
  const answer = await atRosa.ask("call_accepted", { callId: call.id });
  if (!answer.ok) {
    throw new Error(`the answer was refused: ${answer.code}`);
  }
  return call;
}

/** Who settled this call, and as what, in the order in which it was written down. */
export async function settledBy(server: TestServer, callId: string): Promise<[string | null, unknown][]> {
  const lines = await server.db
    .selectFrom("audit_lines")
    .select(["actor_id", "detail"])
    .where("subject_id", "=", callId)
    .where("action", "=", "calls.settled")
    .orderBy("id")
    .execute();
  return lines.map(({ actor_id, detail }) => [actor_id, detail["status"]]);
}

/** How many of this server's questions that begin so wait for somebody else's lock at this moment. */
export async function waitingForALock(server: TestServer, beginning = ""): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and starts_with(query, ${beginning})`.execute(
    server.db,
  );
  return rows[0]?.count ?? 0;
}

/** Somebody who registered alone as a visitor of this building. */
export function newVisitor(server: TestServer, buildingId: string, name?: string): Promise<TestPerson> {
  return server.newPerson({
    spaces: [{ role: "VISITANTE_DESCONOCIDO", buildingId }],
    ...(name === undefined ? {} : { name }),
  });
}
