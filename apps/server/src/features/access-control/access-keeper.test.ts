import { afterAll, expect, it } from "vitest";
import { startTestServer } from "../../../testing/test-server.ts";
import { passesInLists } from "../passes/passes-in-lists.ts";
import { AccessKeeper } from "./access-keeper.ts";

const server = await startTestServer();
afterAll(() => server.close());

/** One that reckons every building from the start, and whose lists it told of. */
function newKeeper(onList: () => void) {
  const told: string[] = [];
  const list = (buildingId: string) => {
    told.push(buildingId);
    onList();
  };
  return {
    told,
    keeper: new AccessKeeper(server.app.services, passesInLists, { list, passes: async () => undefined }),
  };
}

it("whoever stops it waits for one building, and the next process goes on with the others", async () => {
  await server.app.accessKeeper.stop();
  const buildings = [];
  for (let count = 0; count < 3; count += 1) {
    const building = await server.newBuilding();
    await server.newDoor(building);
    buildings.push(building.id);
  }
  let leaving = newKeeper(() => undefined);
  await new Promise<void>((resolve) => {
    leaving = newKeeper(() => resolve(leaving.keeper.stop()));
    leaving.keeper.start();
  });
  expect(leaving.told).toHaveLength(1);

  const next = newKeeper(() => undefined);
  await next.keeper.round();
  expect([...leaving.told, ...next.told].sort()).toEqual(buildings.sort());
});
