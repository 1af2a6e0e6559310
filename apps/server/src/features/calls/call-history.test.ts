import { RING_MS } from "@umbral/contract/calls/call-times";
import { afterAll, describe, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import {
  answeredCall,
  newCall,
  newHome,
  newVisitor,
  putCall,
  type TestHome,
} from "../../../testing/test-calls.ts";
import { newController } from "../../../testing/test-controller.ts";
import { jpegBytes, picture, postForm } from "../../../testing/test-forms.ts";
import { atDesk, newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { keepPicture } from "../../platform/pictures.queries.ts";

const server = await startTestServer();
afterAll(() => server.close());

async function history(actor: Pick<TestHome["rosa"], "headers">, apartmentId: string, query = "") {
  const reply = await server.app.http.inject({
    method: "GET",
    url: `/api/apartments/${apartmentId}/calls${query}`,
    headers: actor.headers,
  });
  return { status: reply.statusCode, body: reply.json() };
}

const looksOf = (userId: string) =>
  server.db
    .selectFrom("audit_lines")
    .select(["subject_id as of", "detail"])
    .where("action", "=", "calls.history-shown")
    .where("actor_id", "=", userId)
    .orderBy("id")
    .execute();

describe("the calls of an apartment", () => {
  it("are for who lives there alone", async () => {
    const [home, elsewhere] = await Promise.all([newHome(server), newHome(server)]);
    const [administrator, neighbour, cleaner, landlord] = await Promise.all(
      (
        [
          ["ADMINISTRADOR", null],
          ["RESIDENTE", home.building.apartments[1]?.id],
          ["SERVICIOS", home.apartmentId],
          ["PROPIETARIO", home.apartmentId],
        ] as const
      ).map(([role, apartmentId]) =>
        server.newPerson({
          spaces: [{ role, buildingId: home.building.id, ...(apartmentId ? { apartmentId } : {}) }],
        }),
      ),
    );
    await server.db
      .updateTable("spaces")
      .set({ lives_here: false })
      .where("user_id", "=", landlord?.id ?? "")
      .execute();
    expect((await history({ headers: { authorization: "" } }, home.apartmentId)).status).toBe(401);
    for (const who of [elsewhere.rosa, home.lobby, administrator, neighbour, cleaner, landlord]) {
      expect((await history(who ?? home.lobby, home.apartmentId)).status).toBe(404);
    }
    expect(await history(home.andres, home.apartmentId)).toEqual({
      status: 200,
      body: { calls: [], totalPages: 0 },
    });
    expect((await history(home.rosa, home.apartmentId, "?page=0")).status).toBe(400);
  });

  it("say how each ended and who answered, what rang together being one", async () => {
    const home = await newHome(server);
    const toAndres = await newCall(server, home.lobby, home.andres);
    const answered = await answeredCall(server, home);
    await putCall(server, home.rosa, answered.id, { status: "TERMINADA" });
    const rejected = await newCall(server, home.lobby, home.andres);
    await putCall(server, home.andres, rejected.id, { status: "RECHAZADA" });
    await newCall(server, home.lobby, home.rosa);
    server.clock.push(RING_MS);
    const cancelled = await newCall(server, home.lobby, home.rosa);
    await putCall(server, home.lobby, cancelled.id, { status: "TERMINADA" });

    const { body } = await history(home.andres, home.apartmentId);
    expect(toAndres.status).toBe("ENTRANTE");
    expect(body.totalPages).toBe(1);
    expect(body.calls).toMatchObject([
      { status: "TERMINADA", answered: null, answeredAt: null },
      { status: "PERDIDA", answered: null },
      { status: "RECHAZADA", answered: null },
      {
        status: "TERMINADA",
        answered: { id: home.rosa.id, by: "app" },
        caller: { id: home.lobby.id, name: "Pedro Portero" },
        isFromLobby: true,
        isToLobby: false,
        isOpened: false,
        visitor: null,
        image: null,
      },
    ]);
    const second = await history(home.rosa, home.apartmentId, "?page=2&limit=3");
    expect([second.body.calls.length, second.body.totalPages]).toEqual([1, 2]);
  });

  it("show who was at the door and that it was opened, and write down that they did", async () => {
    const home = await newHome(server);
    await newController(server, home.building.id);
    await server.newDoor(home.building, { localId: "1" });
    const call = await answeredCall(server, home);
    const [photo, cedulaFrontal] = await Promise.all([picture(), picture()]);
    const made = await postForm(server, home.rosa, `/api/apartments/${home.apartmentId}/visitors`, {
      photo,
      cedulaFrontal,
      callId: call.id,
      type: "VISITANTE_CONOCIDO",
      name: "Marta Mensajera",
    });
    const socket = await server.connectAs(home.rosa);
    const opening = await socket.ask("door_action", {
      buildingId: home.building.id,
      door: "1",
      action: 200,
      callId: call.id,
      visitorId: (made.body["visitor"] as { id: string }).id,
    });
    expect(opening).toMatchObject({ ok: true });
    const { body } = await history(home.andres, home.apartmentId);
    expect(body.calls).toMatchObject([
      { visitor: "Marta Mensajera", isOpened: true, image: expect.stringMatching(/^\/api\/files\//) },
    ]);
    const lines = await server.db
      .selectFrom("audit_lines")
      .select(["actor_id", "detail"])
      .where("action", "=", "calls.history-shown")
      .where("subject_id", "=", home.apartmentId)
      .execute();
    expect(lines).toEqual([{ actor_id: home.andres.id, detail: { faces: 1 } }]);
  });

  it("show whoever rings by their own picture, and never the doorman as the visitor", async () => {
    const home = await newHome(server);
    const fileId = await server.db
      .transaction()
      .execute(async (trx) => keepPicture(server.app.services, trx, "profile", await jpegBytes()));
    const faceOf = (id: string) =>
      server.db.updateTable("users").set({ photo_file_id: fileId }).where("id", "=", id).execute();
    const visitor = await server.newPerson({
      spaces: [{ role: "VISITANTE_CONOCIDO", buildingId: home.building.id }],
    });
    await Promise.all([faceOf(home.lobby.id), faceOf(visitor.id)]);
    await newCall(server, home.lobby, home.rosa);
    server.clock.push(1000);
    await newCall(server, visitor, home.rosa);
    const { body } = await history(home.rosa, home.apartmentId);
    expect(body.calls).toMatchObject([
      { isFromLobby: false, image: expect.stringMatching(/^\/api\/files\//) },
      { isFromLobby: true, image: null },
    ]);
    // Whose face it is makes no difference: that it was shown is written down, and a call without one is not.
    expect(await looksOf(home.rosa.id)).toEqual([{ of: home.apartmentId, detail: { faces: 1 } }]);
    const last = `/api/apartments/${home.apartmentId}/last-visitor`;
    expect((await asking(server, home.andres)("GET", last)).body.call.image).not.toBeNull();
    expect(await looksOf(home.andres.id)).toEqual([{ of: home.apartmentId, detail: { faces: 1 } }]);
  });

  it("show the face of who calls while it rings, and write down who looks at it when it is over", async () => {
    const home = await newHome(server);
    const fileId = await server.db
      .transaction()
      .execute(async (trx) => keepPicture(server.app.services, trx, "profile", await jpegBytes()));
    const visitor = await newVisitor(server, home.building.id);
    await server.db
      .updateTable("users")
      .set({ photo_file_id: fileId })
      .where("id", "in", [visitor.id, home.rosa.id])
      .execute();
    const { id } = await newCall(server, visitor, home.rosa);
    const read = (who: TestHome["rosa"], callId = id) => asking(server, who)("GET", `/api/call/${callId}`);
    expect((await read(home.rosa)).body.call).toMatchObject({
      status: "ENTRANTE",
      caller: { photo: expect.stringMatching(/^\/api\/files\//) },
    });
    await putCall(server, home.rosa, id, { status: "RECHAZADA" });
    expect(await looksOf(home.rosa.id)).toEqual([]);
    expect((await read(home.rosa)).body.call.caller.photo).not.toBeNull();
    expect(await looksOf(home.rosa.id)).toEqual([{ of: home.apartmentId, detail: { callId: id, faces: 1 } }]);
    // One's own face is nobody else's.
    await read(visitor);
    expect(await looksOf(visitor.id)).toEqual([]);
    const toLobby = await newCall(server, home.rosa, home.lobby);
    await putCall(server, home.rosa, toLobby.id, { status: "TERMINADA" });
    await history(home.rosa, home.apartmentId);
    const [, ofHistory] = await looksOf(home.rosa.id);
    expect(ofHistory).toEqual({ of: home.apartmentId, detail: { faces: 1 } });
  });

  it("say who came last: not whom the home rang itself, and a guest by a pass if that was later", async () => {
    const { building, pedro, rosa, newPass } = await newDesk(server);
    const apartmentId = building.apartments[0]?.id ?? "";
    const last = (who = rosa) =>
      asking(server, who)("GET", `/api/apartments/${apartmentId}/last-visitor`).then(({ body }) => body);
    expect(await last()).toEqual({ call: null, guest: null });
    expect(await last(pedro)).toMatchObject({ code: "NOT_FOUND" });
    const call = await newCall(server, pedro, rosa);
    await putCall(server, pedro, call.id, { status: "TERMINADA" });
    server.clock.push(1000);
    await newCall(server, rosa, pedro);
    expect(await last()).toMatchObject({ call: { isFromLobby: true }, guest: null });
    server.clock.push(1000);
    const { id } = await newPass({ guest: "Carlos Pérez" });
    await atDesk(server, pedro, building.id).enter(id);
    expect(await last()).toMatchObject({ call: null, guest: { name: "Carlos Pérez" } });
    server.clock.push(1000);
    await newCall(server, pedro, rosa);
    expect(await last()).toMatchObject({ call: { caller: { id: pedro.id } }, guest: null });
  });

  it("begin on the day on which one moved in", async () => {
    const home = await newHome(server);
    await newCall(server, home.lobby, home.rosa);
    await server.db
      .updateTable("spaces")
      .set({ created_at: new Date(server.clock.now().getTime() + 60_000) })
      .where("user_id", "=", home.andres.id)
      .execute();
    expect((await history(home.rosa, home.apartmentId)).body.calls).toHaveLength(1);
    expect((await history(home.andres, home.apartmentId)).body.calls).toHaveLength(0);
  });

  it("begin when somebody was let in, and not when they asked: others lived there until then", async () => {
    const home = await newHome(server);
    await newCall(server, home.lobby, home.rosa);
    const inMinutes = (minutes: number) => new Date(server.clock.now().getTime() + minutes * 60_000);
    await server.db
      .updateTable("spaces")
      .set({ created_at: inMinutes(-60), decided_at: inMinutes(1) })
      .where("user_id", "=", home.andres.id)
      .execute();
    expect((await history(home.andres, home.apartmentId)).body.calls).toHaveLength(0);
    expect(
      (await asking(server, home.andres)("GET", `/api/apartments/${home.apartmentId}/last-visitor`)).body,
    ).toEqual({ call: null, guest: null });
  });

  it("are not for who lived there until a moment ago", async () => {
    const home = await newHome(server);
    await newCall(server, home.lobby, home.rosa);
    expect((await history(home.andres, home.apartmentId)).status).toBe(200);
    await server.db
      .updateTable("spaces")
      .set({ ends_at: new Date(server.clock.now().getTime() - 1000) })
      .where("user_id", "=", home.andres.id)
      .execute();
    expect((await history(home.andres, home.apartmentId)).status).toBe(404);
    await server.db
      .updateTable("spaces")
      .set({ status: "ENDED", ends_at: null })
      .where("user_id", "=", home.andres.id)
      .execute();
    expect((await history(home.andres, home.apartmentId)).status).toBe(404);
    // A role elsewhere in the building does not stand in for it.
    await server.db
      .insertInto("spaces")
      .values({
        id: server.app.services.newId(),
        user_id: home.andres.id,
        role: "RESIDENTE",
        building_id: home.building.id,
        apartment_id: home.building.apartments[1]?.id ?? "",
        status: "APPROVED",
      })
      .execute();
    expect((await history(home.andres, home.apartmentId)).status).toBe(404);
  });
});
