import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { answeredCall, newHome, putCall } from "../../../testing/test-calls.ts";
import { picture, postForm } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { tidyVisitors } from "./kept-visitors.ts";

/* How long those are kept who were written down at a door, on a clock that is pushed. */

const DAY_MS = 24 * 3_600_000;
const server = await startTestServer();
afterAll(() => server.close());
const { db, clock } = server;
const { services } = server.app;

/** Somebody whom Rosa wrote down during a call of the lobby's. */
async function written(home: Awaited<ReturnType<typeof newHome>>, callId: string, name?: string) {
  const [photo, cedulaFrontal] = await Promise.all([picture(), picture()]);
  const type = name === undefined ? "VISITANTE_DESCONOCIDO" : "VISITANTE_CONOCIDO";
  const form = { photo, cedulaFrontal, callId, type, ...(name === undefined ? {} : { name }) };
  const made = await postForm(server, home.rosa, `/api/apartments/${home.apartmentId}/visitors`, form);
  expect(made.status).toBe(200);
}

const keptOf = async (apartmentId: string) => {
  const rows = await db
    .selectFrom("visitors")
    .select(["name", "photo_file_id as face", "document_file_id as document"])
    .where("apartment_id", "=", apartmentId)
    .orderBy("created_at")
    .execute();
  return rows.map(({ name, document }) => [name, document !== null]);
};

it("documents and strangers go after the days of their building, known faces stay, and a legal hold keeps all", async () => {
  const laura = await server.newPerson({ userType: "ADMIN" });
  const home = await newHome(server);
  const settled = await asking(server, laura)("PUT", `/api/bb/buildings/${home.building.id}`, {
    identityRetentionDays: 10,
    intrusionRetentionDays: 20,
  });
  expect(settled.status).toBe(200);
  const call = await answeredCall(server, home);
  await written(home, call.id, "Marta Mensajera");
  await written(home, call.id);

  const other = await newHome(server);
  const theirs = await answeredCall(server, other);
  await written(other, theirs.id);
  // As if it had been a visitor with an account who rang, whom the law holds.
  const visitor = await server.newPerson();
  await db
    .updateTable("calls")
    .set({ caller_id: visitor.id, is_from_lobby: false })
    .where("id", "=", theirs.id)
    .execute();
  const reason = { isHeld: true, reason: "Fiscalía" };
  const held = await asking(server, laura)("PUT", `/api/bb/users/${visitor.id}/legal-hold`, reason);
  expect(held.status).toBe(200);

  const pictures = async () =>
    (await db.selectFrom("files").select("kind").where("kind", "in", ["visitor", "document"]).execute()).map(
      ({ kind }) => kind,
    );
  expect((await pictures()).length).toBe(6);
  const tidy = new Housekeeping(services, [tidyVisitors]);
  clock.push(9 * DAY_MS);
  await tidy.tidy();
  const before = [
    ["Marta Mensajera", true],
    [null, true],
  ];
  expect(await keptOf(home.apartmentId)).toEqual(before);
  clock.push(DAY_MS + 60_000);
  await tidy.tidy();
  expect(await keptOf(home.apartmentId)).toEqual(before.map(([name]) => [name, false]));
  clock.push(10 * DAY_MS);
  await tidy.tidy();
  expect(await keptOf(home.apartmentId)).toEqual([["Marta Mensajera", false]]);

  clock.push(4000 * DAY_MS);
  await tidy.tidy();
  expect(await keptOf(home.apartmentId)).toEqual([["Marta Mensajera", false]]);
  expect(await keptOf(other.apartmentId)).toEqual([[null, true]]);
  // Their bytes went with the sweep of the same round.
  expect((await pictures()).sort()).toEqual(["document", "visitor", "visitor"]);
});

it("whom a home knew is not shown to who moves in after it, and goes as a stranger does", async () => {
  const home = await newHome(server);
  const call = await answeredCall(server, home);
  await written(home, call.id, "Marta Mensajera");
  const known = async (who: { headers: { authorization: string } }) => {
    const url = `/api/apartments/${home.apartmentId}/visitors`;
    const reply = await server.app.http.inject({ method: "GET", url, headers: who.headers });
    return reply.json().visitors.map(({ name }: { name: string }) => name);
  };
  expect(await known(home.rosa)).toEqual(["Marta Mensajera"]);
  await putCall(server, home.rosa, call.id, { status: "TERMINADA" });

  // Rosa stays, another joins her: it is the same home.
  clock.push(DAY_MS);
  const space = { buildingId: home.building.id, apartmentId: home.apartmentId } as const;
  const nora = await server.newPerson({ spaces: [{ role: "RESIDENTE", ...space }] });
  const ofHome = db.updateTable("spaces").where("apartment_id", "=", home.apartmentId);
  await ofHome.set({ decided_at: clock.now() }).where("user_id", "=", nora.id).execute();
  const toNora = await answeredCall(server, { ...home, rosa: nora });
  expect(await known(nora)).toEqual(["Marta Mensajera"]);
  await ofHome.set({ status: "ENDED", ended_at: clock.now() }).where("user_id", "!=", nora.id).execute();
  expect(await known(nora)).toEqual([]);
  await putCall(server, nora, toNora.id, { status: "TERMINADA" });

  const tidy = new Housekeeping(services, [tidyVisitors]);
  await tidy.tidy();
  expect(await keptOf(home.apartmentId)).toEqual([["Marta Mensajera", true]]);
  clock.push(31 * DAY_MS);
  await tidy.tidy();
  expect(await keptOf(home.apartmentId)).toEqual([]);
});
