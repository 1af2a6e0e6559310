import { readFileSync } from "node:fs";
import { uptime } from "node:os";

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
export const machineRun = (): { machine: string | null; upMs: number } => ({
  machine: bootId,
  upMs: uptime() * 1000,
});
