import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DeviceTrial } from "@umbral/contract/doors/device-trial";
import type { SimulatedUhppoteBoard } from "@umbral/simulated-building/testing/uhppote-board";
import { expect, it, onTestFinished } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { startController } from "../testing/controller-process.ts";
import type { FakeServer } from "../testing/fake-server.ts";
import { refuseWrites, takeWrites } from "../testing/store.ts";
import { newBoard } from "../testing/uhppote.ts";
import type { Store } from "./platform/store.ts";

/** A card of 26 bits (facility 57, number 32768): as a board names it, and as it is registered. */
const CARD = { number: 5_732_768, tag: "398000" };
const OTHER = { number: 5_732_769, tag: "398001" };
const STRANGER = 1_200_345;

/** A door that hangs on a board whole, and who lives there. */
async function newHome() {
  const [server, board] = [await newServer(), await newBoard()];
  // Ten in the morning in Bogotá.
  server.clockOffset = Date.UTC(2026, 6, 14, 15) - server.steadyMs();
  const at = { kind: "uhppote" as const, host: board.place, serial: board.serial, door: 2 as const };
  const door = newDoor({ relay: at, reader: at, contact: at, pulseMs: 3000 });
  server.configuration = newConfiguration(server.buildingId, { doors: [door] });
  const home = newArea([door.id]);
  server.access.put({ kind: "building", offlineDays: 30 }, home);
  return { server, board, door, home };
}

const boardOf = async (server: FakeServer, id: string) => {
  const trial = DeviceTrial.parse(await server.send("device:try", { device: "reader", id }));
  return trial.device === "reader" ? trial.state : trial;
};
const contactOf = async (server: FakeServer, id: string) =>
  DeviceTrial.parse(await server.send("device:try", { device: "contact", id }));

const isInHand = (board: SimulatedUhppoteBoard) => expect.poll(() => board.isRemote).toBe(true);

it("a card at its reader is decided on here and opens; a stranger's does not; an order opens once", async () => {
  const { server, board, door, home } = await newHome();
  const { card } = server.access.giveCard(CARD.tag, home.id);
  await newAgent(server);
  await server.tellAccess();
  await isInHand(board);
  expect([board.control[1], board.time.slice(0, 11)]).toEqual([{ state: 3, seconds: 3 }, "20260714100"]);

  board.swipe(2, CARD.number);
  await server.until(() => server.facts.length === 2, "the card and its opening");
  board.swipe(2, STRANGER);
  await server.until(() => server.facts.length === 3, "the stranger");
  expect(await server.order(server.newOrder(door.id))).toBe("moved");
  await server.until(() => server.facts.length === 4, "the order");
  expect(server.facts).toMatchObject([
    { kind: "access-decided", outcome: "granted", cardId: card.id, isOffline: false },
    { kind: "door-opened", doorId: door.id, origin: "CARD" },
    { kind: "access-decided", outcome: "unknown", tag: "0C0159" },
    { kind: "door-opened", doorId: door.id, origin: "APP", isCertain: true },
  ]);
  expect(board.openings).toEqual([
    { door: 2, why: "remote" },
    { door: 2, why: "remote" },
  ]);
});

it("an order whose answer is lost is sent once, told as not known, and never taken for the next one", async () => {
  const { server, board, door } = await newHome();
  await newAgent(server);
  await server.tellAccess();
  await isInHand(board);
  board.unanswered.add(0x40);
  expect(await server.order(server.newOrder(door.id))).toBe("unknown");
  await server.until(() => server.facts.length === 1, "the possible opening");
  expect(server.facts).toMatchObject([{ kind: "door-opened", origin: "APP", isCertain: false }]);
  expect(board.openings).toHaveLength(1);
});

it("alone, the board lets in by its own list; back, each event is a fact of its time, and opens nothing", async () => {
  const { server, board, door, home } = await newHome();
  const { card } = server.access.giveCard(CARD.tag, home.id);
  await newAgent(server);
  await server.tellAccess();
  await isInHand(board);
  await expect.poll(() => board.cardOf(CARD.number)?.doors).toEqual([0, 1, 0, 0]);

  board.isUnplugged = true;
  await expect
    .poll(() => boardOf(server, door.id))
    .toMatchObject({ outcome: "away", why: /La placa no responde/ });
  board.missController();
  board.time = "20260714083015";
  board.swipe(2, CARD.number);
  board.time = "20260714083100";
  board.swipe(2, STRANGER);
  board.press(2);
  board.time = "20260714083500";
  board.alarm(2, "forced");
  board.alarm(2, "held");
  const opened = [...board.openings];
  expect(opened).toEqual([
    { door: 2, why: "card" },
    { door: 2, why: "button" },
  ]);
  board.isUnplugged = false;

  await server.until(() => server.facts.length >= 9, "what happened meanwhile");
  expect(server.facts).toMatchObject([
    {
      kind: "access-decided",
      outcome: "granted",
      cardId: card.id,
      at: "2026-07-14T13:30:15.000Z",
      isOffline: true,
    },
    { kind: "door-opened", origin: "CARD", at: "2026-07-14T13:30:15.000Z", isCertain: true },
    { kind: "access-decided", outcome: "unknown", at: "2026-07-14T13:31:00.000Z" },
    { kind: "door-opened", origin: "BUTTON", at: "2026-07-14T13:31:00.000Z" },
    { kind: "door-opened", origin: "UNKNOWN", at: "2026-07-14T13:35:00.000Z" },
    { kind: "intrusion-started", intrusion: "door-forced", doorId: door.id, at: "2026-07-14T13:35:00.000Z" },
    { kind: "intrusion-ended" },
    { kind: "intrusion-started", intrusion: "door-held", doorId: door.id },
    { kind: "intrusion-ended" },
  ]);
  await expect
    .poll(() => boardOf(server, door.id), { timeout: 15_000 })
    .toMatchObject({ outcome: "listening", board: { decides: "controller", eventsLost: 0 } });
  // A card of now, decided here again: what was fetched opened nothing, and came once.
  board.swipe(2, CARD.number);
  await server.until(() => server.facts.length === 11, "the card of now");
  expect(board.openings).toEqual([...opened, { door: 2, why: "remote" }]);
});

it("a card that nobody decided on, because the line broke just then, opens nothing later", async () => {
  const { server, board, door, home } = await newHome();
  server.access.giveCard(CARD.tag, home.id);
  await newAgent(server);
  await server.tellAccess();
  await isInHand(board);
  board.isUnplugged = true;
  // It still waits for its controller.
  board.swipe(2, CARD.number);
  await expect.poll(() => boardOf(server, door.id)).toMatchObject({ outcome: "away" });
  board.isUnplugged = false;
  await server.until(() => server.facts.length === 1, "the card");
  expect(server.facts).toMatchObject([{ kind: "access-decided", outcome: "controller-away" }]);
  expect(board.openings).toEqual([]);
});

it("its button opens by itself and explains the leaf; one that it refuses is let out from here; else it is forced", async () => {
  const { server, board, door } = await newHome();
  await newAgent(server);
  await server.tellAccess();
  await isInHand(board);
  board.moveLeaf(2, true);
  await server.until(() => server.facts.length === 2, "the forced door");
  board.moveLeaf(2, false);
  await server.until(() => server.facts.length === 3, "its end");
  board.press(2);
  board.moveLeaf(2, true);
  await server.until(() => server.facts.length === 4, "the button");
  board.moveLeaf(2, false);
  board.refusesButtons = true;
  board.press(2);
  await server.until(() => server.facts.length === 5, "the refused button");
  expect(server.facts).toMatchObject([
    { kind: "door-opened", doorId: door.id },
    { kind: "intrusion-started", intrusion: "door-forced", doorId: door.id },
    { kind: "intrusion-ended" },
    { kind: "door-opened", doorId: door.id, origin: "BUTTON" },
    { kind: "door-opened", doorId: door.id, origin: "BUTTON" },
  ]);
  expect(board.openings).toEqual([
    { door: 2, why: "button" },
    { door: 2, why: "remote" },
  ]);
});

it("its list follows the building's: who always comes in, until when, and nobody whom it was taken from", async () => {
  const { server, board, door, home } = await newHome();
  const scheduled = newArea([door.id], { scheduleId: "0190a0c0-0000-7000-8000-000000000001" });
  server.access.put(scheduled);
  const { card } = server.access.giveCard(CARD.tag, home.id);
  server.access.giveCard(OTHER.tag, home.id, {
    card: { from: "2026-01-10T14:00:00.000Z", until: "2090-03-01T04:59:59.999Z" },
  });
  server.access.giveCard("00000101", scheduled.id);
  // What such a board cannot hold: a card of seven bytes.
  server.access.giveCard("04A1B2C3D4E5F6", home.id);
  board.cards = [{ number: STRANGER, from: "20200101", to: "20991231", doors: [1, 1, 1, 1] }];
  await newAgent(server);
  await server.tellAccess();
  const numbers = () => board.cards.flatMap((one) => (one ? [one.number] : [])).sort();
  await expect.poll(numbers).toEqual([CARD.number, OTHER.number]);
  // Nine in the morning is no whole day; the last minute of February is its last day.
  expect(board.cardOf(OTHER.number)).toMatchObject({ from: "20260111", to: "20900228" });
  await expect
    .poll(() => boardOf(server, door.id), { timeout: 15_000 })
    .toMatchObject({ board: { cards: 2, cardsExpected: 2, cardsLeftOut: 1 } });

  const before = server.access.number;
  server.access.put({ ...card, state: "lost" });
  await server.tellAccess(before);
  await expect.poll(numbers).toEqual([OTHER.number]);
});

it("what the board wrote over is counted, and a board that was emptied is filled again", async () => {
  const { server, board, door, home } = await newHome();
  server.access.giveCard(CARD.tag, home.id);
  await newAgent(server);
  await server.tellAccess();
  await expect.poll(() => board.cardOf(CARD.number)).toBeDefined();
  board.isUnplugged = true;
  await expect.poll(() => boardOf(server, door.id)).toMatchObject({ outcome: "away" });
  board.missController();
  board.capacity = 3;
  for (let swipe = 0; swipe < 8; swipe += 1) {
    board.swipe(2, STRANGER + swipe);
  }
  board.isUnplugged = false;
  await server.until(() => server.facts.length === 3, "the three that it still has");
  await expect
    .poll(() => boardOf(server, door.id), { timeout: 15_000 })
    .toMatchObject({ board: { eventsLost: 5 } });

  board.isUnplugged = true;
  await expect.poll(() => boardOf(server, door.id)).toMatchObject({ outcome: "away" });
  board.forget();
  board.isUnplugged = false;
  await expect.poll(() => board.cardOf(CARD.number)?.doors).toEqual([0, 1, 0, 0]);
  await isInHand(board);
  board.swipe(2, CARD.number);
  await server.until(() => server.facts.length === 5, "a card after that");
  expect(server.facts.at(-1)).toMatchObject({ kind: "door-opened", origin: "CARD" });
});

it("cards open while the disk takes nothing, each once, and are told when it takes them again", async () => {
  const { server, board, home } = await newHome();
  server.access.giveCard(CARD.tag, home.id);
  server.access.giveCard(OTHER.tag, home.id);
  let store: Store | undefined;
  await newAgent(server, {
    prepare: (opened) => {
      store = opened;
    },
  });
  await server.tellAccess();
  await isInHand(board);
  if (!store) {
    throw new Error("a controller without a store");
  }
  refuseWrites(store);
  board.swipe(2, CARD.number);
  await expect.poll(() => board.openings.length).toBe(1);
  board.swipe(2, OTHER.number);
  await expect.poll(() => board.openings.length).toBe(2);
  takeWrites(store);
  await server.until(() => server.facts.length === 4, "both cards and both openings");
  expect(server.facts.map(({ kind }) => kind).sort()).toEqual([
    "access-decided",
    "access-decided",
    "door-opened",
    "door-opened",
  ]);
  expect(board.openings).toHaveLength(2);
});

it("nonsense is said as what it is, and comes back by itself", async () => {
  const { server, board, door } = await newHome();
  board.isNonsense = true;
  await newAgent(server);
  await expect
    .poll(() => boardOf(server, door.id))
    .toMatchObject({ outcome: "away", why: /no habla como una placa/ });
  expect(await contactOf(server, door.id)).toMatchObject({ state: { outcome: "away", why: /no habla/ } });
  // The order left for it: what it did with that, it does not say.
  expect(await server.order(server.newOrder(door.id))).toBe("unknown");
  board.isNonsense = false;
  await expect
    .poll(() => boardOf(server, door.id), { timeout: 15_000 })
    .toMatchObject({ outcome: "listening" });
});

it("killed again and again in the middle, it loses no event of the board and counts none twice", async () => {
  const { server, board, home } = await newHome();
  server.access.giveCard(CARD.tag, home.id);
  const dataDir = mkdtempSync(join(tmpdir(), "umbral-board-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const start = () =>
    startController({
      SERVER_URL: server.url,
      CONTROLLER_DATA_DIR: dataDir,
      PAIRING_CODE: server.pairingCode,
      LOG_LEVEL: "error",
    });
  let controller = await start();
  onTestFinished(() => void controller.kill("SIGKILL"));
  await controller.heard("ready");
  await server.tellAccess();
  await expect.poll(() => board.cardOf(CARD.number)).toBeDefined();
  await expect.poll(() => board.time.slice(0, 8)).toBe("20260714");
  let swipes = 0;
  for (let life = 1; life <= 6; life += 1) {
    board.isUnplugged = true;
    await controller.kill("SIGKILL");
    board.missController();
    for (let swipe = 0; swipe < 5; swipe += 1) {
      board.swipe(2, CARD.number);
      swipes += 1;
    }
    board.isUnplugged = false;
    const told = server.facts.length;
    controller = await start();
    // Killed while it fetches and keeps them, each time at another one.
    await server.until(() => server.facts.length > told + life, "some of them");
  }
  await server.until(() => server.facts.length >= 2 * swipes, "all of them");
  await controller.heard("ready");
  const ids = server.facts.flatMap((fact) => (fact.kind === "access-decided" ? [fact.accessId] : []));
  const opened = server.facts.flatMap((fact) => (fact.kind === "door-opened" ? [fact.openingId] : []));
  expect([ids.length, new Set(ids).size, opened]).toEqual([swipes, swipes, ids]);
  // None of them opened again.
  expect(board.openings).toHaveLength(swipes);
});

it("a board says that it is there, or why nothing is heard of it, and no relay of it moves", async () => {
  const { server, board } = await newHome();
  const trial = (serial: number) =>
    server.send("relay:try", {
      relay: { kind: "uhppote", host: board.place, serial, door: 2 },
      withinMs: 4000,
    });
  await newAgent(server);
  expect(await trial(board.serial)).toMatchObject({ outcome: "reached" });
  expect(await trial(board.serial + 1)).toMatchObject({
    outcome: "failed",
    why: expect.stringMatching(/La placa no responde/),
  });
  expect(board.openings).toEqual([]);
});
