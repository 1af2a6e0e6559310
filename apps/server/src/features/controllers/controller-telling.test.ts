import { expect, it, vi } from "vitest";
import { newController } from "../../../testing/test-controller.ts";
import { startTestServer } from "../../../testing/test-server.ts";

it("says once for all controllers that they were not told what they must know", async () => {
  const server = await startTestServer();
  const { hub, services } = server.app;
  const controllers = await Promise.all(
    [1, 2, 3].map(async () => newController(server, (await server.newBuilding()).id)),
  );
  await hub.telling.settled();
  vi.spyOn(hub.telling.configurations, "take").mockRejectedValue(new Error("the database is away"));
  const complain = vi.spyOn(services.log, "error").mockReturnValue(undefined);
  hub.telling.lookAtOwn();
  await hub.telling.settled();
  expect(complain).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ controllerIds: expect.any(Array) }),
    "controllers were not told what they must know",
  );
  expect(complain.mock.calls[0]?.[0]).toMatchObject({
    controllerIds: expect.arrayContaining(controllers.map(({ id }) => id)),
  });
  vi.restoreAllMocks();
  await server.close();
});
