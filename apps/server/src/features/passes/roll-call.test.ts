import { afterAll, expect, it } from "vitest";
import { actionsOf, asking } from "../../../testing/test-admin.ts";
import { atDesk, newDesk } from "../../../testing/test-pass-desk.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { atNoon, givenCode, verify } from "../../../testing/test-visits.ts";

const server = await startTestServer();
afterAll(() => server.close());
atNoon(server);

const HOUR_MS = 3_600_000;

it("says who is inside and names every home, to whoever lets in alone, and that it was asked is written down", async () => {
  const { building, pedro, rosa, newPass } = await newDesk(server);
  const desk = atDesk(server, pedro, building.id);
  const [party, gone] = [await newPass({ guest: "Fiesta Grande", entries: 4 }), await newPass()];
  await desk.enter(party.id, { people: 3 });
  await desk.leave(party.id, 1);
  await desk.enter(gone.id);
  await desk.leave(gone.id);
  const victor = await server.newPerson({ name: "Víctor Visitante" });
  const { code } = await givenCode(server, { building, victor });
  await verify(server, pedro, building.id, code, { method: "PUT" });
  const path = `/api/buildings/${building.id}/roll-call`;
  const { status, body } = await asking(server, pedro)("GET", path);
  expect(status).toBe(200);
  expect(body.guests).toEqual([
    { name: "Fiesta Grande", home: "A-101", people: 2, since: expect.any(String) },
  ]);
  expect(body.visitors).toMatchObject([{ name: "Víctor Visitante" }]);
  expect(body.homes).toHaveLength(building.apartments.length);
  expect(body.homes).toContainEqual({ tower: "A", home: "A-101" });
  expect(await actionsOf(server, pedro.id)).toContain("passes.roll-call");
  expect((await asking(server, rosa)("GET", path)).status).toBe(403);
});

it("names who came in the evening after midnight too, and nobody of the day before", async () => {
  const { building, pedro } = await newDesk(server);
  const path = `/api/buildings/${building.id}/roll-call`;
  const names = async () => {
    const { visitors } = (await asking(server, pedro)("GET", path)).body;
    return visitors.map(({ name }: { name: string }) => name);
  };
  const victor = await server.newPerson({ name: "Víctor Visitante" });
  const { code } = await givenCode(server, { building, victor });
  server.clock.push(10 * HOUR_MS);
  await verify(server, pedro, building.id, code, { method: "PUT" });
  // From ten in the evening to two in the morning.
  server.clock.push(4 * HOUR_MS);
  expect(await names()).toEqual(["Víctor Visitante"]);
  server.clock.push(9 * HOUR_MS);
  expect(await names()).toEqual([]);
});
