import { randomUUID } from "node:crypto";
import pg from "pg";
import { afterAll, describe, expect, it, vi } from "vitest";
import { withBrokenTable } from "../../../testing/broken-parts.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Refused } from "../../platform/refused.ts";
import { faultOfFact } from "./facts-set-aside.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function newScene() {
  const building = await server.newBuilding();
  const [controller, door] = [await newController(server, building.id), await server.newDoor(building)];
  const at = server.clock.now().toISOString();
  return {
    opened: (seq: number, openingId: string = randomUUID()) => ({
      seq,
      at,
      kind: "door-opened",
      openingId,
      doorId: door.id,
      origin: "BUTTON",
      orderId: null,
    }),
    picture: async (seq: number, openingId: string) => ({
      seq,
      at,
      kind: "opening-picture",
      openingId,
      cameraId: door.cameraId,
      jpeg: await jpegBytes(),
    }),
    decided: (seq: number, tag: string) => ({
      seq,
      at,
      kind: "access-decided",
      accessId: randomUUID(),
      doorId: door.id,
      outcome: "unknown",
      cardId: null,
      holderId: null,
      tag,
      isOffline: false,
    }),
    tell: (...facts: object[]) => controller.socket.ask("facts", { facts }),
    openings: async () => {
      const rows = await server.db
        .selectFrom("open_door_events")
        .select(["id", "picture_file_id as picture"])
        .where("building_id", "=", building.id)
        .execute();
      return rows.sort((one, other) => one.id.localeCompare(other.id));
    },
    aside: () =>
      server.db
        .selectFrom("facts_set_aside")
        .select(["seq", "kind", "reason", "fault", "body"])
        .where("controller_id", "=", controller.id)
        .orderBy("seq")
        .execute(),
  };
}

describe("a fact that cannot be kept is set aside, and those behind it pass", () => {
  it("for its words, its picture, or what the database says of it", async () => {
    const { opened, decided, tell, openings, aside } = await newScene();
    const [first, last] = [opened(1), opened(6)];
    const newer = { seq: 2, at: first.at, kind: "door-painted", colour: "red", jpeg: Buffer.alloc(50_000) };
    const unstorable = decided(4, "a\u0000b");
    const noPicture = {
      ...{ seq: 5, at: first.at, kind: "opening-picture", openingId: first.openingId },
      ...{ cameraId: randomUUID(), jpeg: Buffer.from("no picture") },
    };
    const twice = { ...opened(3), at: "no time" };
    expect(await tell(first, newer, twice, unstorable, noPicture, last)).toEqual({
      ok: true,
      acknowledged: 6,
    });
    expect((await openings()).map(({ id }) => id)).toEqual([first.openingId, last.openingId].sort());
    const kept = await aside();
    expect(kept).toMatchObject([
      { seq: 2, kind: "door-painted", reason: "unreadable", fault: null },
      { seq: 3, kind: "door-opened", reason: "unreadable", fault: null },
      { seq: 4, kind: "access-decided", reason: "database", fault: expect.stringMatching(/^22/) },
      { seq: 5, kind: "opening-picture", reason: "picture", fault: null },
    ]);
    // All of it but its picture, for whoever wants to know.
    expect(JSON.parse(kept[0]?.body ?? "")).toEqual({
      seq: 2,
      at: first.at,
      kind: "door-painted",
      colour: "red",
    });
    // Told again, because the acknowledgement was lost: once is enough.
    expect(await tell(newer, last)).toEqual({ ok: true, acknowledged: 6 });
    expect(await aside()).toHaveLength(4);
    const { body } = await server.app.http.inject("/metrics");
    expect(body).toContain('umbral_facts_set_aside{reason="unreadable"} 2');
    expect(body).toContain('umbral_facts_set_aside{reason="file"} 0');
  });

  it("for what the disk says of its very picture, and without leaving half of it", async () => {
    const { opened, picture, tell, openings, aside } = await newScene();
    const first = opened(1);
    const tooLarge = Object.assign(new Error("file too large"), { code: "EFBIG", syscall: "write" });
    const put = vi.spyOn(server.app.services.files, "put").mockRejectedValue(tooLarge);
    const answer = await tell(first, await picture(2, first.openingId), opened(3));
    put.mockRestore();
    expect(answer).toEqual({ ok: true, acknowledged: 3 });
    expect(await aside()).toMatchObject([{ seq: 2, reason: "file", fault: "EFBIG" }]);
    expect(await openings()).toMatchObject([{ picture: null }, { picture: null }]);
  });
});

describe("what an ill server cannot keep is told again", () => {
  it("because its disk is full, and is kept when it is not any more", async () => {
    const { opened, picture, tell, openings, aside } = await newScene();
    const first = opened(1);
    const pictured = await picture(2, first.openingId);
    const full = Object.assign(new Error("no space left"), { code: "ENOSPC", syscall: "write" });
    const put = vi.spyOn(server.app.services.files, "put").mockRejectedValue(full);
    expect(await tell(first, pictured, opened(3))).toMatchObject({ ok: false, code: "UNAVAILABLE" });
    put.mockRestore();
    expect(await openings()).toEqual([]);
    expect(await tell(first, pictured)).toEqual({ ok: true, acknowledged: 2 });
    expect(await openings()).toMatchObject([{ id: first.openingId, picture: expect.any(String) }]);
    expect(await aside()).toEqual([]);
  });

  it("because its disk takes no file whatever, though it says so of the picture", async () => {
    const { opened, picture, tell, openings, aside } = await newScene();
    const first = opened(1);
    const pictured = await picture(2, first.openingId);
    // As under a limit on the length of files (`ulimit -f`), which one cannot tell from a picture that is too large.
    const tooLarge = Object.assign(new Error("file too large"), { code: "EFBIG", syscall: "write" });
    const { files } = server.app.services;
    const refusing = [vi.spyOn(files, "put"), vi.spyOn(files, "check")].map((spy) =>
      spy.mockRejectedValue(tooLarge),
    );
    expect(await tell(first, pictured)).toMatchObject({ ok: false, code: "UNAVAILABLE" });
    for (const spy of refusing) {
      spy.mockRestore();
    }
    expect(await aside()).toEqual([]);
    expect(await tell(first, pictured)).toEqual({ ok: true, acknowledged: 2 });
    expect(await openings()).toMatchObject([{ id: first.openingId, picture: expect.any(String) }]);
  });

  it("because its database is, also among facts that never could be kept", async () => {
    const { opened, decided, tell, openings, aside } = await newScene();
    const batch = [decided(1, "a\u0000b"), opened(2)];
    const answer = await withBrokenTable(server.db, "open_door_events", () => tell(...batch));
    expect(answer).toMatchObject({ ok: false, code: "UNAVAILABLE" });
    expect([await openings(), await aside()]).toEqual([[], []]);
    expect(await tell(...batch)).toEqual({ ok: true, acknowledged: 2 });
    expect([await openings(), await aside()]).toMatchObject([[{}], [{ seq: 1 }]]);
  });

  it("by whoever's fault it is", () => {
    const system = (code: string) => Object.assign(new Error(code), { code, syscall: "open" });
    const database = (code: string) =>
      Object.assign(new pg.DatabaseError("of a value", 1, "error"), { code });
    const ofServer = [
      ...["ENOSPC", "EROFS", "EIO", "EMFILE", "ENOENT", "ECONNREFUSED"].map(system),
      ...["53100", "57014", "57P01", "40001", "40P01", "42P01", "25006", "55P03"].map(database),
      ...[new Refused("UNAVAILABLE"), new Refused("TOO_OFTEN"), new Error("Connection terminated")],
    ];
    expect(ofServer.map(faultOfFact)).toEqual(ofServer.map(() => null));
    const ofFacts = [system("ENAMETOOLONG"), database("22021"), database("23503"), new TypeError("of ours")];
    expect(ofFacts.map(faultOfFact)).toEqual([
      { reason: "file", fault: "ENAMETOOLONG" },
      { reason: "database", fault: "22021" },
      { reason: "database", fault: "23503" },
      { reason: "fault", fault: "TypeError" },
    ]);
  });
});
