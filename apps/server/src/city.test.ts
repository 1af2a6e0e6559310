import { deleteDoor } from "@umbral/contract/doors/administering-doors.contract";
import { type Asker, ask } from "@umbral/simulated-building/city/asking";
import { City } from "@umbral/simulated-building/city/city";
import { deedKinds } from "@umbral/simulated-building/city/day-curve";
import { markedBuildings, removeBuilding } from "@umbral/simulated-building/city/remove";
import { Tally } from "@umbral/simulated-building/city/tally";
import { afterAll, expect, it } from "vitest";
import { jpegBytes } from "../testing/test-forms.ts";
import { startTestServer } from "../testing/test-server.ts";

const server = await startTestServer({ TRUSTED_PROXIES: "127.0.0.1" });
afterAll(() => server.close());

it("lives a simulated building against a server, says when something does not work, and takes it away again", async () => {
  const laura = await server.newPerson({ userType: "ADMIN", name: "Laura Plataforma" });
  const administrator: Asker = { url: server.url, product: "bb", token: laura.token, headers: {} };
  const tally = new Tally();
  const city = new City({
    administrator,
    buildings: 1,
    homes: 1,
    seed: 1,
    picture: await jpegBytes(),
    tally,
    forwards: true,
    staysMs: 0,
  });
  await city.prepare();
  await city.tryEach(deedKinds);
  const { kinds, failures } = tally.report();
  expect(failures).toEqual({});
  expect(Object.values(kinds).map(({ done }) => done)).toEqual([...deedKinds, "answer"].map(() => 1));
  expect(tally.isGood).toBe(true);

  const doors = await server.db.selectFrom("doors").select("id").execute();
  for (const { id } of doors) {
    await ask(administrator, deleteDoor, { params: { id } });
  }
  await city.tryEach(["press"]);
  expect(tally.isGood).toBe(false);
  expect(tally.report().failures).toEqual({ "press: DOOR_NOT_FOUND": 1 });
  city.end();

  const [building] = await markedBuildings(administrator);
  expect(building && (await removeBuilding(administrator, building))).toBe("emptied");
  expect(await markedBuildings(administrator)).toEqual([]);
  const left = await server.db
    .selectFrom("users")
    .select("name")
    .where("name", "=", "Persona Simulada")
    .execute();
  expect(left).toEqual([]);
});
