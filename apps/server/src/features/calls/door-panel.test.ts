import { randomUUID } from "node:crypto";
import { afterAll, describe, expect, it } from "vitest";
import { storedIds, withBrokenTable } from "../../../testing/broken-parts.ts";
import {
  answeredCall,
  newCall,
  newHome,
  putCall,
  type TestHome,
  waitingForALock,
} from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { fileOf, picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

type Actor = Pick<TestHome["rosa"], "headers">;
const visitorsPath = (apartmentId: string) => `/api/apartments/${apartmentId}/visitors`;

async function readVisitors(actor: Actor, apartmentId: string) {
  const reply = await server.app.http.inject({
    method: "GET",
    url: visitorsPath(apartmentId),
    headers: actor.headers,
  });
  return { status: reply.statusCode, body: reply.json() };
}

async function known(callId: string, name = "Marta Mensajera") {
  const [photo, cedulaFrontal] = await Promise.all([picture(), picture({ width: 120 })]);
  return { photo, cedulaFrontal, callId, type: "VISITANTE_CONOCIDO", name };
}

async function unknown(callId: string) {
  const { name: _, ...rest } = await known(callId);
  return { ...rest, type: "VISITANTE_DESCONOCIDO" };
}

/** Rosa in a call with the lobby. */
async function newPanel() {
  const home = await newHome(server);
  const call = await answeredCall(server, home);
  return { home, call, path: visitorsPath(home.apartmentId) };
}

describe("the door panel of a call", () => {
  it("asks a stranger to sign in", async () => {
    const { home, call, path } = await newPanel();
    expect((await readVisitors({ headers: { authorization: "" } }, home.apartmentId)).status).toBe(401);
    expect((await postForm(server, null, path, await known(call.id))).status).toBe(401);
  });

  it("does not exist for people of another building", async () => {
    const { call, path, home } = await newPanel();
    const { rosa: outsider } = await newHome(server);
    expect((await readVisitors(outsider, home.apartmentId)).status).toBe(404);
    expect((await postForm(server, outsider, path, await known(call.id))).status).toBe(404);
  });

  it("is never the lobby's, a visitor's or the platform's", async () => {
    const { home, call, path } = await newPanel();
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: home.building.id }],
    });
    const platform = await server.newPerson({ userType: "ADMIN" });
    for (const who of [home.lobby, visitor, platform]) {
      const reply = await readVisitors(who, home.apartmentId);
      expect([reply.status, reply.body.code]).toEqual([403, "NOT_ALLOWED"]);
      expect((await postForm(server, who, path, await known(call.id))).status).toBe(403);
    }
  });

  it("is the person's alone who answered, and only during the call", async () => {
    const { home, call, path } = await newPanel();
    // Who lives there too but did not answer.
    expect((await readVisitors(home.andres, home.apartmentId)).status).toBe(404);
    const other = await postForm(server, home.andres, path, await known(call.id));
    expect([other.status, other.body["code"]]).toEqual([409, "CALL_NOT_AVAILABLE"]);
    // Another apartment of the building.
    const nextDoor = home.building.apartments[1]?.id ?? "";
    expect((await readVisitors(home.rosa, nextDoor)).status).toBe(404);
    expect((await postForm(server, home.rosa, visitorsPath(nextDoor), await known(call.id))).status).toBe(
      409,
    );

    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
    expect((await readVisitors(home.rosa, home.apartmentId)).status).toBe(404);
    const late = await postForm(server, home.rosa, path, await known(call.id));
    expect([late.status, late.body["code"]]).toEqual([409, "CALL_NOT_AVAILABLE"]);
    expect(await filesOf(home)).toBe(0);
  });

  it("takes no visitor when the call ended while their pictures were read", async () => {
    const { home, call, path } = await newPanel();
    const form = await known(call.id);
    let posted: ReturnType<typeof postForm> | undefined;
    await server.db.transaction().execute(async (trx) => {
      await trx.updateTable("calls").set({ status: "TERMINADA" }).where("id", "=", call.id).execute();
      posted = postForm(server, home.rosa, path, form);
      // It found the call still running, and waits for it to be hers.
      await expect.poll(() => waitingForALock(server)).toBe(1);
    });
    expect(await posted).toMatchObject({ status: 409, body: { code: "CALL_NOT_AVAILABLE" } });
    expect(await filesOf(home)).toBe(0);
  });

  it("is not there before the call is answered", async () => {
    const home = await newHome(server);
    const call = await newCall(server, home.lobby, home.rosa);
    expect((await readVisitors(home.rosa, home.apartmentId)).status).toBe(404);
    const early = await postForm(server, home.rosa, visitorsPath(home.apartmentId), await known(call.id));
    expect(early.status).toBe(409);
  });
});

async function filesOf(home: TestHome): Promise<number> {
  const rows = await server.db
    .selectFrom("visitors")
    .select("id")
    .where("apartment_id", "=", home.apartmentId)
    .execute();
  return rows.length;
}

describe("a known visitor", () => {
  it("is written down with both pictures, and shown to the same apartment in a later call", async () => {
    const { home, call, path } = await newPanel();
    const made = await postForm(server, home.rosa, path, await known(call.id));
    expect([made.status, made.body]).toMatchObject([
      200,
      { visitor: { name: "Marta Mensajera", image: expect.stringMatching(/^\/api\/files\//) } },
    ]);
    const row = await server.db
      .selectFrom("visitors")
      .selectAll()
      .where("apartment_id", "=", home.apartmentId)
      .executeTakeFirstOrThrow();
    expect(row).toMatchObject({ call_id: call.id, created_by: home.rosa.id, type: "VISITANTE_CONOCIDO" });
    const kinds = await server.db
      .selectFrom("files")
      .select("kind")
      .where("id", "in", [row.photo_file_id, row.document_file_id])
      .orderBy("kind")
      .execute();
    expect(kinds.map(({ kind }) => kind)).toEqual(["document", "visitor"]);
    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });

    const later = await answeredCall(server, home);
    const list = await readVisitors(home.rosa, home.apartmentId);
    expect(list.body.visitors).toEqual([{ id: row.id, name: "Marta Mensajera", image: expect.any(String) }]);
    const image = await server.app.http.inject({ method: "GET", url: list.body.visitors[0].image });
    expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/jpeg"]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["action", "actor_id", "detail"])
      .where("building_id", "=", home.building.id)
      .where("action", "like", "visitors.%")
      .orderBy("id")
      .execute();
    expect(lines).toEqual([
      {
        action: "visitors.created",
        actor_id: home.rosa.id,
        detail: { apartmentId: home.apartmentId, callId: call.id, type: "VISITANTE_CONOCIDO" },
      },
      { action: "visitors.shown", actor_id: home.rosa.id, detail: { callId: later.id, faces: 1 } },
    ]);
  });

  it("needs a name, a face and a document", async () => {
    const { home, call, path } = await newPanel();
    for (const missing of ["name", "photo", "cedulaFrontal", "callId", "type"] as const) {
      const { [missing]: _, ...rest } = await known(call.id);
      const reply = await postForm(server, home.rosa, path, rest);
      expect([missing, reply.status, reply.body]).toMatchObject([
        missing,
        422,
        { code: "INCOMPLETE", errors: [{ property: missing, message: "should not be null" }] },
      ]);
    }
    const blank = await postForm(server, home.rosa, path, await known(call.id, "   "));
    expect([blank.status, blank.body["errors"]]).toMatchObject([422, [{ property: "name" }]]);
    const wrong = await postForm(server, home.rosa, path, { ...(await known(call.id)), extra: "1" });
    expect(wrong.status).toBe(400);
    expect(await filesOf(home)).toBe(0);
  });

  it("leaves no picture behind when it could not be written down", async () => {
    const { home, call, path } = await newPanel();
    const { files } = server.app.services;
    const before = await storedIds(files);
    const form = await known(call.id);
    const reply = await withBrokenTable(server.db, "audit_lines", () =>
      postForm(server, home.rosa, path, form),
    );
    expect(reply.status).toBe(503);
    expect([await filesOf(home), await storedIds(files)]).toEqual([0, before]);
  });

  it("is refused with what is not a picture, or is too large", async () => {
    const { home, call, path } = await newPanel();
    const form = await known(call.id);
    for (const cedulaFrontal of [
      fileOf("esto no es una foto"),
      fileOf('<svg xmlns="http://www.w3.org/2000/svg"/>', "image/svg+xml"),
      fileOf(new Uint8Array(await form.photo.slice(0, 200).arrayBuffer())),
      await picture({ width: 10_000, height: 10_000, format: "png" }),
    ]) {
      const reply = await postForm(server, home.rosa, path, { ...form, cedulaFrontal });
      expect([reply.status, reply.body]).toMatchObject([
        422,
        { code: "PICTURE_NOT_VALID", errors: [{ property: "cedulaFrontal" }] },
      ]);
    }
    const large = await postForm(server, home.rosa, path, {
      ...form,
      photo: fileOf(new Uint8Array(6 * 1024 * 1024)),
    });
    expect([large.status, large.body["code"]]).toEqual([413, "TOO_LARGE"]);
    expect(await filesOf(home)).toBe(0);
  });

  it("is not taken from anything but a form", async () => {
    const { home, call, path } = await newPanel();
    const send = (contentType: string, payload: string) =>
      server.app.http.inject({
        method: "POST",
        url: path,
        headers: { ...home.rosa.headers, "content-type": contentType },
        payload,
      });
    for (const [contentType, payload] of [
      ["application/json", JSON.stringify({ callId: call.id })],
      ["multipart/form-data", "no boundary"],
      ["multipart/form-data; boundary=x", "--x\r\nbroken"],
      ["multipart/form-data; boundary=x", '--x\r\ncontent-disposition: form-data; name="callId"\r\n\r\ncut'],
      [
        "multipart/form-data; boundary=x",
        '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n',
      ],
    ] as const) {
      const reply = await send(contentType, payload);
      expect([payload, reply.statusCode >= 400 && reply.statusCode < 500]).toEqual([payload, true]);
    }
  });
});

describe("opening during a call", () => {
  it("is of the person called, in that call's building, while it goes on", async () => {
    const { home, call } = await newPanel();
    const controller = await newController(server, home.building.id);
    await server.newDoor(home.building, { localId: "1" });
    // Rosa is at home in a second building, and somebody there has called her too.
    const other = await newPanel();
    const elsewhere = await newController(server, other.home.building.id);
    await server.newDoor(other.home.building, { localId: "1" });
    await server.db
      .insertInto("spaces")
      .values({
        id: randomUUID(),
        user_id: home.rosa.id,
        role: "RESIDENTE",
        building_id: other.home.building.id,
        apartment_id: other.home.apartmentId,
        status: "APPROVED",
      })
      .execute();
    const open = async (who: TestHome["rosa"], buildingId: string) =>
      (await server.connectAs(who)).ask("door_action", {
        buildingId,
        door: "1",
        action: 200,
        callId: call.id,
      });
    const gone = { ok: false, code: "CALL_NOT_AVAILABLE" };
    expect(await open(home.rosa, other.home.building.id)).toMatchObject(gone);
    expect(await open(home.andres, home.building.id)).toMatchObject(gone);
    expect(await open(home.lobby, home.building.id)).toMatchObject(gone);
    expect(await open(home.rosa, home.building.id)).toMatchObject({ ok: true });
    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
    expect(await open(home.rosa, home.building.id)).toMatchObject(gone);
    expect([controller.orders.length, elsewhere.orders.length]).toEqual([1, 0]);
  });
});

describe("opening for a visitor", () => {
  it("writes down who was let in, of this apartment's known or this call's unknown visitors alone", async () => {
    const { home, call, path } = await newPanel();
    const controller = await newController(server, home.building.id);
    await server.newDoor(home.building, { localId: "1" });
    const socket = await server.connectAs(home.rosa);
    const open = (visitorId: string, callId: string | undefined = call.id) =>
      socket.ask("door_action", {
        buildingId: home.building.id,
        door: "1",
        action: 200,
        visitorId,
        ...(callId === undefined ? {} : { callId }),
      });
    const idOf = (reply: { body: Record<string, unknown> }) => (reply.body["visitor"] as { id: string }).id;
    const unknownId = idOf(await postForm(server, home.rosa, path, await unknown(call.id)));
    const knownId = idOf(await postForm(server, home.rosa, path, await known(call.id)));
    const elsewhere = await newPanel();
    const foreignId = idOf(
      await postForm(server, elsewhere.home.rosa, elsewhere.path, await known(elsewhere.call.id)),
    );
    for (const id of [foreignId, randomUUID()]) {
      expect(await open(id)).toMatchObject({ ok: false, code: "NOT_FOUND" });
    }
    expect(controller.orders).toHaveLength(0);
    expect(await open(unknownId)).toMatchObject({ ok: true });
    const orders = await server.db
      .selectFrom("door_orders")
      .select(["visitor_id", "call_id"])
      .where("building_id", "=", home.building.id)
      .execute();
    expect(orders).toEqual([{ visitor_id: unknownId, call_id: call.id }]);

    // In the next call the unknown one is nobody's visitor any more, the known one still is.
    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
    const later = await answeredCall(server, home);
    expect((await readVisitors(home.rosa, home.apartmentId)).body.visitors).toHaveLength(1);
    expect(await open(unknownId, later.id)).toMatchObject({ code: "NOT_FOUND" });
    expect(await open(knownId, later.id)).toMatchObject({ ok: true });

    // Whoever moved in since then knows nobody of before.
    await server.db
      .updateTable("spaces")
      .set({ decided_at: new Date(server.clock.now().getTime() + 1) })
      .where("apartment_id", "=", home.apartmentId)
      .execute();
    expect(await open(knownId, later.id)).toMatchObject({ code: "NOT_FOUND" });
  });

  it("is not done by a call that ended, that nobody answered, or of another building", async () => {
    const { home, call } = await newPanel();
    const controller = await newController(server, home.building.id);
    await server.newDoor(home.building, { localId: "1" });
    const socket = await server.connectAs(home.rosa);
    const elsewhere = await server.newBuilding();
    await newController(server, elsewhere.id);
    await server.newDoor(elsewhere, { localId: "1" });
    // Rosa lives in both buildings: only the call's own is opened by it.
    await server.db
      .insertInto("spaces")
      .values({
        id: server.app.services.newId(),
        user_id: home.rosa.id,
        role: "RESIDENTE",
        building_id: elsewhere.id,
        apartment_id: elsewhere.apartments[0]?.id ?? "",
        status: "APPROVED",
      })
      .execute();
    const open = (buildingId: string) =>
      socket.ask("door_action", { buildingId, door: "1", action: 200, callId: call.id });
    expect(await open(elsewhere.id)).toMatchObject({ ok: false, code: "CALL_NOT_AVAILABLE" });

    await putCall(server, home.rosa, call.id, { status: "TERMINADA" });
    expect(await open(home.building.id)).toMatchObject({ ok: false, code: "CALL_NOT_AVAILABLE" });

    const ringing = await newCall(server, home.lobby, home.rosa);
    const unanswered = { buildingId: home.building.id, door: "1", action: 200, callId: ringing.id };
    expect(await socket.ask("door_action", unanswered)).toMatchObject({ code: "CALL_NOT_AVAILABLE" });
    expect(controller.orders).toHaveLength(0);
    const orders = await server.db
      .selectFrom("door_orders")
      .select("id")
      .where("building_id", "in", [home.building.id, elsewhere.id])
      .execute();
    expect(orders).toEqual([]);
  });
});
