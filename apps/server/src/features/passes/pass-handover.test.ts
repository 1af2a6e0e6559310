import { randomBytes, randomUUID } from "node:crypto";
import type { PassHandover as Asked } from "@umbral/contract/controllers/controller-orders.contract";
import { afterAll, describe, expect, it } from "vitest";
import { waitingForALock } from "../../../testing/test-calls.ts";
import { newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { PassHandover } from "./pass-handover.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;

type Answer = "handed-over" | "counted-more" | "offline" | "no-answer";

/** The entrance on one controller, a pass that it counts, and another controller to which the entrance goes. */
async function newMove() {
  const { building, rosa, newPass } = await newDesk(server);
  const newController = async () => {
    const id = randomUUID();
    await db
      .insertInto("controllers")
      .values({ id, name: id, building_id: building.id, public_key: randomBytes(32).toString("hex") })
      .execute();
    return id;
  };
  const [before, after] = [await newController(), await newController()];
  const entrance = await server.newDoor(building, { localId: "1", scope: "building" });
  const garage = await server.newDoor(building, { localId: "2", scope: "building" });
  await db
    .updateTable("doors")
    .set({ controller_id: before, reader: JSON.stringify({ kind: "simulated", hasKeypad: true }) })
    .where("id", "in", [entrance.id, garage.id])
    .execute();
  const { id: passId } = await newPass({ entries: 3, controllerId: before });
  const newCounted = async () => (await newPass({ entries: 3, controllerId: before })).id;
  const give = (controllerId: string, doorId = entrance.id) =>
    db.updateTable("doors").set({ controller_id: controllerId }).where("id", "=", doorId).execute();
  const decider = async () =>
    (
      await db
        .selectFrom("passes")
        .select("controller_id as id")
        .where("id", "=", passId)
        .executeTakeFirstOrThrow()
    ).id;
  const asked: (Asked & { controllerId: string })[] = [];
  const look = (answer: Answer) =>
    new PassHandover(services, {
      handPassOver: async (controllerId, question) => {
        if (question.passId === passId) {
          asked.push({ controllerId, ...question });
        }
        return question.passId === passId ? answer : "offline";
      },
    }).followDue();
  return { rosa, before, after, garage, passId, newCounted, give, decider, asked, look };
}

describe("the decider of a pass whose door went to another controller", () => {
  it("follows once the one before let go, and is asked no more", async () => {
    const { before, after, passId, give, decider, asked, look } = await newMove();
    await db.updateTable("passes").set({ entered: 2 }).where("id", "=", passId).execute();
    await give(after);
    await look("handed-over");
    expect(await decider()).toBe(after);
    expect(asked).toEqual([{ controllerId: before, passId, used: 2, requestId: expect.any(String) }]);
    await look("handed-over");
    expect(asked).toHaveLength(1);
  });

  it("stays while that one is away or has entries to tell, and is asked again by the same name", async () => {
    const { before, after, give, decider, asked, look } = await newMove();
    await give(after);
    for (const answer of ["offline", "no-answer", "counted-more"] as const) {
      await look(answer);
      expect(await decider()).toBe(before);
    }
    await look("handed-over");
    expect(await decider()).toBe(after);
    expect(new Set(asked.map(({ requestId }) => requestId)).size).toBe(1);
  });

  it("stays, and nobody is asked, where another of its doors went", async () => {
    const { before, after, garage, give, decider, asked, look } = await newMove();
    await give(after, garage.id);
    await look("handed-over");
    expect([await decider(), asked]).toEqual([before, []]);
  });

  it("is asked about by the next process where this one is stopped", async () => {
    for (const { give, after } of [await newMove(), await newMove()]) {
      await give(after);
    }
    const asked: string[] = [];
    await new Promise<void>((resolve) => {
      const leaving = new PassHandover(services, {
        handPassOver: async (controllerId) => {
          asked.push(controllerId);
          resolve(leaving.stop());
          return "no-answer";
        },
      });
      leaving.start();
    });
    expect(asked).toHaveLength(1);
  });

  it("moves while roles end: both lock passes by their ids, and neither waits for the other in a circle", async () => {
    const { rosa, passId, newCounted, after, give } = await newMove();
    // Written in the other order than their ids.
    let [first, last] = [await newCounted(), passId];
    while (first > last) {
      [first, last] = [await newCounted(), first];
    }
    const endRoles = () =>
      db
        .updateTable("spaces")
        .set({ status: "ENDED", ended_at: services.clock.now() })
        .where("user_id", "=", rosa.id);
    // The server's own round follows the move too, and may wait for one of them meanwhile.
    for (const [beginning, act] of [
      ['update "doors"', () => give(after)],
      ['update "spaces"', () => endRoles().execute()],
    ] as const) {
      const { acted } = await db.transaction().execute(async (trx) => {
        const lock = (id: string) => trx.selectFrom("passes").select("id").where("id", "=", id).forUpdate();
        await lock(first).execute();
        const waiting = act();
        await expect.poll(() => waitingForALock(server, beginning)).toBe(1);
        // Whoever waits for the first holds none of those behind it.
        await expect.poll(() => lock(last).skipLocked().execute()).toHaveLength(1);
        return { acted: waiting };
      });
      await acted;
    }
  });

  it("is the server where the door came back before the answer: who let go counts no more", async () => {
    const { before, after, give, decider, look } = await newMove();
    await give(after);
    await look("no-answer");
    await give(before);
    await look("handed-over");
    expect(await decider()).toBeNull();
  });
});
