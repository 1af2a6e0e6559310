import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon } from "../../../testing/test-visits.ts";
import { noteEntryAtDoor } from "./door-entries.ts";
import { type AskDecider, enterByPassOf } from "./enter-by-pass.ts";
import type { WhoHears } from "./pass-news.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
const { services } = server.app;
atNoon(server);
const whoHears: WhoHears = async () => [];

/** A pass for one that the entrance's controller counts, and Pedro's press at the desk. */
async function newCounted() {
  const { building, pedro, newPass } = await newDesk(server);
  const { id: controllerId } = await newController(server, building.id);
  const { id: passId } = await newPass({ controllerId });
  const actor = await services.gate.actorOfToken(pedro.token);
  if (actor === null) {
    throw new Error("Pedro is not signed in");
  }
  const entered = () =>
    db
      .selectFrom("passes")
      .select(["entered", "went_out as left"])
      .where("id", "=", passId)
      .executeTakeFirstOrThrow();
  const enter = async (decider: AskDecider, requestId = randomUUID()) =>
    enterByPassOf(
      services,
      actor,
      {
        buildingId: building.id,
        passId,
        requestId,
        people: 1,
        picture: new Blob([new Uint8Array(await jpegBytes())]),
      },
      { askDecider: decider, whoHears },
    );
  return { controllerId, passId, enter, entered };
}

describe("a pass that a controller counts", () => {
  it("lets in whom that controller grants, and it is told the press by its name", async () => {
    const { controllerId, passId, enter, entered } = await newCounted();
    const asked: unknown[] = [];
    const requestId = randomUUID();
    const { pass } = await enter(async (about) => {
      asked.push(about);
      return "granted";
    }, requestId);
    expect(pass.state).toBe("inside");
    expect(asked).toEqual([{ controllerId, passId, people: 1, requestId }]);
    expect(await entered()).toEqual({ entered: 1, left: 0 });
  });

  it("lets nobody in while it is away, or when it refuses", async () => {
    const { enter, entered } = await newCounted();
    await expect(enter(async () => "away")).rejects.toMatchObject({ code: "PASS_DECIDER_AWAY" });
    await expect(enter(async () => "used-up")).rejects.toMatchObject({
      code: "PASS_REFUSED",
      errors: [{ property: "pass", message: "used-up" }],
    });
    expect(await entered()).toEqual({ entered: 0, left: 0 });
    expect(await db.selectFrom("files").select("id").where("kind", "=", "pass").execute()).toHaveLength(1);
  });

  it("lets in whom it granted also when the time ends meanwhile, and nobody once the pass was taken back", async () => {
    const [late, gone] = [await newCounted(), await newCounted()];
    const meanwhile = (passId: string, change: { ends_at: Date } | { taken_back_at: Date }) => async () => {
      await db.updateTable("passes").set(change).where("id", "=", passId).execute();
      return "granted" as const;
    };
    const now = server.clock.now();
    const { pass } = await late.enter(meanwhile(late.passId, { ends_at: now }));
    expect([pass.entered, await late.entered()]).toEqual([1, { entered: 1, left: 0 }]);
    await expect(gone.enter(meanwhile(gone.passId, { taken_back_at: now }))).rejects.toMatchObject({
      code: "PASS_REFUSED",
      errors: [{ property: "pass", message: "taken-back" }],
    });
    expect(await gone.entered()).toEqual({ entered: 0, left: 0 });
  });

  it("counts once what the controller told of before the desk's own word came", async () => {
    const { passId, enter, entered } = await newCounted();
    const requestId = randomUUID();
    const told = { accessId: requestId, passId, doorId: null, at: server.clock.now(), counts: true };
    const { pass } = await enter(async () => {
      await db.transaction().execute((trx) => noteEntryAtDoor(server.app.services, trx, told, whoHears));
      return "granted";
    }, requestId);
    expect(pass).toMatchObject({ entered: 1, state: "inside" });
    expect(await entered()).toEqual({ entered: 1, left: 0 });
  });
});
