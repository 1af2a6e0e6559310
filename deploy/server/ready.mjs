// @ts-check
// ready.mjs [--for SECONDS] [--address https://…]: ends with 0 as soon as the server of these settings, or at that address, is
// ready, and with 1 when it was not ready in time, or when its process (MAINPID, from systemd) is gone. Asked once unless
// it is told for how long.
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";

const PAUSE_MS = 250;
const PATIENCE_MS = 8000;

const { values } = parseArgs({
  options: { for: { type: "string", default: "0" }, address: { type: "string" } },
});
const until = performance.now() + Number(values.for) * 1000;
/** @type {Readonly<Record<string, string>>} */
const OWN_NAMES = { "0.0.0.0": "127.0.0.1", "::": "[::1]" };
// An empty variable is an absent one, here as in the server.
const host = process.env["HOST"] || "127.0.0.1";
const own = OWN_NAMES[host] ?? (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host);
const address = `${values.address ?? `http://${own}:${process.env["PORT"] || 3000}`}/readyz`;

while (!(await isReady())) {
  if (performance.now() > until || !isAlive()) {
    process.exit(1);
  }
  await pause(PAUSE_MS);
}

async function isReady() {
  try {
    return (await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) })).ok;
  } catch {
    // Nobody listens yet.
    return false;
  }
}

function isAlive() {
  const pid = Number(process.env["MAINPID"]);
  try {
    return !pid || process.kill(pid, 0);
  } catch {
    return false;
  }
}
