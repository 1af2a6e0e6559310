import { expect, it } from "vitest";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { startRelayDevice } from "../testing/relay-device.ts";

/** A controller of one door, whose relay does not let go. */
async function withRelayThatStays(hears: { hears?: readonly string[] | undefined } = {}) {
  const server = Object.assign(await newServer(), hears);
  const relay = await startRelayDevice({
    auth: "open",
    answer: ({ path }) => ({ status: path === "/off" ? 500 : 200, body: "" }),
  });
  const { host } = relay;
  const door = newDoor({
    relay: { kind: "http", openAddress: `http://${host}/on`, closeAddress: `http://${host}/off` },
  });
  server.configuration = newConfiguration(server.buildingId, { doors: [door, newDoor({ localId: "2" })] });
  await newAgent(server);
  return { server, door };
}

it("a relay that does not let go is told to the server", async () => {
  const { server, door } = await withRelayThatStays();
  const isTold = () => server.statuses.at(-1)?.relaysNotAtRest?.join() === door.id;
  await server.until(isTold, "the door whose relay is not at rest");
});

it("nothing of it is said to a server that would refuse the rest for it", async () => {
  const { server } = await withRelayThatStays({ hears: undefined });
  await server.until(() => server.statuses.length > 0, "how the controller is");
  expect(server.statuses[0]).toMatchObject({ faults: [] });
  expect(server.statuses[0]).not.toHaveProperty("relaysNotAtRest");
});
