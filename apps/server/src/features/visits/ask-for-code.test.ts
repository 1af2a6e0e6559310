import { createHash, randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { seeMessages } from "../../../testing/seen-messages.ts";
import { fileOf, picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { askCode, atNoon, givenCode, newDevice, newLobby, verify } from "../../../testing/test-visits.ts";
import { KeyedDigest } from "../../platform/keyed-digest.ts";
import { askForCode } from "./ask-for-code.ts";
import { tidyVisitCodes } from "./visit-tidying.ts";

const server = await startTestServer();
afterAll(() => server.close());
const { db } = server;
atNoon(server);

const visitsOf = (userId: string) =>
  db.selectFrom("visits").selectAll().where("user_id", "=", userId).orderBy("id").execute();
const messages = await seeMessages(server);

describe("asking for a code", () => {
  it("is refused for a cédula that nobody active has, and for a platform administrator's", async () => {
    const { building, victor } = await newLobby(server);
    const laura = await server.newPerson({ userType: "ADMIN" });
    await db.updateTable("users").set({ active: false }).where("id", "=", victor.id).execute();
    for (const cedula of ["9988776655", victor.cedula, laura.cedula]) {
      const reply = await askCode(server, cedula, building.id);
      expect([reply.status, reply.body]).toMatchObject([
        404,
        { code: "VISITOR_NOT_KNOWN", message: "Cédula no autorizada, debe registrarse primero." },
      ]);
    }
    expect(await visitsOf(victor.id)).toEqual([]);
  });

  it("is refused for a building that is not there, and without building or picture", async () => {
    const { building, victor } = await newLobby(server);
    const elsewhere = await askCode(server, victor.cedula, randomUUID());
    expect([elsewhere.status, elsewhere.body["code"]]).toEqual([404, "NOT_FOUND"]);
    const path = `/api/visitors/${victor.cedula}/visits`;
    for (const [missing, form] of [
      ["photo", { buildingId: building.id }],
      ["buildingId", { photo: await picture() }],
    ] as const) {
      const reply = await postForm(server, null, path, form);
      expect([reply.status, reply.body]).toMatchObject([
        422,
        { code: "INCOMPLETE", errors: [{ property: missing, message: "should not be null" }] },
      ]);
    }
    const more = await postForm(server, null, path, {
      photo: await picture(),
      buildingId: building.id,
      userId: victor.id,
    });
    expect(more.status).toBe(400);
  });

  it("gives six digits on the screen and by SMS, and tells nothing else of the person", async () => {
    const { building, victor } = await newLobby(server);
    const { code, visit } = await givenCode(server, { building, victor });
    expect(code).toMatch(/^\d{6}$/);
    expect(visit).toEqual({
      id: expect.any(String),
      building: { id: building.id, name: building.name, timeZone: "America/Bogota" },
      expiresAt: expect.any(String),
    });
    expect(await messages.to(victor.id)).toMatchObject([
      { channel: "sms", recipient: "+573001234567", body: expect.stringContaining(code) },
    ]);
    const lines = await db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "subject_id", "detail"])
      .where("building_id", "=", building.id)
      .execute();
    expect(lines).toEqual([
      { action: "visits.requested", actor_id: null, subject_id: visit.id, detail: { userId: victor.id } },
    ]);
  });

  it("takes the number as people write it, of who is no visitor too, and sends no SMS without a telephone", async () => {
    const { building } = await newLobby(server);
    const rosa = await server.newPerson({
      spaces: [
        { role: "RESIDENTE_LIDER", buildingId: building.id, apartmentId: building.apartments[0]?.id ?? "" },
      ],
    });
    const written = ` ${rosa.cedula.slice(0, 3)}.${rosa.cedula.slice(3)}`;
    expect((await askCode(server, written, building.id)).status).toBe(200);
    expect(await messages.to(rosa.id)).toEqual([]);
  });

  it("keeps the picture made anew, and the code only as a digest", async () => {
    const { building, victor } = await newLobby(server);
    const photo = await picture({ width: 2400, height: 1200, format: "png" });
    const reply = await askCode(server, victor.cedula, building.id, { photo });
    const [row] = await visitsOf(victor.id);
    const file = await db
      .selectFrom("files")
      .select(["kind", "media_type"])
      .where("id", "=", row?.photo_file_id ?? "")
      .executeTakeFirst();
    expect(file).toEqual({ kind: "visit", media_type: "image/jpeg" });
    const bytes = await server.app.services.files.get(row?.photo_file_id ?? "");
    expect(bytes?.subarray(0, 3).toString("hex")).toBe("ffd8ff");
    // Whoever tries all codes against what the database holds finds none: the key is not there.
    const code = String(reply.body["code"]);
    expect(JSON.stringify(row)).not.toContain(code);
    const words = JSON.stringify(["visit-code", building.id, row?.day, code]);
    expect(row?.code_digest).toHaveLength(32);
    expect(row?.code_digest).not.toEqual(createHash("sha256").update(words).digest());
    expect(row?.code_digest).not.toEqual(
      new KeyedDigest(Buffer.alloc(32)).of("visit-code", building.id, row?.day ?? "", code),
    );
    expect(row?.code_digest).toEqual(
      server.app.services.digest.of("visit-code", building.id, row?.day ?? "", code),
    );
  });

  it("refuses what is no picture, and keeps nothing of it", async () => {
    const { building, victor } = await newLobby(server);
    for (const photo of [
      fileOf("esto no es una foto"),
      fileOf('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', "image/svg+xml"),
      fileOf(new Uint8Array(await (await picture()).slice(0, 150).arrayBuffer())),
    ]) {
      const reply = await askCode(server, victor.cedula, building.id, { photo });
      expect([reply.status, reply.body]).toMatchObject([
        422,
        { code: "PICTURE_NOT_VALID", errors: [{ property: "photo" }] },
      ]);
    }
    const large = await askCode(server, victor.cedula, building.id, {
      photo: fileOf(new Uint8Array(6 * 1024 * 1024)),
    });
    expect([large.status, large.body["code"]]).toEqual([413, "TOO_LARGE"]);
    expect([await visitsOf(victor.id), await messages.to(victor.id)]).toEqual([[], []]);
  });

  it("gives each device a code of its own, and all of them hold for the day", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const own = await givenCode(server, { building, victor }, { device: newDevice() });
    // Somebody else who knows the number, with a device and without one.
    const others = [
      await givenCode(server, { building, victor }, { device: newDevice(), from: "203.0.113.7" }),
      await givenCode(server, { building, victor }),
    ];
    const codes = [own, ...others].map(({ code }) => code);
    expect(new Set(codes).size).toBe(3);
    for (const code of codes) {
      expect((await verify(server, pedro, building.id, code)).status).toBe(200);
    }
  });

  it("shows the same code again to the device that asked, until it is used", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const other = await newLobby(server);
    const device = newDevice();
    const first = await givenCode(server, { building, victor }, { device });
    const again = await givenCode(server, { building, victor }, { device });
    expect([again.code, again.visit.id]).toEqual([first.code, first.visit.id]);
    const elsewhere = await givenCode(server, { building: other.building, victor }, { device });
    expect(elsewhere.visit.id).not.toBe(first.visit.id);
    // Told once by SMS: whoever asked has it on the screen.
    expect(await messages.to(victor.id)).toHaveLength(2);
    // Neither the device's secret nor the code lies in the database.
    const rows = JSON.stringify(await visitsOf(victor.id));
    expect(rows).not.toContain(device);
    expect(rows).not.toContain(first.code);

    await verify(server, pedro, building.id, first.code, { method: "PUT" });
    const next = await givenCode(server, { building, victor }, { device });
    expect(next.visit.id).not.toBe(first.visit.id);
    expect((await verify(server, pedro, building.id, next.code)).status).toBe(200);
  });

  it("gives one device one code when it asks twice at once, and another tomorrow", async () => {
    const { building, victor } = await newLobby(server);
    const device = newDevice();
    const both = await Promise.all([1, 2, 3].map(() => givenCode(server, { building, victor }, { device })));
    expect(new Set(both.map(({ code }) => code)).size).toBe(1);
    server.clock.push(24 * 3_600_000);
    const tomorrow = await givenCode(server, { building, victor }, { device });
    expect(tomorrow.visit.id).not.toBe(both[0]?.visit.id);
    expect((await askCode(server, victor.cedula, building.id, { device: "short" })).status).toBe(400);
  });

  it("keeps neither the code nor who asked for it once its day is over", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const device = newDevice();
    const { code, visit } = await givenCode(server, { building, victor }, { device });
    const kept = async () => {
      await tidyVisitCodes(server.app.services);
      const row = (await visitsOf(victor.id)).find(({ id }) => id === visit.id);
      return [row?.closed_code, row?.device_digest];
    };
    expect((await kept()).every((value) => value !== null)).toBe(true);
    expect((await givenCode(server, { building, victor }, { device })).code).toBe(code);
    await verify(server, pedro, building.id, code, { method: "PUT" });
    server.clock.push(24 * 3_600_000);
    expect(await kept()).toEqual([null, null]);
  });

  it("shows the lobby the newest picture of that device", async () => {
    const { building, victor } = await newLobby(server);
    const device = newDevice();
    await givenCode(server, { building, victor }, { device });
    const [before] = await visitsOf(victor.id);
    await givenCode(server, { building, victor }, { device });
    const [after, ...more] = await visitsOf(victor.id);
    expect(more).toEqual([]);
    expect(after?.photo_file_id).not.toBe(before?.photo_file_id);
  });

  it("never gives two people of a building the same code", async () => {
    const { building, pedro, victor } = await newLobby(server);
    const paula = await server.newPerson({ name: "Paula Primera" });
    const codes = ["000042", "000042", "000043"];
    const ask = async (cedula: string) =>
      askForCode(
        server.app.services,
        { cedula, buildingId: building.id, photo: await picture(), address: "192.0.2.7", actor: null },
        () => codes.shift() ?? "999999",
      );
    expect((await ask(paula.cedula)).code).toBe("000042");
    expect((await ask(victor.cedula)).code).toBe("000043");
    expect((await verify(server, pedro, building.id, "000042")).body.visit.user.name).toBe("Paula Primera");
  });

  it("is limited to five for a cédula in a quarter of an hour, given or not, and the SMS with it", async () => {
    const { building, victor } = await newLobby(server);
    for (let turn = 0; turn < 4; turn += 1) {
      await givenCode(server, { building, victor });
    }
    expect((await askCode(server, victor.cedula, building.id, { photo: fileOf("nada") })).status).toBe(422);
    const sixth = await askCode(server, victor.cedula, building.id);
    expect([sixth.status, sixth.body["code"]]).toEqual([429, "TOO_OFTEN"]);
    expect(await messages.to(victor.id)).toHaveLength(4);
    // Whoever asked so often is one address: the person themselves is not kept from asking.
    const elsewhere = await askCode(server, victor.cedula, building.id, { from: "2001:db8:5:5::1" });
    expect(elsewhere.status).toBe(200);
    server.clock.push(15 * 60_000);
    expect((await askCode(server, victor.cedula, building.id)).status).toBe(200);
  });

  it("sends five SMS to a person in a quarter of an hour, wherever they are asked for", async () => {
    const { building, victor } = await newLobby(server);
    for (let turn = 0; turn < 7; turn += 1) {
      await givenCode(server, { building, victor }, { from: `2001:db8:5:${turn}::1` });
    }
    expect(await messages.to(victor.id)).toHaveLength(5);
  });

  it("is limited to sixty from an address, whoever is asked for", async () => {
    const { building } = await newLobby(server);
    server.clock.push(15 * 60_000);
    const photo = await picture();
    const replies = [];
    for (let turn = 0; turn < 62; turn += 1) {
      replies.push((await askCode(server, `55500${turn}`, building.id, { photo })).status);
    }
    expect(replies.filter((status) => status === 404)).toHaveLength(60);
    expect(replies.slice(-2)).toEqual([429, 429]);
    server.clock.push(15 * 60_000);
  });
});
