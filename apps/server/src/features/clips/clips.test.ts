import { createHash, randomBytes, randomUUID } from "node:crypto";
import { CLIP_PART_BYTES } from "@umbral/contract/clips/clip-wire.contract";
import type { Clip } from "@umbral/contract/clips/clips.contract";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds } from "../../../testing/broken-parts.ts";
import type { TestPerson } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { TestClips } from "../../../testing/test-clips.ts";
import { newController, signInController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { tidyClips } from "./clip-facts.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;
const DAY_MS = 24 * 3_600_000;

/** A building with its administrator, an entrance with a camera, and a controller with clips. */
async function newScene() {
  const building = await server.newBuilding();
  const door = await server.newDoor(building, { localId: "1" });
  const controller = await newController(server, building.id);
  const gloria = await server.newPerson({
    spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }],
    name: "Gloria Ríos",
  });
  const clips = new TestClips(controller);
  let seq = 0;
  const tell = (facts: readonly object[]) =>
    controller.socket.ask("facts", {
      facts: facts.map((fact) => {
        seq += 1;
        return { seq, ...fact };
      }),
    });
  /** A clip that lies at the controller, as the server knows it. */
  const kept = async (more: { bytes?: Buffer; at?: Date } & Record<string, unknown> = {}) => {
    const fact = clips.keep(door.cameraId, { at: clock.now(), ...more });
    await tell([fact]);
    return fact;
  };
  const ask = async (
    path: string,
    { method = "POST", actor = gloria, app = server.app } = {} as {
      method?: "GET" | "POST";
      actor?: Pick<TestPerson, "headers"> | null;
      app?: typeof server.app;
    },
  ) => {
    const reply = await app.http.inject({
      method,
      url: `/api/buildings/${building.id}/clips${path}`,
      headers: actor?.headers ?? {},
      ...(method === "POST" ? { payload: {} } : {}),
    });
    return { status: reply.statusCode, body: reply.json(), raw: reply.rawPayload, headers: reply.headers };
  };
  const clipsOf = async ({ cause, causeId }: { cause: string; causeId: string }): Promise<Clip[]> =>
    (await ask(`?cause=${cause}&causeId=${causeId}`, { method: "GET" })).body.clips;
  return { building, door, controller, gloria, clips, tell, kept, ask, clipsOf };
}

const piecesOf = (clipId: string) =>
  db.selectFrom("clip_pieces").selectAll().where("clip_id", "=", clipId).orderBy("position").execute();
const linesOf = (buildingId: string, action: string) =>
  db
    .selectFrom("audit_lines")
    .select(["actor_id", "subject_id", "detail"])
    .where("building_id", "=", buildingId)
    .where("action", "=", action)
    .execute();

describe("what a controller tells of clips", () => {
  it("is written down once, under its event, and stays within its building", async () => {
    const { door, kept, tell, clipsOf, building } = await newScene();
    const fact = await kept({ cause: "opening" });
    expect(await tell([fact])).toMatchObject({ ok: true });
    expect(await clipsOf(fact)).toEqual([
      {
        id: fact.clipId,
        buildingId: building.id,
        cameraId: door.cameraId,
        cameraName: "Cámara 1",
        cause: "opening",
        causeId: fact.causeId,
        startedAt: fact.startedAt,
        endedAt: fact.endedAt,
        toldAt: null,
        codec: "h264",
        bytes: 1000,
        isWhole: true,
        state: "at-controller",
        timeZone: "America/Bogota",
      },
    ]);
    const other = await newScene();
    await other.tell([
      { kind: "clip-dropped", at: clock.now().toISOString(), clipId: fact.clipId, why: "space" },
    ]);
    // A camera of another building is nobody's here.
    await other.tell([other.clips.keep(door.cameraId, { at: clock.now(), causeId: fact.causeId })]);
    expect(await clipsOf(fact)).toMatchObject([{ id: fact.clipId, state: "at-controller" }]);
    expect(await other.clipsOf(fact)).toEqual([]);
    // Nor does another controller of the same building say what this one has.
    const laura = await server.newPerson({ userType: "ADMIN" });
    const offered = await asking(server, laura)("POST", `/api/bb/buildings/${building.id}/controllers`, {
      name: "Torre B",
    });
    const neighbour = await newController(server, building.id, offered.body.pairing.code);
    const gone = { kind: "clip-dropped", at: clock.now().toISOString(), clipId: fact.clipId, why: "space" };
    expect(await neighbour.socket.ask("facts", { facts: [{ seq: 1, ...gone }] })).toMatchObject({ ok: true });
    expect(await clipsOf(fact)).toMatchObject([{ state: "at-controller" }]);
    await tell([gone]);
    expect(await clipsOf(fact)).toMatchObject([{ state: "gone" }]);
  });

  it("is kept also when its camera was removed before it was told", async () => {
    const { door, clips, tell, clipsOf } = await newScene();
    const fact = clips.keep(door.cameraId, { at: clock.now() });
    await db.deleteFrom("door_cameras").where("camera_id", "=", door.cameraId).execute();
    await db.deleteFrom("cameras").where("id", "=", door.cameraId).execute();
    await tell([fact]);
    expect(await clipsOf(fact)).toMatchObject([
      { id: fact.clipId, cameraId: null, cameraName: "Cámara retirada", state: "at-controller" },
    ]);
  });
});

describe("clips that a building wants here by itself", () => {
  it("come from a controller that is there, however many wait at one that is away", async () => {
    const { building, controller, kept, clipsOf } = await newScene();
    for (let many = 0; many < 21; many += 1) {
      await kept({ bytes: Buffer.from(`clip ${many}`) });
    }
    const door = await server.newDoor(building, { localId: "2" });
    const laura = await server.newPerson({ userType: "ADMIN" });
    const offered = await asking(server, laura)("POST", `/api/bb/buildings/${building.id}/controllers`, {
      name: "Torre B",
    });
    const second = await newController(server, building.id, offered.body.pairing.code);
    await db
      .updateTable("cameras")
      .set({ controller_id: second.id })
      .where("id", "=", door.cameraId)
      .execute();
    controller.socket.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(controller.id)).toBe(false);
    await db
      .updateTable("buildings")
      .set({ clips_fetched: ["intrusion"] })
      .where("id", "=", building.id)
      .execute();
    const fact = new TestClips(second).keep(door.cameraId, { at: clock.now() });
    expect(await second.socket.ask("facts", { facts: [{ seq: 1, ...fact }] })).toMatchObject({ ok: true });
    await expect.poll(() => clipsOf(fact)).toMatchObject([{ state: "fetched" }]);
  });
});

describe("fetching a clip", () => {
  it("brings it once, however many ask, and shows it to who may, written down", async () => {
    const { building, gloria, kept, ask, clips, clipsOf } = await newScene();
    const bytes = randomBytes(CLIP_PART_BYTES * 5 + 7);
    const fact = await kept({ bytes });
    expect((await ask(`/${fact.clipId}/video`)).body.code).toBe("NOT_FOUND");
    const asked = await Promise.all([1, 2, 3].map(() => ask(`/${fact.clipId}/fetch`)));
    expect(asked.map(({ body }) => body)).toEqual([1, 2, 3].map(() => ({ outcome: "ready" })));
    expect(clips.asked).toEqual([0, 1, 2, 3, 4, 5].map((part) => part * CLIP_PART_BYTES));
    expect((await piecesOf(fact.clipId)).map((piece) => piece.bytes)).toEqual([
      4 * CLIP_PART_BYTES,
      CLIP_PART_BYTES + 7,
    ]);
    expect(await clipsOf(fact)).toMatchObject([{ state: "fetched" }]);
    expect(await linesOf(building.id, "clips.shown")).toEqual([]);

    const { body } = await ask(`/${fact.clipId}/video`);
    const whole = await server.app.http.inject(body.video);
    expect(whole.headers).toMatchObject({
      "content-type": "video/mp4",
      "cache-control": "private, no-store",
    });
    expect(whole.rawPayload.equals(bytes)).toBe(true);
    const from = CLIP_PART_BYTES * 4 - 3;
    const part = await server.app.http.inject({
      url: body.video,
      headers: { range: `bytes=${from}-${from + 9}` },
    });
    expect(part.statusCode).toBe(206);
    expect(part.headers["content-range"]).toBe(`bytes ${from}-${from + 9}/${bytes.byteLength}`);
    expect(part.rawPayload.equals(bytes.subarray(from, from + 10))).toBe(true);
    expect(await linesOf(building.id, "clips.shown")).toEqual([
      {
        actor_id: gloria.id,
        subject_id: fact.clipId,
        detail: { cause: "intrusion", causeId: fact.causeId, cameraId: fact.cameraId },
      },
    ]);
    // An address of one is worth nothing for another, nor for a picture, and ends.
    const token = new URL(body.video, "http://x").searchParams.get("token");
    const [piece] = await piecesOf(fact.clipId);
    for (const url of [
      `/api/clips/${randomUUID()}/video?token=${token}`,
      `/api/clips/${fact.clipId}/video`,
      `/api/files/${piece?.file_id}?token=${token}`,
    ]) {
      expect((await server.app.http.inject(url)).statusCode).toBe(404);
    }
  });

  it("goes on at the byte that it lacks when the controller went in the middle", async () => {
    const { controller, kept, ask, clips } = await newScene();
    const bytes = randomBytes(CLIP_PART_BYTES * 6);
    const fact = await kept({ bytes });
    clips.instead = (from) => {
      if (from === CLIP_PART_BYTES * 4) {
        controller.socket.raw.disconnect();
        return Promise.resolve();
      }
      return undefined;
    };
    expect((await ask(`/${fact.clipId}/fetch`)).body).toMatchObject({ outcome: "fetching" });
    await expect
      .poll(async () => (await ask(`/${fact.clipId}/fetch`)).body, { timeout: 10_000 })
      .toMatchObject({
        code: "CLIP_AWAY",
        message: expect.stringContaining("El controlador no responde: el clip sigue allá"),
      });
    expect(await piecesOf(fact.clipId)).toHaveLength(1);

    clips.asked.length = 0;
    clips.instead = () => undefined;
    clips.serve(await signInController(server.url, controller.id, controller.key));
    expect((await ask(`/${fact.clipId}/fetch`)).body).toEqual({ outcome: "ready" });
    expect(clips.asked).toEqual([CLIP_PART_BYTES * 4, CLIP_PART_BYTES * 5]);
    const { video } = (await ask(`/${fact.clipId}/video`)).body;
    expect((await server.app.http.inject(video)).rawPayload.equals(bytes)).toBe(true);
  });

  it("keeps nothing of what is not what the controller said, and tries anew", async () => {
    const { kept, ask, clips } = await newScene();
    const before = await storedIds(services.files);
    const bytes = randomBytes(3000);
    const fact = await kept({ bytes });
    clips.files.set(fact.clipId, randomBytes(3000));
    expect((await ask(`/${fact.clipId}/fetch`)).body.code).toBe("CLIP_DAMAGED");
    expect(await piecesOf(fact.clipId)).toEqual([]);
    expect(await storedIds(services.files)).toEqual(before);
    // As long as it says, and longer: nothing beyond is taken either.
    clips.files.set(fact.clipId, randomBytes(3001));
    expect((await ask(`/${fact.clipId}/fetch`)).body.code).toBe("CLIP_DAMAGED");
    // Nor is it asked for byte by byte: a part that is cut short was the last.
    clips.asked.length = 0;
    clips.instead = (from) => ({ outcome: "part", data: bytes.subarray(from, from + 1), bytes: 3000 });
    expect((await ask(`/${fact.clipId}/fetch`)).body.code).toBe("CLIP_DAMAGED");
    expect(clips.asked).toEqual([0, 1]);
    clips.instead = () => undefined;
    clips.files.set(fact.clipId, bytes);
    expect((await ask(`/${fact.clipId}/fetch`)).body).toEqual({ outcome: "ready" });
  });

  it("says why there is none, and changes nothing", async () => {
    const { kept, ask, clips, tell } = await newScene();
    const fact = await kept();
    clips.files.delete(fact.clipId);
    expect(await ask(`/${fact.clipId}/fetch`)).toMatchObject({ status: 404, body: { code: "CLIP_GONE" } });
    clips.instead = () => ({ outcome: "not-yet" });
    expect((await ask(`/${fact.clipId}/fetch`)).body.code).toBe("CLIP_AWAY");
    await tell([{ kind: "clip-dropped", at: clock.now().toISOString(), clipId: fact.clipId, why: "age" }]);
    clips.asked.length = 0;
    expect((await ask(`/${fact.clipId}/fetch`)).body.code).toBe("CLIP_GONE");
    expect(clips.asked).toEqual([]);
    const huge = await kept({ bytes: Buffer.alloc(1) });
    await db.updateTable("clips").set({ bytes: 200_000_000 }).where("id", "=", huge.clipId).execute();
    expect((await ask(`/${huge.clipId}/fetch`)).body.code).toBe("TOO_LARGE");
    expect((await ask(`/${randomUUID()}/fetch`)).body.code).toBe("NOT_FOUND");
  });

  it("is one process's alone, until that one is gone", async () => {
    const { kept, ask, clips } = await newScene();
    const fact = await kept();
    const other = await server.another();
    try {
      let go: () => void = () => undefined;
      clips.instead = () =>
        new Promise<void>((resolve) => {
          go = resolve;
        });
      const asking = ask(`/${fact.clipId}/fetch`);
      await clips.until(() => clips.asked.length === 1);
      expect((await ask(`/${fact.clipId}/fetch`, { app: other.app })).body).toEqual({
        outcome: "fetching",
        received: 0,
        bytes: 1000,
      });
      go();
      expect((await asking).body).toEqual({ outcome: "ready" });
      expect(clips.asked).toHaveLength(1);
      // One that was killed holds it no longer than its word was good for.
      const late = await kept();
      await db
        .updateTable("clips")
        .set({ fetching_node: randomUUID(), fetching_until: new Date(clock.now().getTime() + 30_000) })
        .where("id", "=", late.clipId)
        .execute();
      clips.instead = () => undefined;
      expect((await ask(`/${late.clipId}/fetch`)).body).toMatchObject({ outcome: "fetching" });
      clock.push(31_000);
      expect((await ask(`/${late.clipId}/fetch`)).body).toEqual({ outcome: "ready" });
    } finally {
      await other.close();
    }
  });

  it("happens by itself for what the building wants here, also once the controller is back", async () => {
    const { building, gloria, kept, clips, clipsOf, controller } = await newScene();
    const administrator = await server.connectAs(gloria);
    await db
      .updateTable("buildings")
      .set({ clips_fetched: ["ring"] })
      .where("id", "=", building.id)
      .execute();
    const other = await kept();
    const wanted = await kept({ cause: "ring" });
    await expect.poll(() => clipsOf(wanted)).toMatchObject([{ state: "fetched" }]);
    expect(await clipsOf(other)).toMatchObject([{ state: "at-controller" }]);
    expect(await administrator.hear("event_clip")).toEqual({ buildingId: building.id });

    clips.instead = () => ({ outcome: "not-yet" });
    const later = await kept({ cause: "ring" });
    clips.instead = () => undefined;
    clips.serve(await signInController(server.url, controller.id, controller.key));
    await expect.poll(() => clipsOf(later)).toMatchObject([{ state: "fetched" }]);
  });
});

describe("who sees a clip", () => {
  it("is who sees its event: the lobby today's, the administration any, nobody else", async () => {
    const { building, kept, ask } = await newScene();
    const space = (role: "PORTERIA" | "EMPLEADO_ADMINISTRATIVO" | "ADMINISTRADOR", buildingId: string) =>
      server.newPerson({ spaces: [{ role, buildingId }] });
    const pedro = await space("PORTERIA", building.id);
    const carlos = await space("EMPLEADO_ADMINISTRATIVO", building.id);
    const foreign = await space("ADMINISTRADOR", (await server.newBuilding()).id);
    const laura = await server.newPerson({ userType: "ADMIN" });
    const today = await kept();
    const before = await kept({ at: new Date(clock.now().getTime() - 2 * DAY_MS) });
    const list = (fact: { causeId: string }) => `?cause=intrusion&causeId=${fact.causeId}`;
    for (const [actor, status] of [
      [null, 401],
      [carlos, 403],
      [foreign, 404],
      [pedro, 200],
      [laura, 200],
    ] as const) {
      expect((await ask(list(today), { method: "GET", actor })).status).toBe(status);
      expect((await ask(`/${today.clipId}/fetch`, { actor })).status).toBe(status);
      expect((await ask(`/${today.clipId}/video`, { actor })).status).toBe(status);
    }
    expect((await ask(list(before), { method: "GET", actor: pedro })).body).toEqual({ clips: [] });
    expect((await ask(`/${before.clipId}/fetch`, { actor: pedro })).body.code).toBe("NOT_FOUND");
    expect((await ask(`/${before.clipId}/fetch`)).body).toEqual({ outcome: "ready" });
    expect((await ask(`/${before.clipId}/video`, { actor: pedro })).body.code).toBe("NOT_FOUND");
    expect((await ask(`/${today.clipId}/evidence`, { actor: pedro })).status).toBe(403);
  });

  it("asks the administration for its second factor beyond what the lobby sees", async () => {
    const { gloria, kept, ask } = await newScene();
    const unproven = await server.newSession(gloria.id, { hasSecondFactor: false });
    const today = await kept();
    const before = await kept({ at: new Date(clock.now().getTime() - 2 * DAY_MS) });
    expect((await ask(`/${today.clipId}/fetch`, { actor: unproven })).body).toEqual({ outcome: "ready" });
    expect((await ask(`/${today.clipId}/video`, { actor: unproven })).status).toBe(200);
    for (const act of ["fetch", "video"]) {
      expect((await ask(`/${before.clipId}/${act}`, { actor: unproven })).body.code).toBe(
        "SECOND_FACTOR_ASKED",
      );
    }
    expect((await ask(`/${before.clipId}/fetch`)).body).toEqual({ outcome: "ready" });
  });
});

describe("a clip as evidence", () => {
  it("is the video untouched with who took it, and its digest stands in the audit", async () => {
    const { building, gloria, kept, ask } = await newScene();
    const bytes = randomBytes(CLIP_PART_BYTES + 11);
    const fact = await kept({ bytes });
    expect((await ask(`/${fact.clipId}/evidence`)).body.code).toBe("NOT_FOUND");
    await ask(`/${fact.clipId}/fetch`);
    const reply = await server.app.http.inject({
      method: "POST",
      url: `/api/buildings/${building.id}/clips/${fact.clipId}/evidence`,
      headers: gloria.headers,
      payload: {},
    });
    expect(reply.headers["content-disposition"]).toMatch(/^attachment; filename="evidencia-.*\.zip"$/);
    const archive = reply.rawPayload;
    // It lies there as it is: nothing of it was packed.
    expect(archive.includes(bytes)).toBe(true);
    for (const name of [`clip-${fact.clipId}.mp4`, "acta.json", "LEEME.txt"]) {
      expect(archive.includes(name)).toBe(true);
    }
    expect(await linesOf(building.id, "clips.evidence-taken")).toEqual([
      {
        actor_id: gloria.id,
        subject_id: fact.clipId,
        detail: {
          cause: "intrusion",
          causeId: fact.causeId,
          cameraId: fact.cameraId,
          video: fact.sha256,
          archive: createHash("sha256").update(archive).digest("hex"),
        },
      },
    ]);
  });

  it("is none when what is here is not what it was", async () => {
    const { building, kept, ask } = await newScene();
    const fact = await kept();
    await ask(`/${fact.clipId}/fetch`);
    const [piece] = await piecesOf(fact.clipId);
    await services.files.put(piece?.file_id ?? "", randomBytes(1000));
    expect((await ask(`/${fact.clipId}/evidence`)).status).toBe(500);
    expect(await linesOf(building.id, "clips.evidence-taken")).toEqual([]);
  });
});

describe("keeping clips", () => {
  it("lasts as long as the building says, with what is here of them", async () => {
    const { building, kept, ask, clipsOf } = await newScene();
    const before = await storedIds(services.files);
    const [old, young] = [await kept({ at: new Date(clock.now().getTime() - 3 * DAY_MS) }), await kept()];
    await ask(`/${old.clipId}/fetch`);
    await db.updateTable("buildings").set({ clips_kept_days: 2 }).where("id", "=", building.id).execute();
    await tidyClips(services);
    expect(await clipsOf(old)).toEqual([]);
    expect(await clipsOf(young)).toHaveLength(1);
    expect(await storedIds(services.files)).toEqual(before);
  });

  it("is told to the controller, and that there is none of it", async () => {
    const { building, controller, gloria } = await newScene();
    const change = (payload: object) =>
      server.app.http.inject({
        method: "PUT",
        url: `/api/bb/buildings/${building.id}`,
        headers: gloria.headers,
        payload,
      });
    type Told = { clips: { keptForDays: number } | null };
    await change({ clipsKeptDays: 5 });
    await controller.socket.hear<Told>("configuration", ({ clips }) => clips?.keptForDays === 5);
    await change({ keepsClips: false });
    await controller.socket.hear<Told>("configuration", ({ clips }) => clips === null);
  });
});
