import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { hasKeptTime } from "./machine-run.ts";

const NOON = Date.UTC(2026, 6, 14, 17);
const HOUR = 3_600_000;

/** What a machine says of itself in `/sys` and `/run`. */
function newMachine(said: { rtcs?: string[]; isSynchronised?: boolean }): string {
  const root = mkdtempSync(join(tmpdir(), "umbral-machine-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (folder: string, file: string, text: string) => {
    mkdirSync(join(root, folder), { recursive: true });
    writeFileSync(join(root, folder, file), text);
  };
  for (const [index, text] of (said.rtcs ?? []).entries()) {
    write(`sys/class/rtc/rtc${index}`, "since_epoch", text);
  }
  if (said.isSynchronised) {
    write("run/systemd/timesync", "synchronized", "");
  }
  return root;
}

const seconds = (ms: number): string => `${Math.floor(ms / 1000)}\n`;

it.each([
  { machine: "a board without a clock of its own", said: {}, hasKept: false },
  {
    machine: "a clock with a battery that says the same",
    said: { rtcs: [seconds(NOON - 40_000)] },
    hasKept: true,
  },
  { machine: "one that lost its battery and began anew", said: { rtcs: [seconds(20_000)] }, hasKept: false },
  { machine: "one that goes by another zone", said: { rtcs: [seconds(NOON - 5 * HOUR)] }, hasKept: false },
  { machine: "one that knows no time", said: { rtcs: [""] }, hasKept: false },
  { machine: "a second one that is right", said: { rtcs: [seconds(0), seconds(NOON)] }, hasKept: true },
  { machine: "no clock of its own, set by the network", said: { isSynchronised: true }, hasKept: true },
])("knows of $machine whether it kept the time", ({ said, hasKept }) => {
  expect(hasKeptTime(NOON, newMachine(said))).toBe(hasKept);
});
