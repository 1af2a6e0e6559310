import type { Call } from "@umbral/contract/calls/calls.contract";
import { afterAll, describe, expect, it } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { newHome, newVisitor, postCall, putCall, type TestHome } from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

const MINUTE_MS = 60_000;

/** Rings and hangs up at once, as somebody does who wants to be a nuisance. */
async function ringOnce(caller: TestPerson, callee: TestPerson) {
  const reply = await postCall(server, caller, callee.spaceIds[0] ?? "", { rings: true });
  if (reply.statusCode === 200) {
    await putCall(server, caller, reply.json<{ call: Call }>().call.id, { status: "TERMINADA" });
  }
  return reply;
}

const newNeighbour = (home: TestHome, index: number) =>
  server.newPerson({
    spaces: [
      {
        role: "RESIDENTE",
        buildingId: home.building.id,
        apartmentId: home.building.apartments[index]?.id ?? "",
      },
    ],
  });

describe("somebody who rings a home again and again", () => {
  it("may three times in ten minutes, and hears when the next may be", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    for (const callee of [home.rosa, home.andres, home.rosa]) {
      expect((await ringOnce(visitor, callee)).statusCode).toBe(200);
      server.clock.push(MINUTE_MS);
    }
    const refused = await ringOnce(visitor, home.andres);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      429,
      { code: "CALLS_TOO_OFTEN", message: expect.stringContaining("Espera unos minutos") },
    ]);
    const retryAfter = Number(refused.headers["retry-after"]);
    expect(retryAfter).toBeGreaterThan(6 * 60);
    expect(retryAfter).toBeLessThanOrEqual(7 * 60);
    const written = server.db.selectFrom("calls").select("id").where("caller_id", "=", visitor.id);
    expect(await written.execute()).toHaveLength(3);

    // Another home is none of that.
    expect((await ringOnce(visitor, await newNeighbour(home, 1))).statusCode).toBe(200);
    server.clock.push(retryAfter * 1000);
    expect((await ringOnce(visitor, home.rosa)).statusCode).toBe(200);
  });

  it("counts all people of a home that ring together once", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    for (let ringing = 0; ringing < 3; ringing += 1) {
      for (const callee of [home.rosa, home.andres]) {
        const reply = await postCall(server, visitor, callee.spaceIds[0] ?? "");
        expect(reply.statusCode).toBe(200);
        if (callee === home.andres) {
          await putCall(server, visitor, reply.json<{ call: Call }>().call.id, { status: "TERMINADA" });
        }
      }
    }
    expect((await postCall(server, visitor, home.rosa.spaceIds[0] ?? "")).statusCode).toBe(429);
  });

  it("may twelve times an hour, wherever", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    const people = await Promise.all([1, 2, 3, 4].map((index) => newNeighbour(home, index)));
    for (const person of people) {
      for (let time = 0; time < 3; time += 1) {
        expect((await ringOnce(visitor, person)).statusCode).toBe(200);
      }
    }
    const refused = await ringOnce(visitor, home.rosa);
    expect([refused.statusCode, refused.json().code]).toEqual([429, "CALLS_TOO_OFTEN"]);
    expect(Number(refused.headers["retry-after"])).toBeGreaterThan(50 * 60);
    server.clock.push(60 * MINUTE_MS);
    expect((await ringOnce(visitor, home.rosa)).statusCode).toBe(200);
  });

  it("slips under no limit by asking many times at once", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    const people = await Promise.all([0, 1, 2, 3].map((index) => newNeighbour(home, index)));
    const replies = await Promise.all(
      Array.from({ length: 60 }, (_, index) => ringOnce(visitor, people[index % 4] ?? home.rosa)),
    );
    const statuses = new Set(replies.map(({ statusCode }) => statusCode));
    expect(statuses).toContain(429);
    // Some share one call, which another of them may have hung up already.
    expect([...statuses].filter((status) => ![200, 409, 429].includes(status))).toEqual([]);
    const rung = await server.db
      .selectFrom("calls")
      .select("ringing_id")
      .distinct()
      .where("caller_id", "=", visitor.id)
      .execute();
    expect(rung.length).toBeLessThanOrEqual(12);
  });

  it("cannot make one call ring without end", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    const [atVisitor, atRosa] = await Promise.all([server.connectAs(visitor), server.connectAs(home.rosa)]);
    const { call } = (await postCall(server, visitor, home.rosa.spaceIds[0] ?? "")).json<{ call: Call }>();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => atVisitor.ask("request", { callId: call.id })),
    );
    expect(answers.filter(({ ok }) => ok)).toHaveLength(3);
    expect(answers.at(-1)).toMatchObject({ ok: false, code: "CALLS_TOO_OFTEN" });
    expect(atRosa.heardSoFar("request")).toHaveLength(3);
  });
});

describe("the lobby", () => {
  it("rings as often as it has to", async () => {
    const home = await newHome(server);
    for (let time = 0; time < 14; time += 1) {
      expect((await ringOnce(home.lobby, home.rosa)).statusCode).toBe(200);
    }
  });

  it("is rung by a visitor twelve times an hour, and no more", async () => {
    const home = await newHome(server);
    const visitor = await newVisitor(server, home.building.id);
    for (let time = 0; time < 12; time += 1) {
      expect((await ringOnce(visitor, home.lobby)).statusCode).toBe(200);
    }
    expect((await ringOnce(visitor, home.lobby)).statusCode).toBe(429);
  });
});
