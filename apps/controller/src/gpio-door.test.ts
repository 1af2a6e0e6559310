import { randomUUID } from "node:crypto";
import { expect, it, onTestFinished, vi } from "vitest";
import { newArea } from "../testing/access-pages.ts";
import { newAgent, newServer } from "../testing/agent.ts";
import { newConfiguration, newDoor } from "../testing/configuration.ts";
import { CHIP, SimulatedGpioChip } from "../testing/gpio-chip.ts";

const [RELAY, CONTACT, BUTTON, SIREN] = [17, 4, 5, 22];

/** A door all of whose devices hang on the pins of the controller's own computer. */
async function newEntrance(version: 1 | 2) {
  const chip = new SimulatedGpioChip(version);
  vi.stubEnv("PATH", (await chip.install())["PATH"]);
  onTestFinished(() => void vi.unstubAllEnvs());
  const pin = (line: number) => ({ kind: "gpio" as const, chip: CHIP, line, activeLow: true });
  const toGround = { bias: "pull-up" as const };
  const server = await newServer();
  const door = newDoor({
    relay: { ...pin(RELAY), activeLow: false },
    pulseMs: 300,
    contact: { ...pin(CONTACT), ...toGround, openIs: "open" },
  });
  const button = {
    id: randomUUID(),
    name: "Salida",
    kind: "exit-button" as const,
    doorId: door.id,
    driver: { ...pin(BUTTON), ...toGround },
    rest: "open" as const,
    debounceMs: 30,
  };
  // The leaf is closed: its contact too.
  chip.drive(CONTACT, false);
  server.configuration = newConfiguration(server.buildingId, {
    doors: [door],
    inputs: [button],
    siren: { ...pin(SIREN), activeLow: false },
  });
  const agent = await newAgent(server);
  await chip.until(() => chip.holder(CONTACT) === "gpiomon" && chip.holder(BUTTON) === "gpiomon");
  await expect.poll(() => agent.contacts.trialOf(door.id).state).toMatchObject({ isOn: false });
  return { server, agent, chip, door, button };
}

for (const version of [1, 2] as const) {
  it(`a card and the button open a door on pins, and its leaf is watched (libgpiod ${version})`, async () => {
    const { server, agent, chip, door } = await newEntrance(version);
    const home = newArea([door.id]);
    server.access.put({ kind: "building", offlineDays: 30 }, home);
    server.access.giveCard("398000", home.id);
    expect(await server.tellAccess()).toMatchObject({ outcome: "kept" });

    agent.simulated.reader(door.id).swipe("398000");
    await chip.until(() => chip.level(RELAY));
    await chip.until(() => !chip.level(RELAY) && chip.holder(RELAY) === "");
    await server.until(() => server.facts.length === 2, "the card and its opening");
    expect(server.facts[1]).toMatchObject({ kind: "door-opened", origin: "CARD", isCertain: true });

    chip.drive(BUTTON, false);
    await chip.until(() => chip.level(RELAY));
    chip.drive(BUTTON, null);
    await chip.until(() => !chip.level(RELAY) && chip.holder(RELAY) === "");
    await server.until(() => server.facts.length === 3, "the way out");
    expect(server.facts[2]).toMatchObject({ kind: "door-opened", origin: "BUTTON", isCertain: true });

    expect(await server.send("siren:set", { on: true, forMs: 60_000 })).toMatchObject({
      outcome: "sounding",
    });
    expect(chip.level(SIREN)).toBe(true);
    await agent.stop();
    await chip.until(() => !chip.level(SIREN) && chip.holder(SIREN) === "" && chip.holder(BUTTON) === "");
  });

  it(`a door that is forced on pins is told, and a pin that fails says why (libgpiod ${version})`, async () => {
    const { server, agent, chip, door, button } = await newEntrance(version);
    chip.drive(CONTACT, null);
    await server.until(() => server.facts.length === 2, "the forced door");
    expect(server.facts).toMatchObject([
      { kind: "door-opened", origin: "UNKNOWN" },
      { kind: "intrusion-started", intrusion: "door-forced", doorId: door.id },
    ]);
    chip.be({ isThere: false });
    chip.kill(BUTTON);
    await expect.poll(() => agent.inputs.trialOf(button.id).state).toMatchObject({ outcome: "away" });
    expect(chip.level(RELAY)).toBe(false);
  });

  it(`a pin says whether it can be a relay's, and is not touched (libgpiod ${version})`, async () => {
    const { server, chip } = await newEntrance(version);
    const trial = (line: number) =>
      server.send("relay:try", {
        relay: { kind: "gpio", chip: CHIP, line, activeLow: false },
        withinMs: 4000,
      });
    expect(await trial(RELAY)).toMatchObject({ outcome: "reached" });
    expect([chip.level(RELAY), chip.holder(RELAY)]).toEqual([false, ""]);
    // What is on is in our own hand.
    await server.send("siren:set", { on: true, forMs: 60_000 });
    expect(await trial(SIREN)).toMatchObject({ outcome: "reached" });
    // Whoever watches a pin lets go of it for a moment from time to time, to read it.
    await expect
      .poll(() => trial(BUTTON))
      .toMatchObject({ outcome: "failed", why: expect.stringMatching(/ya usa ese pin/) });
    expect(await trial(900)).toMatchObject({
      outcome: "failed",
      why: expect.stringMatching(/no está en el chip/),
    });
    chip.be({ isThere: false });
    expect(await trial(RELAY)).toMatchObject({
      outcome: "failed",
      why: expect.stringMatching(/no existe en el controlador/),
    });
  });
}
