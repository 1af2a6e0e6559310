import { systemClock } from "../src/platform/clock.ts";
import { GpioHold } from "../src/platform/gpio/hold.ts";
import { GpioPrograms } from "../src/platform/gpio/programs.ts";
import { silentLog } from "../src/platform/log.ts";
import { CHIP } from "./gpio-chip-words.ts";

/** A process that wants a line on, and nothing else: run to be killed. */
const hold = new GpioHold({
  line: { chip: CHIP, line: 17, activeLow: false },
  programs: new GpioPrograms(),
  clock: systemClock(),
  log: silentLog,
});
void hold.set(true).then(() => process.stdout.write("held"));
setInterval(() => undefined, 1000);
