import { randomUUID } from "node:crypto";
import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { newHome, statusOfCall, type TestHome } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { ringHome } from "./call-creation.ts";

const server = await startTestServer();
afterAll(() => server.close());

const ringAt = (caller: Pick<TestPerson, "headers">, apartmentId: string) =>
  server.app.http.inject({
    method: "POST",
    url: `/api/apartments/${apartmentId}/calls`,
    headers: caller.headers,
    payload: {},
  });

const rungAt = async (caller: TestPerson, apartmentId: string) =>
  (await ringAt(caller, apartmentId)).json<{ calls: { call: Call; devices: number }[] }>().calls;

const callsAt = ({ apartmentId }: TestHome) =>
  server.db
    .selectFrom("calls")
    .select(["id", "ringing_id"])
    .where("apartment_id", "=", apartmentId)
    .execute();

describe("POST /api/apartments/{apartmentId}/calls", () => {
  it("is for who may ring in that building, and rings nobody for anybody else", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const platform = await server.newPerson({ userType: "ADMIN" });
    const refusals = [
      [{ headers: { authorization: "JWT nobody" } }, 401, "SIGN_IN_REQUIRED"],
      [elsewhere.lobby, 404, "NOT_FOUND"],
      [home.andres, 403, "NOT_ALLOWED"],
      [platform, 403, "NOT_ALLOWED"],
    ] as const;
    for (const [who, status, code] of refusals) {
      const reply = await ringAt(who, home.apartmentId);
      expect([reply.statusCode, reply.json().code]).toEqual([status, code]);
    }
    expect((await ringAt(home.lobby, randomUUID())).statusCode).toBe(404);
    expect(await callsAt(home)).toEqual([]);
  });

  it("rings everybody of the home as one ringing, and says whom at how many devices", async () => {
    const home = await newHome(server);
    const atRosa = await server.connectAs(home.rosa);
    const calls = await rungAt(home.lobby, home.apartmentId);
    expect(new Map(calls.map(({ call, devices }) => [call.userId, devices]))).toEqual(
      new Map([
        [home.rosa.id, 1],
        [home.andres.id, 0],
      ]),
    );
    const toRosa = calls.find(({ call }) => call.userId === home.rosa.id)?.call;
    expect(await atRosa.hear("request")).toMatchObject({ callId: toRosa?.id, isFromLobby: true });
    expect(new Set((await callsAt(home)).map((row) => row.ringing_id)).size).toBe(1);
    const told = await server.db
      .selectFrom("audit_lines")
      .select("subject_id")
      .where("action", "=", "calls.created")
      .where("building_id", "=", home.building.id)
      .execute();
    expect(told.map((line) => line.subject_id).sort()).toEqual(calls.map(({ call }) => call.id).sort());
    await atRosa.ask("call_accepted", { callId: toRosa?.id });
    const other = calls.find(({ call }) => call.userId === home.andres.id)?.call;
    expect(await statusOfCall(server, other?.id ?? "")).toBe("TERMINADA");
  });

  it("is the same ringing when it is asked for twice, also in one moment", async () => {
    const home = await newHome(server);
    const [one, two] = await Promise.all([1, 2].map(() => rungAt(home.lobby, home.apartmentId)));
    expect(one?.map(({ call }) => call.id)).toEqual(two?.map(({ call }) => call.id));
    expect(await callsAt(home)).toHaveLength(2);
  });

  it("rings anew once the one before has run out, though nobody has written so yet", async () => {
    const home = await newHome(server);
    const [before] = await rungAt(home.lobby, home.apartmentId);
    server.clock.push(31_000);
    const after = await rungAt(home.lobby, home.apartmentId);
    expect(await statusOfCall(server, before?.call.id ?? "")).toBe("PERDIDA");
    expect(after).toHaveLength(2);
    expect(await callsAt(home)).toHaveLength(4);
  });

  it("rings nobody for oneself, and says where nobody is", async () => {
    const home = await newHome(server);
    const empty = home.building.apartments[1]?.id ?? "";
    expect((await ringAt(home.lobby, empty)).json().code).toBe("NOBODY_TO_RING");
    const caretaker = await server.newPerson({
      spaces: [
        { role: "CONSERJE", buildingId: home.building.id },
        { role: "RESIDENTE", buildingId: home.building.id, apartmentId: empty },
      ],
    });
    expect((await ringAt(caretaker, empty)).json().code).toBe("NOBODY_TO_RING");
  });

  it("counts as one ringing for a visitor, of whom nobody's name is known, and stops after three", async () => {
    const home = await newHome(server);
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: home.building.id }],
    });
    for (let ring = 0; ring < 3; ring += 1) {
      const calls = await rungAt(visitor, home.apartmentId);
      expect(calls.map(({ call }) => [call.callee.name, call.isUnverified])).toEqual([
        [null, true],
        [null, true],
      ]);
      server.clock.push(31_000);
    }
    const refused = await ringAt(visitor, home.apartmentId);
    expect([refused.statusCode, refused.json().code]).toEqual([429, "CALLS_TOO_OFTEN"]);
    expect(await callsAt(home)).toHaveLength(6);
  });

  it("takes as many statements for four people as for one", async () => {
    const counted = async (people: number) => {
      const building = await server.newBuilding();
      const apartmentId = building.apartments[0]?.id ?? "";
      const lobby = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
      for (let person = 0; person < people; person += 1) {
        await server.newPerson({ spaces: [{ role: "RESIDENTE", buildingId: building.id, apartmentId }] });
      }
      const actor = await server.app.services.gate.actorOfToken(lobby.token);
      if (actor === null) {
        throw new Error("nobody is signed in");
      }
      let statements = 0;
      const db = server.app.services.db.withPlugin({
        transformQuery({ node }) {
          statements += 1;
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      const { calls } = await ringHome({ ...server.app.services, db }, actor, apartmentId);
      expect(calls).toHaveLength(people);
      return statements;
    };
    expect(await counted(4)).toBe(await counted(1));
  });
});
