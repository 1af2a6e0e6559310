import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import type { TestPerson } from "../../../testing/factories.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { StayClock } from "./stay-clock.ts";

const server = await startTestServer();
afterAll(() => server.close());

type Somebody = Pick<TestPerson, "headers">;
const stranger: Somebody = { headers: { authorization: "" } };

async function ask(
  actor: Somebody,
  method: "GET" | "PUT" | "DELETE",
  url: string,
  payload?: Record<string, unknown>,
) {
  const reply = await server.app.http.inject({
    method,
    url,
    headers: actor.headers,
    ...(payload ? { payload } : {}),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** An apartment with a leader, an owner, a resident and a cleaner, and those who are elsewhere. */
async function setUp() {
  const building = await server.newBuilding();
  const [home, next] = building.apartments;
  const apartmentId = home?.id ?? "";
  const at = { buildingId: building.id, apartmentId };
  const [leader, owner, resident, cleaner, neighbour, administrator, outsider] = await Promise.all([
    server.newPerson({ spaces: [{ role: "RESIDENTE_LIDER", ...at }], name: "Lina" }),
    server.newPerson({ spaces: [{ role: "PROPIETARIO", ...at }], name: "Olga" }),
    server.newPerson({ spaces: [{ role: "RESIDENTE", ...at }], name: "Rita" }),
    server.newPerson({ spaces: [{ role: "SERVICIOS", ...at }], name: "Saúl" }),
    server.newPerson({
      spaces: [{ role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: next?.id ?? "" }],
    }),
    server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] }),
    server.newPerson({
      spaces: [{ role: "ADMINISTRADOR", buildingId: (await server.newBuilding()).id }],
    }),
  ]);
  const url = `/api/apartments/${apartmentId}/members`;
  const of = (who: TestPerson) => `${url}/${who.id}`;
  return {
    building,
    apartmentId,
    url,
    of,
    leader,
    owner,
    resident,
    cleaner,
    neighbour,
    administrator,
    outsider,
  };
}

interface Listed {
  user: { id: string; name: string };
  roles: string[];
  endsAt: string | null;
  may: { change: boolean; remove: boolean };
}
const listed = (body: { members: Listed[] }) =>
  body.members.map(({ user, may }) => [user.name, may.change, may.remove]);

const inAWeek = () => new Date(server.clock.now().getTime() + 7 * 24 * 3_600_000).toISOString();
const permanent = { role: "RESIDENTE" };

describe("the people of an apartment", () => {
  it("are for its leader and the administration", async () => {
    const { url, leader, administrator, ...who } = await setUp();
    expect((await ask(stranger, "GET", url)).status).toBe(401);
    expect((await ask(who.outsider, "GET", url)).status).toBe(404);
    for (const actor of [who.resident, who.owner, who.cleaner, who.neighbour]) {
      expect((await ask(actor, "GET", url)).status).toBe(403);
    }
    expect(listed((await ask(leader, "GET", url)).body)).toEqual([
      ["Lina", false, false],
      ["Olga", false, false],
      ["Rita", true, true],
      ["Saúl", false, true],
    ]);
    expect(listed((await ask(administrator, "GET", url)).body)).toEqual([
      ["Lina", false, true],
      ["Olga", false, true],
      ["Rita", true, true],
      ["Saúl", false, true],
    ]);
  });

  it("are one each, whatever all they are, without who waits or has left", async () => {
    const { building, apartmentId, url, leader, owner } = await setUp();
    const space = (userId: string, role: "RESIDENTE" | "RESIDENTE_TEMPORAL", more: object) => ({
      id: randomUUID(),
      user_id: userId,
      role,
      building_id: building.id,
      apartment_id: apartmentId,
      ...more,
    });
    const [waiting, left] = [await server.newPerson(), await server.newPerson()];
    await server.db
      .insertInto("spaces")
      .values([
        space(owner.id, "RESIDENTE", { status: "APPROVED" as const }),
        space(waiting.id, "RESIDENTE", { status: "PENDING" as const }),
        space(left.id, "RESIDENTE_TEMPORAL", {
          status: "APPROVED" as const,
          ends_at: new Date(server.clock.now().getTime() - 1),
        }),
      ])
      .execute();
    const { members } = (await ask(leader, "GET", url)).body as { members: Listed[] };
    expect(members).toHaveLength(4);
    expect(members.find(({ user }) => user.id === owner.id)?.roles).toEqual(["PROPIETARIO", "RESIDENTE"]);
  });

  it("stay for good who were temporary residents before they were let in for good", async () => {
    const { url, leader, resident, building, apartmentId } = await setUp();
    const both = { user_id: resident.id, building_id: building.id, apartment_id: apartmentId };
    const endOf = async () =>
      (await ask(leader, "GET", url)).body.members.find(({ user }: Listed) => user.id === resident.id).endsAt;
    const until = inAWeek();
    await server.db
      .updateTable("spaces")
      .set({ role: "RESIDENTE_TEMPORAL", ends_at: new Date(until) })
      .where("user_id", "=", resident.id)
      .execute();
    expect(await endOf()).toBe(until);
    const at = server.clock.now();
    await server.db
      .insertInto("spaces")
      .values({ ...both, id: randomUUID(), role: "RESIDENTE", status: "APPROVED", created_at: at })
      .execute();
    expect(await endOf()).toBe(null);
  });

  it("have faces at addresses that run out, and it is written down that they were shown", async () => {
    const { apartmentId, url, leader, resident } = await setUp();
    const fileId = server.app.services.newId();
    await server.app.services.files.put(fileId, Buffer.from("a face"));
    await server.db
      .insertInto("files")
      .values({ id: fileId, kind: "profile", media_type: "image/jpeg", bytes: 6 })
      .execute();
    await server.db
      .updateTable("users")
      .set({ photo_file_id: fileId })
      .where("id", "=", resident.id)
      .execute();
    const { members } = (await ask(leader, "GET", url)).body;
    const { photo } = members.find(({ user }: Listed) => user.id === resident.id).user;
    expect((await server.app.http.inject(photo)).body).toBe("a face");
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "detail"])
      .where("action", "=", "members.shown")
      .where("subject_id", "=", apartmentId)
      .execute();
    expect(lines).toEqual([{ actor_id: leader.id, detail: { faces: 1 } }]);
  });
});

describe("removing somebody", () => {
  it("is for the leader of the apartment and the administration, and each for whom they may", async () => {
    const {
      building,
      apartmentId,
      of,
      leader,
      owner,
      resident,
      cleaner,
      administrator,
      neighbour,
      outsider,
    } = await setUp();
    expect((await ask(stranger, "DELETE", of(resident))).status).toBe(401);
    expect((await ask(outsider, "DELETE", of(resident))).status).toBe(404);
    expect((await ask(neighbour, "DELETE", of(resident))).status).toBe(403);
    expect((await ask(resident, "DELETE", of(resident))).status).toBe(403);
    expect((await ask(leader, "DELETE", of(leader))).body.code).toBe("MEMBER_IS_YOU");
    expect((await ask(leader, "DELETE", of(owner))).body.code).toBe("MEMBER_IS_OF_ADMINISTRATION");
    expect((await ask(leader, "DELETE", of(neighbour))).body.code).toBe("MEMBER_NOT_FOUND");
    const employee = await server.newPerson({
      spaces: [{ role: "EMPLEADO_ADMINISTRATIVO", buildingId: building.id, apartmentId }],
    });
    expect((await ask(leader, "DELETE", of(employee))).body.code).toBe("MEMBER_IS_OF_ADMINISTRATION");
    const unproven = await server.newSession(administrator.id, { hasSecondFactor: false });
    for (const [method, payload] of [["DELETE"], ["PUT", permanent]] as const) {
      expect((await ask(unproven, method, of(resident), payload)).body.code).toBe("SECOND_FACTOR_ASKED");
    }
    for (const who of [owner, employee]) {
      expect((await ask(administrator, "DELETE", of(who))).status).toBe(200);
    }
    expect((await ask(leader, "DELETE", of(cleaner))).status).toBe(200);
  });

  it("takes everything from them at once, on every device, and twice is refused", async () => {
    const { building, of, leader, resident, administrator } = await setUp();
    const door = await server.newDoor(building);
    const camera = { buildingId: building.id, camId: door.cameraId };
    const [phone, tablet, desk] = await Promise.all([
      server.connectAs(resident),
      server.connectAs(resident),
      server.connectAs(administrator),
    ]);
    const watcher = await server.connectAs(leader);
    for (const device of [phone, tablet, watcher]) {
      await device.ask("subscribe:cam_stream", camera);
    }
    expect((await ask(leader, "DELETE", `${of(resident)}/`)).body).toEqual({ ok: true });
    await Promise.all([phone.hear("spaces:changed"), tablet.hear("spaces:changed")]);
    expect(await desk.hear("members:changed")).toMatchObject({ buildingId: building.id });

    const frames = `cam_streaming_${camera.camId}`;
    server.app.services.live.frame(camera.camId, Buffer.from("a frame"));
    await watcher.hear(frames);
    for (const device of [phone, tablet]) {
      expect(await device.ask("subscribe:cam_stream", camera)).toMatchObject({ code: "NOT_FOUND" });
      expect(await device.ask("door_action", { ...camera, door: "1", action: 200 })).toMatchObject({
        ok: false,
      });
      expect(device.heardSoFar(frames)).toEqual([]);
    }
    expect((await ask(resident, "GET", "/api/user/auth/currentUser")).body.spaces).toEqual([]);
    expect((await ask(leader, "DELETE", of(resident))).body.code).toBe("MEMBER_NOT_FOUND");
    const lines = await server.db
      .selectFrom("audit_lines")
      .select("actor_id")
      .where("action", "=", "members.removed")
      .where("subject_id", "=", resident.id)
      .execute();
    expect(lines).toEqual([{ actor_id: leader.id }]);
  });

  it("leaves what they may see by another space of theirs", async () => {
    const { building, of, leader, resident } = await setUp();
    const elsewhere = building.apartments[2]?.id ?? "";
    await server.db
      .insertInto("spaces")
      .values({
        id: randomUUID(),
        user_id: resident.id,
        role: "PROPIETARIO",
        building_id: building.id,
        apartment_id: elsewhere,
        status: "APPROVED",
      })
      .execute();
    const door = await server.newDoor(building);
    const camera = { buildingId: building.id, camId: door.cameraId };
    const phone = await server.connectAs(resident);
    await phone.ask("subscribe:cam_stream", camera);
    await ask(leader, "DELETE", of(resident));
    await phone.hear("spaces:changed");
    server.app.services.live.frame(camera.camId, Buffer.from("a frame"));
    await phone.hear(`cam_streaming_${camera.camId}`);
  });

  it("by two at the same moment happens once", async () => {
    const { of, leader, resident, administrator } = await setUp();
    const answers = await Promise.all([
      ask(leader, "DELETE", of(resident)),
      ask(administrator, "DELETE", of(resident)),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it("of the last one who leads or owns it makes an apartment inactive", async () => {
    const { apartmentId, of, leader, owner, administrator } = await setUp();
    const isActive = async () =>
      (
        await server.db
          .selectFrom("apartments")
          .select("active")
          .where("id", "=", apartmentId)
          .executeTakeFirst()
      )?.active;
    await ask(administrator, "DELETE", of(owner));
    expect(await isActive()).toBe(true);
    await ask(administrator, "DELETE", of(leader));
    expect(await isActive()).toBe(false);
  });
});

describe("changing somebody", () => {
  it("makes a resident temporary and back, for who may", async () => {
    const { of, leader, owner, cleaner, resident, neighbour, outsider } = await setUp();
    const until = inAWeek();
    const temporary = { role: "RESIDENTE_TEMPORAL", endsAt: until };
    expect((await ask(stranger, "PUT", of(resident), temporary)).status).toBe(401);
    expect((await ask(outsider, "PUT", of(resident), temporary)).status).toBe(404);
    expect((await ask(neighbour, "PUT", of(resident), temporary)).status).toBe(403);
    expect((await ask(leader, "PUT", of(leader), permanent)).body.code).toBe("MEMBER_IS_YOU");
    expect((await ask(leader, "PUT", of(owner), permanent)).body.code).toBe("MEMBER_IS_OF_ADMINISTRATION");
    expect((await ask(leader, "PUT", of(cleaner), permanent)).body.code).toBe("MEMBER_HAS_NO_STAY");
    expect((await ask(leader, "PUT", of(resident), { role: "RESIDENTE_LIDER" })).status).toBe(400);
    expect((await ask(leader, "PUT", of(resident), { role: "RESIDENTE_TEMPORAL" })).status).toBe(422);
    const past = { ...temporary, endsAt: new Date(server.clock.now().getTime() - 1).toISOString() };
    expect((await ask(leader, "PUT", of(resident), past)).body.code).toBe("STAY_IN_THE_PAST");

    const device = await server.connectAs(resident);
    expect((await ask(leader, "PUT", of(resident), temporary)).body.member).toMatchObject({
      roles: ["RESIDENTE_TEMPORAL"],
      endsAt: until,
    });
    await device.hear("spaces:changed");
    expect((await ask(leader, "PUT", of(resident), permanent)).body.member).toMatchObject({
      roles: ["RESIDENTE"],
      endsAt: null,
    });
  });

  it("says that they wait for just that role there, and leaves both as they are", async () => {
    const { building, apartmentId, of, leader, resident } = await setUp();
    const asked = {
      id: randomUUID(),
      user_id: resident.id,
      role: "RESIDENTE_TEMPORAL" as const,
      building_id: building.id,
      apartment_id: apartmentId,
      ends_at: new Date(inAWeek()),
    };
    await server.db.insertInto("spaces").values(asked).execute();
    const temporary = { role: "RESIDENTE_TEMPORAL", endsAt: inAWeek() };
    expect(await ask(leader, "PUT", of(resident), temporary)).toMatchObject({
      status: 409,
      body: { code: "MEMBER_ALREADY" },
    });
    const spaces = await server.db
      .selectFrom("spaces")
      .select(["role", "status"])
      .where("user_id", "=", resident.id)
      .orderBy("role")
      .execute();
    expect(spaces).toEqual([
      { role: "RESIDENTE", status: "APPROVED" },
      { role: "RESIDENTE_TEMPORAL", status: "PENDING" },
    ]);
  });
});

describe("the end of a stay", () => {
  const standing = ({ id }: TestPerson) =>
    server.db
      .selectFrom("spaces")
      .select(["status", "ended_at"])
      .where("user_id", "=", id)
      .executeTakeFirstOrThrow();

  it("comes by itself at its time, on the screen and at the camera", async () => {
    const { building, of, url, leader, resident } = await setUp();
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    await ask(leader, "PUT", of(resident), { role: "RESIDENTE_TEMPORAL", endsAt });
    // The server's own has just looked; this one looks shortly before the end, and then at the end.
    server.clock.hold();
    server.clock.push(new Date(endsAt).getTime() - server.clock.now().getTime() - 100);
    const stays = new StayClock(server.app.services);
    onTestFinished(async () => {
      await stays.stop();
      server.clock.release();
    });
    stays.start();
    const door = await server.newDoor(building);
    const camera = { buildingId: building.id, camId: door.cameraId };
    const [device, watcher] = await Promise.all([server.connectAs(resident), server.connectAs(leader)]);
    await device.ask("subscribe:cam_stream", camera);
    await watcher.ask("subscribe:cam_stream", camera);

    server.clock.push(101);
    expect(await device.ask("door_action", { ...camera, door: "1", action: 200 })).toMatchObject({
      code: "NOT_FOUND",
    });
    await device.hear("spaces:changed");
    await watcher.hear("members:changed");
    server.app.services.live.frame(camera.camId, Buffer.from("a frame"));
    await watcher.hear(`cam_streaming_${camera.camId}`);
    await device.ask("leave:cam_stream", camera);
    expect(device.heardSoFar(`cam_streaming_${camera.camId}`)).toEqual([]);
    const { members } = (await ask(leader, "GET", url)).body as { members: Listed[] };
    expect(members.map(({ user }) => user.id)).not.toContain(resident.id);
    expect(await standing(resident)).toEqual({ status: "ENDED", ended_at: new Date(endsAt) });
  });

  it("of who led a home leaves it without anybody who answers for it", async () => {
    const { apartmentId, leader, owner } = await setUp();
    const isActive = async () =>
      (
        await server.db
          .selectFrom("apartments")
          .select("active")
          .where("id", "=", apartmentId)
          .executeTakeFirstOrThrow()
      ).active;
    await server.db.updateTable("apartments").set({ active: true }).where("id", "=", apartmentId).execute();
    await server.db
      .updateTable("spaces")
      .set({ ends_at: server.clock.now() })
      .where("user_id", "in", [leader.id, owner.id])
      .execute();
    // The server's own may hold them at this moment: what it ends is there a little later.
    await new StayClock(server.app.services).endDue();
    await expect.poll(() => standing(leader)).toMatchObject({ status: "ENDED" });
    expect(await isActive()).toBe(false);
  });

  it("is written down by the next process that starts", async () => {
    const { of, leader, resident } = await setUp();
    const endsAt = new Date(server.clock.now().getTime() + 3_600_000).toISOString();
    await ask(leader, "PUT", of(resident), { role: "RESIDENTE_TEMPORAL", endsAt });
    server.clock.push(3_600_001);
    const another = await server.another();
    onTestFinished(another.close);
    await expect.poll(() => standing(resident)).toEqual({ status: "ENDED", ended_at: new Date(endsAt) });
  });
});
