import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { newOsdpBridge } from "../testing/osdp-bridge.ts";
import { SimulatedOsdpReader } from "../testing/osdp-reader.ts";

/** A card of 26 bits, as the reader's lines carry it and as it is registered. */
const CARD = { bits: "10011100110000000000000001", tag: "398000" };

it("a card at a reader that was paired opens its door and is shown green; the housing that is opened is told", async () => {
  const server = await newServer();
  const osdp = new SimulatedOsdpReader(7);
  osdp.isInInstallation = true;
  const { line } = await newOsdpBridge(osdp);
  const reader = { kind: "osdp" as const, line, baud: 115_200 as const, address: 7, pairing: randomUUID() };
  const door = newDoor({ reader });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const agent = await newAgent(server);
  const home = newArea([door.id]);
  server.access.put({ kind: "building", offlineDays: 30 }, home);
  const { card } = server.access.giveCard(CARD.tag, home.id);
  expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });

  osdp.swipe(CARD.bits);
  await server.until(() => server.facts.length === 2, "the card and its opening");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", cardId: card.id },
    { kind: "door-opened", doorId: door.id, origin: "CARD" },
  ]);
  expect([agent.simulated.door(door.id).timesOpened, osdp.key?.length, osdp.isInInstallation]).toEqual([
    1,
    16,
    false,
  ]);
  expect(agent.readers.stateOf(door.id)).toMatchObject({ outcome: "listening", isSecure: true });

  osdp.tamper(true);
  osdp.tamper(false);
  await server.until(() => server.facts.length === 4, "the housing, opened and closed");
  expect(server.facts.slice(2)).toMatchObject([
    { kind: "intrusion-started", intrusion: "tamper", doorId: door.id },
    { kind: "intrusion-ended" },
  ]);
  // Light and sound of the card, sealed, before the housing was told: the reader was asked in between.
  expect(osdp.shown.map(([command]) => command)).toEqual([0x69, 0x6a]);
  expect(osdp.wasSealed).toEqual([true, true]);
});
