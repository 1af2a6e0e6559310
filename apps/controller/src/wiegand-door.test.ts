import { expect, it } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { FakeClock } from "../testing/fake-clock.ts";
import { CARD, newWiegandBridge, SimulatedWiegandBoard } from "../testing/wiegand-board.ts";

it("a card at a Wiegand reader opens its door, a damaged one opens none and is said, and a line that was away comes back", async () => {
  const server = await newServer();
  const lines = {
    prefix: "",
    digits: "hexadecimal",
    hasParity: true,
    bits: "before",
    order: "number",
  } as const;
  const board = new SimulatedWiegandBoard(lines);
  const bridge = await newWiegandBridge(board);
  const reader = { kind: "wiegand-serial" as const, line: bridge.line, baud: 9600 as const, lines };
  const door = newDoor({ reader });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const plugged = bridge.plugged();
  const clock = new FakeClock();
  const agent = await newAgent(server, { clock });
  const home = newArea([door.id]);
  server.access.put({ kind: "building", offlineDays: 30 }, home);
  const { card } = server.access.giveCard(CARD.tag, home.id);
  expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });
  await plugged;

  board.swipe(CARD.bits.replace(/^1/, "0"));
  board.swipe(CARD.bits);
  await server.until(() => server.facts.length === 2, "the card and its opening");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", cardId: card.id },
    { kind: "door-opened", doorId: door.id, origin: "CARD" },
  ]);
  expect(agent.simulated.door(door.id).timesOpened).toBe(1);
  expect(agent.readers.stateOf(door.id)).toEqual({
    outcome: "listening",
    isSecure: null,
    isTampered: false,
    hasPower: true,
  });

  board.swipe(`1${"0".repeat(25)}`);
  await expect.poll(() => agent.readers.stateOf(door.id)).toMatchObject({ damage: expect.any(String) });
  await bridge.close();
  await expect.poll(() => agent.readers.stateOf(door.id).outcome).toBe("away");
  expect(agent.simulated.door(door.id).timesOpened).toBe(1);

  const again = await newWiegandBridge(board, bridge.port);
  const pluggedAgain = again.plugged();
  await clock.push(5000);
  await pluggedAgain;
  board.swipe(CARD.bits);
  await server.until(() => server.facts.length === 4, "the card and its opening, once more");
  expect(agent.simulated.door(door.id).timesOpened).toBe(2);
});
