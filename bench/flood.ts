import { fork } from "node:child_process";
import { once } from "node:events";
import { setPriority } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { DOOR_OPEN } from "@umbral/contract/doors/doors.contract";
import { io, type Socket } from "socket.io-client";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";
import type { Flood } from "./flood.flooder.ts";
import { signIn, startProduct, temporaryFolder } from "./product.ts";

const FLOODS: readonly Flood["kind"][] = [
  "init",
  "presses",
  "uploads",
  "sign-ins",
  "sign-ins-from-everywhere",
];
/** Presses before the first that counts. */
const WARM_UP = 34;
/** From one press to the next. */
const PAUSE_MS = 60;
/** As long as a flood runs before presses count. */
const SETTLED_MS = 1500;
/** Somebody of the other building floods. */
const FLOODER = "1000000021";
/** The least that the system gives a process: the flood's own computer is none of the server's. */
const LEAST_PRIORITY = 19;

/** Who may open which door: one after the other, nobody comes near the limit of their own door. */
const PRESSERS = [
  ...["1000000005", "1000000006", "1000000007"].flatMap((cedula) =>
    ["1", "2$", "3"].map((door) => ({ cedula, door })),
  ),
  ...["1000000001", "1000000002", "1000000003", "1000000004"].flatMap((cedula) =>
    ["1", "2$"].map((door) => ({ cedula, door })),
  ),
];

/**
 * What one person's flood costs the others: how long a press takes in one building, quiet and while somebody of another
 * building floods the server with `init`, presses, uploads of pictures, or sign-ins, its own ones and
 * those of many networks. One after the other in one run.
 */
export const flood: Benchmark = async ({ isLong }) => {
  const folder = await temporaryFolder();
  // Who floods from everywhere says so, as a proxy would.
  const product = await startProduct(folder.path, { TRUSTED_PROXIES: "127.0.0.1" });
  const sockets = new Map<string, { socket: Socket; buildingId: string }>();
  for (const cedula of new Set(PRESSERS.map((presser) => presser.cedula))) {
    const { token, buildingId } = await signIn(product.url, cedula);
    const socket = io(product.url, { transports: ["websocket"], forceNew: true });
    await socket.emitWithAck("init", { token });
    sockets.set(cedula, { socket, buildingId });
  }
  let turn = 0;
  /** @returns how long each press took, in milliseconds */
  const press = async (times: number): Promise<number[]> => {
    const took: number[] = [];
    for (let time = 0; time < times; time += 1) {
      const { cedula, door } = PRESSERS[turn % PRESSERS.length] ?? { cedula: "", door: "" };
      const presser = sockets.get(cedula);
      turn += 1;
      const began = performance.now();
      const answer = await presser?.socket.emitWithAck("door_action", {
        buildingId: presser.buildingId,
        door,
        action: DOOR_OPEN,
      });
      took.push(performance.now() - began);
      if (answer?.ok !== true) {
        throw new Error(`a press of ${cedula} at ${door} was refused: ${answer?.code}`);
      }
      await sleep(PAUSE_MS);
    }
    return took;
  };

  const flooder = await signIn(product.url, FLOODER);
  const presses = isLong ? 1000 : 300;
  const figures: Figure[] = [];
  await press(WARM_UP);
  for (const kind of FLOODS) {
    const quiet = await press(presses);
    const stop = await startFlood({ kind, url: product.url, cedula: FLOODER, ...flooder });
    await sleep(SETTLED_MS);
    const flooded = await press(presses);
    const sent = await stop();
    const [before, during] = [percentile(quiet, 0.99), percentile(flooded, 0.99)];
    figures.push(
      { name: `flood-${kind}-sent-per-second`, value: rounded(sent, 0) },
      { name: `flood-${kind}-quiet-p99-ms`, value: rounded(before) },
      { name: `flood-${kind}-p99-ms`, value: rounded(during) },
      { name: `flood-${kind}-ratio`, value: rounded(during / before) },
    );
  }
  for (const { socket } of sockets.values()) {
    socket.disconnect();
  }
  await product.stop();
  await folder.remove();
  return figures;
};

/** @returns what ends it, and then says how much was sent a second */
async function startFlood(what: Flood): Promise<() => Promise<number>> {
  const child = fork(join(import.meta.dirname, "flood.flooder.ts"), [JSON.stringify(what)], {
    execArgv: ["--import", "tsx"],
  });
  setPriority(child.pid ?? 0, LEAST_PRIORITY);
  await once(child, "message");
  return async () => {
    const told = once(child, "message");
    const gone = once(child, "exit");
    child.send("stop");
    const [perSecond] = (await told) as [number];
    await gone;
    return perSecond;
  };
}
