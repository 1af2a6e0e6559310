import { randomUUID } from "node:crypto";
import { afterAll, expect, it } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { picture } from "../../../testing/test-forms.ts";
import { startTestServer } from "../../../testing/test-server.ts";
import { Housekeeping } from "../../platform/housekeeping.ts";
import { tidyOpeningPictures } from "./opening-pictures.ts";

const server = await startTestServer({ OPENING_PICTURES_DAYS: "10" });
afterAll(() => server.close());

const DAY_MS = 24 * 3_600_000;

it("shows who stood at the door for as long as it was told to, and then only that it opened", async () => {
  const { services } = server.app;
  const building = await server.newBuilding();
  const door = await server.newDoor(building);
  const controller = await newController(server, building.id);
  const openingId = randomUUID();
  const at = server.clock.now().toISOString();
  await controller.socket.ask("facts", {
    facts: [
      { seq: 1, at, kind: "door-opened", openingId, doorId: door.id, origin: "BUTTON", orderId: null },
      {
        seq: 2,
        at,
        kind: "opening-picture",
        openingId,
        cameraId: door.cameraId,
        jpeg: Buffer.from(await (await picture()).arrayBuffer()),
      },
    ],
  });
  const opening = () =>
    server.db
      .selectFrom("open_door_events")
      .select(["door_name", "picture_file_id as picture"])
      .where("id", "=", openingId)
      .executeTakeFirstOrThrow();
  const fileId = (await opening()).picture ?? "";
  const isStored = async () => (await services.files.get(fileId)) !== null;
  const tidy = () => new Housekeeping(services, [tidyOpeningPictures]).tidy();

  server.clock.push(9 * DAY_MS);
  await tidy();
  expect([(await opening()).picture, await isStored()]).toEqual([fileId, true]);
  server.clock.push(2 * DAY_MS);
  await tidy();
  expect(await opening()).toEqual({ door_name: expect.any(String), picture: null });
  expect(await isStored()).toBe(false);
});
