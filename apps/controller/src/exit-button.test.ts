import { randomUUID } from "node:crypto";
import { expect, it, vi } from "vitest";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { refuseWrites } from "../testing/store.ts";
import { ConfigurationKeeper } from "./features/controllers/configuration.ts";
import { Moves } from "./features/doors/moves.ts";
import { silentLog } from "./platform/log.ts";
import { Store } from "./platform/store.ts";

/** A door with its button inside and its contact, at a controller whose disk a test can break. */
async function newEntrance({ isFull }: { isFull: boolean }) {
  const server = await newServer();
  const door = newDoor({ contact: { kind: "simulated" } });
  const button = {
    id: randomUUID(),
    name: "Salida",
    kind: "exit-button" as const,
    doorId: door.id,
    driver: { kind: "simulated" as const },
    rest: "open" as const,
    debounceMs: 0,
  };
  const configuration = newConfiguration(server.buildingId, { doors: [door], inputs: [button] });
  server.configuration = configuration;
  const disks: Store[] = [];
  const agent = await newAgent(server, {
    prepare: (store) => {
      disks.push(store);
      new ConfigurationKeeper(store, silentLog).keep(configuration);
      if (isFull) {
        refuseWrites(store);
      }
    },
  });
  const press = async () => {
    agent.simulated.input(button.id).press();
    await agent.doors.settled();
  };
  return { server, agent, disks, press, door, leaf: agent.simulated.door(door.id) };
}

it("lets out at once, is written as BUTTON, and the leaf that opens is not forced", async () => {
  const { server, press, leaf, door } = await newEntrance({ isFull: false });
  await press();
  expect(leaf.timesOpened).toBe(1);
  await server.until(() => server.facts.length > 0, "the opening");
  expect(server.facts).toMatchObject([
    { kind: "door-opened", doorId: door.id, origin: "BUTTON", orderId: null, isCertain: true },
  ]);
});

it("lets out before anything in the controller asks the disk, which may hang", async () => {
  const { press, leaf } = await newEntrance({ isFull: false });
  const openedWhenAsked: number[] = [];
  const { transaction } = Store.prototype;
  const begun = vi.spyOn(Moves.prototype, "begin").mockImplementation(() => {
    openedWhenAsked.push(leaf.timesOpened);
  });
  const written = vi.spyOn(Store.prototype, "transaction").mockImplementation(function (this: Store, work) {
    openedWhenAsked.push(leaf.timesOpened);
    return transaction.call(this, work);
  });
  await press();
  begun.mockRestore();
  written.mockRestore();
  expect(openedWhenAsked[0]).toBe(1);
});

it("explains a leaf that opens by its handle while the relay is away", async () => {
  const { server, press, leaf } = await newEntrance({ isFull: false });
  leaf.isJammed = true;
  await press();
  expect(leaf.timesOpened).toBe(0);
  leaf.force();
  leaf.letGo();
  leaf.isJammed = false;
  await press();
  await server.until(() => server.facts.length > 0, "the second press");
  expect(server.facts.map(({ kind }) => kind)).toEqual(["door-opened"]);
});

it("lets out without a server, on a full disk, and when the disk cannot be read any more", async () => {
  const { server, agent, disks, press, leaf } = await newEntrance({ isFull: true });
  await press();
  expect(leaf.timesOpened).toBe(1);
  agent.link.cut();
  await server.until(() => !server.isConnected, "the line is gone");
  await press();
  expect(leaf.timesOpened).toBe(2);
  for (const disk of disks) {
    disk.close();
  }
  await press();
  expect(leaf.timesOpened).toBe(3);
});
