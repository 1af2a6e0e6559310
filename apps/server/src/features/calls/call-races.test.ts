import { randomUUID } from "node:crypto";
import { CallDecision, RING_MS } from "@umbral/contract/calls/calls.contract";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import {
  newCall,
  newHome,
  putCall,
  ringBoth,
  settledBy,
  statusOfCall,
  waitingForALock,
} from "../../../testing/test-calls.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { missDue } from "./call-record.ts";

const server = await startTestServer();
afterAll(() => server.close());

describe("a call goes to one alone", () => {
  it("gives a call to one of two residents who answer in the same moment", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
      const answers = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        atAndres.ask("call_accepted", { callId: toAndres.id }),
      ]);
      expect(answers.map((answer) => answer.ok).sort()).toEqual([false, true]);
      const statuses = [await statusOfCall(server, toRosa.id), await statusOfCall(server, toAndres.id)];
      expect(statuses).toEqual(answers.map((answer) => (answer.ok ? "CONTESTADA" : "TERMINADA")));
    }
  });

  it("gives a call to one of two devices of one person, of one session too", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { home, atRosa, toRosa } = await ringBoth(server);
      const tab = await server.connectAs(home.rosa);
      const [one, two] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        tab.ask("call_accepted", { callId: toRosa.id }),
      ]);
      expect([one.ok, two.ok].sort()).toEqual([false, true]);
      const loser = one.ok ? tab : atRosa;
      expect(await loser.hear("call_accepted:from_other_session")).toEqual({ callId: toRosa.id });
    }
  });

  it("or the caller's cancelling, never both", async () => {
    for (let round = 0; round < 8; round += 1) {
      const { atLobby, atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
      const [answer, cancel] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        atLobby.ask("end", { callId: toAndres.id }),
      ]);
      // Cancelling the other's call after the answer repeats what that one already is.
      expect(cancel.ok).toBe(true);
      expect(await statusOfCall(server, toRosa.id)).toBe(answer.ok ? "CONTESTADA" : "TERMINADA");
      expect(await statusOfCall(server, toAndres.id)).toBe("TERMINADA");
      await atAndres.hear("end", ({ callId }) => callId === toAndres.id);
    }
  });

  it("or the deadline, never both", async () => {
    for (let round = 0; round < 6; round += 1) {
      const { atRosa, atAndres, toRosa, toAndres } = await ringBoth(server);
      server.clock.push(Date.parse(toRosa.expiresAt) - server.clock.now().getTime() - round);
      const [answer] = await Promise.all([
        atRosa.ask("call_accepted", { callId: toRosa.id }),
        missDue(server.app.services),
      ]);
      // The deadline may have come for the answer and not yet for the sweep before it.
      server.clock.push(1000);
      await missDue(server.app.services);
      expect(await statusOfCall(server, toRosa.id)).toBe(answer.ok ? "CONTESTADA" : "PERDIDA");
      expect(await statusOfCall(server, toAndres.id)).toBe(answer.ok ? "TERMINADA" : "PERDIDA");
      await atAndres.hear("end", ({ callId }) => callId === toAndres.id);
    }
  });

  it("ends also a call that was being added to the ringing while it was answered", async () => {
    const home = await newHome(server);
    const atHome = await server.connectAs(home.rosa);
    const toRosa = await newCall(server, home.lobby, home.rosa);
    let answering: ReturnType<typeof atHome.ask> | undefined;
    const added = randomUUID();
    await server.db.transaction().execute(async (trx) => {
      const row = await trx
        .selectFrom("calls")
        .selectAll()
        .where("id", "=", toRosa.id)
        .forUpdate()
        .executeTakeFirstOrThrow();
      await trx
        .insertInto("calls")
        .values({ ...row, id: added, callee_id: home.andres.id })
        .execute();
      answering = atHome.ask("call_accepted", { callId: toRosa.id });
      await expect.poll(() => waitingForALock(server)).toBe(1);
    });
    expect(await answering).toMatchObject({ ok: true });
    expect(await statusOfCall(server, added)).toBe("TERMINADA");
  });
});

it("has one answer at most and always an end, whatever everybody does at once", async () => {
  const home = await newHome(server);
  const people = { lobby: home.lobby, rosa: home.rosa, andres: home.andres };
  const move = fc.record({
    who: fc.constantFrom("lobby", "rosa", "andres", "clock" as const),
    on: fc.constantFrom("rosa", "andres" as const),
    to: fc.constantFrom(...CallDecision.options),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(move, { maxLength: 6 }), { maxLength: 4 }), async (waves) => {
      const calls = {
        rosa: await newCall(server, home.lobby, home.rosa),
        andres: await newCall(server, home.lobby, home.andres),
      };
      const ids = [calls.rosa.id, calls.andres.id];
      for (const wave of waves) {
        await Promise.all(
          wave.map(({ who, on, to }) =>
            who === "clock"
              ? missDue(server.app.services)
              : putCall(server, people[who], calls[on].id, { status: to }),
          ),
        );
        server.clock.push(RING_MS / 3);
      }
      server.clock.push(RING_MS);
      await missDue(server.app.services);
      for (const id of ids) {
        await putCall(server, home.lobby, id, { status: "TERMINADA" });
      }

      const histories = await Promise.all(ids.map((id) => settledBy(server, id)));
      const told = histories.map((history) => history.map(([, status]) => status).join(" "));
      const answered = told.filter((history) => history.startsWith("CONTESTADA"));
      expect(answered.length).toBeLessThanOrEqual(1);
      for (const [index, history] of told.entries()) {
        expect(history).toMatch(/^(CONTESTADA TERMINADA|RECHAZADA|PERDIDA|TERMINADA)$/);
        expect(await statusOfCall(server, ids[index] ?? "")).toBe(history.split(" ").at(-1));
      }
    }),
    { numRuns: 60 },
  );
});
