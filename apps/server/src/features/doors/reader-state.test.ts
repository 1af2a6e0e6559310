import { afterAll, expect, it } from "vitest";
import { asking } from "../../../testing/test-admin.ts";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

const server = await startTestServer();
afterAll(() => server.close());

it("how a reader is, its controller says: to who administers the building, and while it is there", async () => {
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const path = `/api/bb/doors/${door.id}/reader`;
  const alberto = await server.newPerson({ spaces: [{ role: "ADMINISTRADOR", buildingId: building.id }] });
  const pedro = await server.newPerson({ spaces: [{ role: "PORTERIA", buildingId: building.id }] });
  const ask = asking(server, alberto);
  expect(await asking(server, pedro)("GET", path)).toMatchObject({ status: 403 });
  expect(await ask("GET", path)).toMatchObject({ status: 503, body: { code: "CONTROLLER_AWAY" } });

  const controller = await newController(server, building.id);
  const asked: unknown[] = [];
  const away = { outcome: "away", why: "El lector no responde." };
  const secure = { outcome: "listening", isSecure: true, isTampered: false, hasPower: true };
  const answers: object[] = [away, secure, { outcome: "away", why: 7 }];
  controller.socket.raw.on("reader:state", (question: unknown, acknowledge: (answer: object) => void) => {
    asked.push(question);
    acknowledge({ ok: true, ...answers.shift() });
  });
  expect(await ask("GET", path)).toMatchObject({ status: 200, body: { reader: away } });
  expect(await ask("GET", path)).toMatchObject({ status: 200, body: { reader: secure } });
  // What makes no sense is no answer.
  expect(await ask("GET", path)).toMatchObject({ status: 503 });
  expect(asked).toEqual(Array.from({ length: 3 }, () => ({ doorId: door.id })));
});
