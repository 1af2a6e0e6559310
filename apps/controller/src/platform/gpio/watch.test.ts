import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { CHIP, SimulatedGpioChip } from "../../../testing/gpio-chip.ts";
import { silentLog } from "../log.ts";
import { type GpioInputLine, GpioPrograms } from "./programs.ts";
import { GpioWatch } from "./watch.ts";

const NO_ANSWER = "El pin GPIO no responde.";
const NO_CHIP = "Ese chip GPIO no existe en el controlador.";
const LINE: GpioInputLine = { chip: CHIP, line: 4, activeLow: true, bias: "pull-up" };

async function watched(version: 1 | 2) {
  const chip = new SimulatedGpioChip(version);
  const programs = new GpioPrograms(await chip.install());
  const clock = new FakeClock();
  const watch = new GpioWatch({ line: LINE, programs, clock, log: silentLog });
  const told: (boolean | string | null)[] = [];
  onTestFinished(() => watch.stop());
  const start = () => watch.start((isOn, why) => told.push(why ?? isOn));
  const heard = (wanted: (boolean | string | null)[]) =>
    expect.poll(() => told, { timeout: 10_000 }).toEqual(wanted);
  return { chip, clock, watch, told, start, heard };
}

for (const version of [1, 2] as const) {
  describe(`a pin that is read by libgpiod's programs, version ${version}`, () => {
    it("tells how it is, and each change; its circuit to ground is closed when it is low", async () => {
      const { chip, start, heard } = await watched(version);
      start();
      await chip.until(() => chip.holder(4) === "gpiomon");
      await heard([false]);
      chip.drive(4, false);
      chip.drive(4, null);
      await heard([false, true, false]);
    });

    it("is read again from time to time: no change is missed for long", async () => {
      const { chip, clock, start, told } = await watched(version);
      start();
      await chip.until(() => chip.holder(4) === "gpiomon");
      await expect.poll(() => clock.pending).toBe(1);
      await clock.push(1000);
      await expect.poll(() => told).toEqual([false]);
      await chip.until(() => chip.holder(4) === "");
      chip.drive(4, false);
      await expect.poll(() => clock.pending).toBe(1);
      await clock.push(0);
      await expect.poll(() => told.at(-1)).toBe(true);
      await chip.until(() => chip.holder(4) === "gpiomon");
    });

    it("says once that it cannot be known, and tells again when it can", async () => {
      const { chip, clock, start, heard } = await watched(version);
      start();
      await chip.until(() => chip.holder(4) === "gpiomon");
      chip.be({ isThere: false });
      chip.kill(4);
      await heard([false, NO_ANSWER]);
      for (const pause of [1000, 2000, 4000]) {
        const asked = chip.calls.length;
        await expect.poll(() => clock.pending).toBe(1);
        await clock.push(pause);
        await chip.until(() => chip.calls.length > asked);
      }
      chip.be({ isThere: true });
      await expect.poll(() => clock.pending).toBe(1);
      await clock.push(8000);
      await heard([false, NO_ANSWER, NO_CHIP, false]);
      await chip.until(() => chip.holder(4) === "gpiomon");
    });

    it("lets go of the line when it is stopped", async () => {
      const { chip, clock, watch, start, told, heard } = await watched(version);
      start();
      await heard([false]);
      await chip.until(() => chip.holder(4) === "gpiomon");
      watch.stop();
      await chip.until(() => chip.holder(4) === "");
      chip.drive(4, false);
      await expect.poll(() => clock.pending).toBe(0);
      expect(told).toEqual([false]);
    });
  });
}

it("of a wire that hangs in the air is not known, and costs nothing", async () => {
  const { chip, start, told } = await watched(1);
  start();
  await chip.until(() => chip.holder(4) === "gpiomon");
  for (let turn = 0; turn < 600; turn += 1) {
    chip.drive(4, turn % 2 === 0);
  }
  await expect.poll(() => told.at(-1)).toMatch(/cambia sin parar/);
  await chip.until(() => chip.holder(4) === "");
  expect(told.length).toBeLessThan(510);
});
