import { existsSync, readdirSync, readFileSync } from "node:fs";
import { uptime } from "node:os";
import { join } from "node:path";

/** By so much a clock with a battery may differ from the one on the wall, which was set by it when the machine started. */
const AGREES_MS = 2 * 60_000;

/** A name of the machine's present run, as no other of it: null where the system gives none. */
function readBootId(): string | null {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  } catch {
    return null;
  }
}

const bootId = readBootId();

/** The run of the machine and for how long it has been up: they outlive this process. */
export const machineRun = (): {
  machine: string | null;
  upMs: number;
  hasKeptTime: (wallMs: number) => boolean;
} => ({
  machine: bootId,
  upMs: uptime() * 1000,
  hasKeptTime: (wallMs) => hasKeptTime(wallMs),
});

/**
 * Did the clock on the wall go on while the machine had no power? A board without a battery wakes with the date of its
 * shutdown. It did where a clock of its own (RTC) says the same; one that is there and lost its battery says another
 * time, or none. Else it is right where systemd-timesyncd has set it in this run: chrony and ntpd leave no word to read.
 * @param root where `sys` and `run` are
 */
export function hasKeptTime(wallMs: number, root = "/"): boolean {
  return (
    readRtcs(join(root, "sys/class/rtc")).some((rtcMs) => Math.abs(rtcMs - wallMs) <= AGREES_MS) ||
    existsSync(join(root, "run/systemd/timesync/synchronized"))
  );
}

/** What each of the machine's own clocks says, of those that know. */
function readRtcs(folder: string): number[] {
  try {
    return readdirSync(folder).flatMap((name) => {
      const seconds = readSeconds(join(folder, name, "since_epoch"));
      return seconds === undefined ? [] : [seconds * 1000];
    });
  } catch {
    return [];
  }
}

function readSeconds(file: string): number | undefined {
  try {
    const text = readFileSync(file, "utf8").trim();
    return /^\d+$/.test(text) ? Number(text) : undefined;
  } catch {
    // It lost its time, and says so.
    return undefined;
  }
}
