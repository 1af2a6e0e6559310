import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds } from "../../../testing/broken-parts.ts";
import type { TestPerson } from "../../../testing/factories.ts";
import { asking } from "../../../testing/test-admin.ts";
import { newHome, newVisitor, postCall, type TestHome } from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { newGuest, newPass } from "../../../testing/test-guests.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { newVisitor as newBeforeSign, newSign } from "../../../testing/test-signs.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { keepPicture } from "../../platform/pictures.queries.ts";
import { RingPictures, tidyRingPictures } from "./ring-pictures.ts";

/* Who stood at the entrance when a home was rung, as its people see it later. */

const DAY_MS = 24 * 3_600_000;
const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services, ringPictures } = server.app;

const jpegOf = (background: string): Promise<Buffer> =>
  sharp({ create: { width: 64, height: 48, channels: 3, background } })
    .jpeg()
    .toBuffer();
const [red, blue] = await Promise.all([jpegOf("#d00"), jpegOf("#00d")]);

/** A home whose building has a camera at its entrance, and the controller at which that hangs. */
async function newScene() {
  const home = await newHome(server);
  const door = await server.newDoor(home.building, { localId: "1" });
  const controller = await newController(server, home.building.id);
  const visitor = await newVisitor(server, home.building.id, "Víctor Visitante");
  let asked = 0;
  /** From here on the camera shows this to whoever asks. */
  const shows = (jpeg: Uint8Array) => {
    controller.socket.raw.removeAllListeners("camera:watch");
    controller.socket.raw.on("camera:watch", () => {
      asked += 1;
      controller.socket.raw.emit("frame", door.cameraId, jpeg);
    });
  };
  return { ...home, door, controller, visitor, shows, asked: () => asked };
}

/** Somebody rings Rosa, and what is kept of it is kept. */
async function ring(home: TestHome, caller: TestPerson): Promise<void> {
  const reply = await postCall(server, caller, home.rosa.spaceIds[0] ?? "", { rings: true });
  expect(reply.statusCode).toBe(200);
  await ringPictures.settled();
}

const historyOf = async ({ apartmentId }: TestHome, who: Pick<TestPerson, "headers">): Promise<PastCall[]> =>
  (await asking(server, who)("GET", `/api/apartments/${apartmentId}/calls`)).body.calls;

const seenBy = async (home: TestHome, who: Pick<TestPerson, "headers"> = home.rosa) =>
  (await historyOf(home, who)).map(({ atEntrance }) => atEntrance);

async function colourAt(address: string | null | undefined): Promise<"red" | "blue"> {
  const reply = await server.app.http.inject({ method: "GET", url: address ?? "" });
  expect([reply.statusCode, reply.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  const { channels } = await sharp(reply.rawPayload).stats();
  return (channels[0]?.mean ?? 0) > (channels[2]?.mean ?? 0) ? "red" : "blue";
}

const AN_ADDRESS = expect.stringMatching(/^\/api\/files\/.*token=/);

describe("who stood at the entrance", () => {
  it("is seen by the people of the home that was rung, which is written down, and by nobody else", async () => {
    const scene = await newScene();
    scene.shows(red);
    await ring(scene, scene.visitor);
    const [neighbour, administrator] = await Promise.all([
      server.newPerson({
        spaces: [
          {
            role: "RESIDENTE",
            buildingId: scene.building.id,
            apartmentId: scene.building.apartments[1]?.id ?? "",
          },
        ],
      }),
      server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: scene.building.id }] }),
    ]);
    for (const who of [scene.rosa, scene.andres]) {
      expect(await seenBy(scene, who)).toEqual([AN_ADDRESS]);
    }
    const [address] = await seenBy(scene);
    expect(await colourAt(address)).toBe("red");
    const last = `/api/apartments/${scene.apartmentId}/last-visitor`;
    expect((await asking(server, scene.rosa)("GET", last)).body.call.atEntrance).toEqual(AN_ADDRESS);
    for (const who of [neighbour, administrator, scene.lobby, scene.visitor]) {
      for (const path of [last, `/api/apartments/${scene.apartmentId}/calls`]) {
        expect((await asking(server, who)("GET", path)).body.code).toMatch(/^(NOT_FOUND|NOT_ALLOWED)$/);
      }
    }
    const bare = await server.app.http.inject({ method: "GET", url: address?.split("?")[0] ?? "" });
    expect(bare.statusCode).toBe(404);
    const looks = await db
      .selectFrom("audit_lines")
      .select(["actor_id", "detail"])
      .where("action", "=", "calls.history-shown")
      .where("subject_id", "=", scene.apartmentId)
      .where("actor_id", "=", scene.andres.id)
      .execute();
    expect(looks).toEqual([{ actor_id: scene.andres.id, detail: { faces: 0, entrances: 1 } }]);
    // The camera is asked for one picture and let go of.
    await scene.controller.socket.hear("camera:unwatch");
  });

  it("is not told beside the visitor's own picture", async () => {
    const scene = await newScene();
    scene.shows(red);
    await ring(scene, scene.visitor);
    const photo = await services.db
      .transaction()
      .execute((trx) => keepPicture(services, trx, "profile", blue));
    await db.updateTable("users").set({ photo_file_id: photo }).where("id", "=", scene.visitor.id).execute();
    expect(await historyOf(scene, scene.rosa)).toMatchObject([{ image: AN_ADDRESS, atEntrance: null }]);
  });

  it("is what the camera showed within the last seconds, else its next picture", async () => {
    const scene = await newScene();
    const viewer = await server.connectAs(scene.rosa);
    const camera = { buildingId: scene.building.id, camId: scene.door.cameraId };
    await viewer.ask("subscribe:cam_stream", camera);
    await scene.controller.socket.hear("camera:watch");
    scene.controller.socket.raw.emit("frame", scene.door.cameraId, red);
    await viewer.hear(`cam_streaming_${scene.door.cameraId}`);
    await viewer.ask("leave:cam_stream", camera);
    scene.shows(blue);
    await ring(scene, scene.visitor);
    expect(scene.asked()).toBe(0);
    clock.push(60_000);
    await ring(scene, scene.lobby);
    expect(scene.asked()).toBe(1);
    const [later, first] = await seenBy(scene);
    expect([await colourAt(first), await colourAt(later)]).toEqual(["red", "blue"]);
  });

  it("is kept whoever rings the home: the lobby, its device, the sign, a guest, and once for a ringing", async () => {
    const scene = await newScene();
    scene.shows(red);
    const path = `/api/apartments/${scene.apartmentId}/calls`;
    const kiosk = await server.newKiosk(scene.building.id);
    const sign = await newBeforeSign(server, (await newSign(server, scene.building.id)).secret);
    const guest = await newGuest(server, (await newPass(server, scene)).secret);
    const rings = [
      () => asking(server, scene.lobby)("POST", path, {}),
      () => asking(server, kiosk)("POST", path, {}),
      () => sign.ring(scene.apartmentId),
      () => guest.ring(),
    ];
    for (const one of rings) {
      expect((await one()).status).toBe(200);
      await ringPictures.settled();
      clock.push(60_000);
    }
    expect(await seenBy(scene)).toEqual(rings.map(() => AN_ADDRESS));
    await ring(scene, scene.visitor);
    const atVisitor = await server.connectAs(scene.visitor);
    const [call] = await historyOf(scene, scene.rosa);
    const { id } = await db
      .selectFrom("calls")
      .select("id")
      .where("ringing_id", "=", call?.id ?? "")
      .executeTakeFirstOrThrow();
    const before = scene.asked();
    clock.push(10_000);
    expect(await atVisitor.ask("request", { callId: id })).toMatchObject({ ok: true });
    await ringPictures.settled();
    expect(scene.asked()).toBe(before);
  });

  it("is kept of no call to the lobby, and of nobody whom the home does not hear", async () => {
    const scene = await newScene();
    scene.shows(red);
    const rungAtLobby = await postCall(server, scene.rosa, scene.lobby.spaceIds[0] ?? "", { rings: true });
    expect(rungAtLobby.statusCode).toBe(200);
    await ringPictures.settled();
    const blocked = `/api/apartments/${scene.apartmentId}/blocked-callers/${scene.visitor.id}`;
    await ring(scene, scene.visitor);
    expect((await asking(server, scene.rosa)("PUT", blocked, {})).status).toBe(200);
    clock.push(60_000);
    await ring(scene, scene.visitor);
    expect(scene.asked()).toBe(1);
    expect(await seenBy(scene)).toEqual([AN_ADDRESS, null]);
  });

  it("is kept of nobody in a building that keeps nothing of its cameras", async () => {
    const scene = await newScene();
    scene.shows(red);
    await db
      .updateTable("buildings")
      .set({ keeps_clips: false })
      .where("id", "=", scene.building.id)
      .execute();
    await ring(scene, scene.visitor);
    expect([await seenBy(scene), scene.asked()]).toEqual([[null], 0]);
  });
});

describe("a ring", () => {
  it("waits for no camera: whoever is rung hears it before that has shown anything", async () => {
    const scene = await newScene();
    const atRosa = await server.connectAs(scene.rosa);
    const reply = await postCall(server, scene.visitor, scene.rosa.spaceIds[0] ?? "", { rings: true });
    expect(reply.json()).toMatchObject({ devices: 1 });
    await atRosa.hear("request");
    await scene.controller.socket.hear("camera:watch");
    expect(await seenBy(scene)).toEqual([null]);
    scene.controller.socket.raw.emit("frame", scene.door.cameraId, blue);
    await ringPictures.settled();
    expect(await seenBy(scene)).toEqual([AN_ADDRESS]);
  });

  it("rings all the same while the controller is away, without a camera, and with one that shows no picture", async () => {
    const [away, bare, broken] = await Promise.all([newScene(), newHome(server), newScene()]);
    away.controller.socket.disconnect();
    await expect.poll(() => server.app.hub.lines.isThere(away.controller.id)).toBe(false);
    broken.shows(Buffer.from("\xff\xd8 no picture \xff\xd9", "latin1"));
    await ring(away, away.visitor);
    await ring(bare, bare.lobby);
    await ring(broken, broken.visitor);
    expect(broken.asked()).toBe(1);
    for (const home of [away, bare, broken]) {
      expect(await seenBy(home)).toEqual([null]);
    }
    expect(await db.selectFrom("files").select("id").where("kind", "=", "ring").execute()).not.toEqual([]);
    const rows = await db
      .selectFrom("ring_pictures")
      .innerJoin("calls", "calls.id", "ring_pictures.call_id")
      .select("calls.id")
      .where("calls.building_id", "in", [away.building.id, bare.building.id, broken.building.id])
      .execute();
    expect(rows).toEqual([]);
  });

  it("holds up no stop, and nothing of it is written after one", async () => {
    const scene = await newScene();
    await postCall(server, scene.visitor, scene.rosa.spaceIds[0] ?? "");
    const { id: callId, ringing_id: ringingId } = await db
      .selectFrom("calls")
      .select(["id", "ringing_id"])
      .where("building_id", "=", scene.building.id)
      .executeTakeFirstOrThrow();
    let show = (_seen: { jpeg: Uint8Array; at: Date }): void => undefined;
    let isAsked = false;
    const own = new RingPictures(services, () => {
      isAsked = true;
      return new Promise((resolve) => {
        show = resolve;
      });
    });
    own.start();
    own.keep({ buildingId: scene.building.id, ringingId, callId });
    await expect.poll(() => isAsked).toBe(true);
    await own.stop();
    show({ jpeg: red, at: clock.now() });
    await own.settled();
    expect(await seenBy(scene)).toEqual([null]);
  });
});

describe("what was kept", () => {
  const hasFile = async (id: string) => (await storedIds(services.files)).includes(id);
  const fileIn = (address: string | null | undefined) => /files\/([^?]+)/.exec(address ?? "")?.[1] ?? "";

  it("goes after the days of its building, from the store too, but not while the law holds who rang", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const [scene, held] = await Promise.all([newScene(), newScene()]);
    for (const { building } of [scene, held]) {
      const days = { intrusionRetentionDays: 20 };
      expect((await asking(server, laura)("PUT", `/api/bb/buildings/${building.id}`, days)).status).toBe(200);
    }
    for (const one of [scene, held]) {
      one.shows(red);
      await ring(one, one.visitor);
    }
    const hold = { isHeld: true, reason: "Fiscalía" };
    const placed = await asking(server, laura)("PUT", `/api/bb/users/${held.visitor.id}/legal-hold`, hold);
    expect(placed.status).toBe(200);
    const ids = await Promise.all([scene, held].map(async (one) => fileIn((await seenBy(one))[0])));
    const left = () => Promise.all(ids.map(hasFile));
    const tidy = new Housekeeping(services, [tidyRingPictures]);
    clock.push(19 * DAY_MS);
    await tidy.tidy();
    expect(await left()).toEqual([true, true]);
    clock.push(DAY_MS + 60_000);
    await tidy.tidy();
    expect(await left()).toEqual([false, true]);
    const rosa = await server.newSession(scene.rosa.id);
    expect(await seenBy(scene, rosa)).toEqual([null]);
  });

  it("goes with the visitor who is erased, and not with whom they rang", async () => {
    const laura = await server.newPerson({ userType: "ADMIN" });
    const scene = await newScene();
    scene.shows(red);
    await ring(scene, scene.visitor);
    const id = fileIn((await seenBy(scene))[0]);
    const erase = ({ id: userId, cedula }: TestPerson) =>
      asking(server, laura)("POST", `/api/bb/users/${userId}/erasure`, { typed: cedula });
    expect((await erase(scene.rosa)).status).toBe(200);
    expect([await seenBy(scene, scene.andres), await hasFile(id)]).toEqual([[AN_ADDRESS], true]);
    expect((await erase(scene.visitor)).status).toBe(200);
    expect([await seenBy(scene, scene.andres), await hasFile(id)]).toEqual([[null], false]);
  });
});
