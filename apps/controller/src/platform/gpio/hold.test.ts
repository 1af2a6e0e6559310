import { spawn } from "node:child_process";
import { describe, expect, it, onTestFinished } from "vitest";
import { FakeClock } from "../../../testing/fake-clock.ts";
import { bundled, CHIP, SimulatedGpioChip } from "../../../testing/gpio-chip.ts";
import { systemClock } from "../clock.ts";
import { silentLog } from "../log.ts";
import { GpioHold } from "./hold.ts";
import { GpioPrograms } from "./programs.ts";

const LINE = { chip: CHIP, line: 17, activeLow: false };

async function held(version: 1 | 2, given: Partial<typeof LINE> = {}) {
  const chip = new SimulatedGpioChip(version);
  const programs = new GpioPrograms(await chip.install());
  const clock = new FakeClock();
  const hold = new GpioHold({ line: { ...LINE, ...given }, programs, clock, log: silentLog });
  onTestFinished(() => hold.cut());
  return { chip, programs, clock, hold };
}

for (const version of [1, 2] as const) {
  describe(`a pin by libgpiod's programs, version ${version}`, () => {
    it("is on while it is wanted, and is driven off and let go of after that", async () => {
      const { chip, hold } = await held(version);
      await hold.set(true);
      expect([chip.level(17), chip.holder(17)]).toEqual([true, "gpioset"]);
      await hold.set(true);
      await hold.set(false);
      expect([chip.level(17), chip.holder(17)]).toEqual([false, ""]);
      expect(chip.calls.filter((call) => call.endsWith("17=1"))).toHaveLength(1);
    });

    it("that is on when it is low", async () => {
      const { chip, hold } = await held(version, { activeLow: true });
      await hold.set(true);
      expect(chip.level(17)).toBe(false);
      await hold.set(false);
      expect(chip.level(17)).toBe(true);
    });

    it("is off before a crash goes on, also one that was left on by the process before", async () => {
      const { chip, hold, programs } = await held(version);
      await hold.set(true);
      hold.cut();
      await chip.until(() => chip.holder(17) === "");
      expect(chip.level(17)).toBe(false);
      const first = new GpioHold({ line: LINE, programs, clock: new FakeClock(), log: silentLog });
      await first.set(true);
      chip.kill(17);
      await chip.until(() => chip.holder(17) === "");
      first.cut();
      await hold.set(true);
      // As after a power cut of this process alone: nobody let go of it.
      chip.kill(17);
      new GpioHold({ line: LINE, programs, clock: new FakeClock(), log: silentLog }).cut();
      await chip.until(() => chip.calls.at(-1)?.endsWith("17=0") === true && !chip.holder(17));
      expect(chip.level(17)).toBe(false);
    });

    it("that somebody else has, that is not there, or whose chip is gone is not on, and says why", async () => {
      const { chip, hold, programs } = await held(version);
      const [program, ...given] = programs.dialect.watch({ ...LINE, bias: "as-is" });
      const other = spawn(program, given, { env: programs.env, stdio: "ignore" });
      await chip.until(() => chip.holder(17) === "gpiomon");
      await expect(hold.set(true)).rejects.toThrow("ya usa ese pin");
      hold.cut();
      other.kill("SIGKILL");
      await chip.until(() => chip.holder(17) === "");
      const beyond = new GpioHold({
        line: { ...LINE, line: 99 },
        programs,
        clock: new FakeClock(),
        log: silentLog,
      });
      await expect(beyond.set(true)).rejects.toThrow("no está en el chip");
      beyond.cut();
      chip.be({ isThere: false });
      await expect(hold.set(true)).rejects.toThrow("no existe");
      hold.cut();
      expect(chip.level(17)).toBe(false);
    });

    it("that could not be set off, because the programs stand still, says so and is set off the next time", async () => {
      const { chip, hold } = await held(version);
      await hold.set(true);
      const calls = chip.calls.length;
      chip.be({ isStuck: true });
      const rested = expect(hold.set(false)).rejects.toThrow("no responde");
      await chip.until(() => chip.calls.length > calls);
      await rested;
      expect(chip.level(17)).toBe(true);
      chip.be({ isStuck: false });
      await hold.set(false);
      expect(chip.level(17)).toBe(false);
    });

    it("that was let go of by itself is held again while it is wanted", async () => {
      const { chip, clock, hold } = await held(version);
      await hold.set(true);
      chip.kill(17);
      // Its keeper drives it off before anything else.
      await chip.until(() => chip.calls.at(-1)?.endsWith("17=0") === true);
      await expect.poll(() => clock.pending).toBe(1);
      await clock.push(1000);
      await chip.until(() => chip.holder(17) === "gpioset");
      await hold.set(false);
      expect(chip.level(17)).toBe(false);
    });
  });
}

it("is driven off when the process that wants it dies or stands still, though the kernel would leave it on", async () => {
  for (const signal of ["SIGKILL", "SIGSTOP"] as const) {
    const chip = new SimulatedGpioChip(1);
    const env = await chip.install();
    const program = await bundled("./gpio-process.ts");
    const controller = spawn(process.execPath, ["-e", program], {
      env,
      stdio: ["ignore", "pipe", "inherit"],
    });
    onTestFinished(() => void controller.kill("SIGKILL"));
    await new Promise((resolve) => controller.stdout.once("data", resolve));
    expect(chip.level(17)).toBe(true);
    controller.kill(signal);
    await chip.until(() => !chip.level(17) && chip.holder(17) === "");
  }
});

it("says that the programs are missing", async () => {
  const programs = new GpioPrograms({ PATH: "/nowhere" });
  const hold = new GpioHold({ line: LINE, programs, clock: systemClock(), log: silentLog });
  await expect(hold.set(true)).rejects.toThrow("apt install gpiod");
  hold.cut();
});
