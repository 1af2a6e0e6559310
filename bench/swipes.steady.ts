import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import type { Benchmark } from "./figures.ts";
import type { Steady } from "./swipes.steady.server.ts";

/**
 * A thousand cards a minute held to a building's ten readers, an hour long: what was shown green, and what of it the
 * server has in the end. Short: a minute.
 */
export const steadySwipes: Benchmark = async ({ isLong }) => {
  const cluster = await startTestCluster();
  let child: ChildProcess | undefined;
  try {
    child = fork(join(import.meta.dirname, "swipes.steady.server.ts"), [String(isLong ? 60 : 1)]);
    const [{ swiped, green, kept, twice, slowest, arrived }] = (await once(child, "message")) as [Steady];
    return [
      { name: "steady-swipes", value: swiped },
      { name: "steady-green", value: green },
      { name: "steady-lost", value: swiped - kept },
      { name: "steady-counted-twice", value: twice },
      { name: "steady-slowest-light-ms", value: slowest },
      { name: "steady-arrived-after-ms", value: arrived },
    ];
  } finally {
    child?.kill();
    await cluster.stop();
  }
};
