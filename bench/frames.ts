import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { type Benchmark, type Figure, rounded } from "./figures.ts";

const FRAME_BYTES = 40_000;
const FRAMES_PER_SECOND = 10;

const Measured = z.object({ delivered: z.number(), cpuMs: z.number(), residentMb: z.number() });

/**
 * One camera, 40 kB frames, ten a second, to 1, 10 and 100 viewers: frames delivered for each second of the
 * server's processor time, beside bare `ws` broadcasting the same buffer. Viewers live in a process of
 * their own; each server is measured in its own process.
 */
export const frames: Benchmark = async ({ isLong }) => {
  const cluster = await startTestCluster();
  const figures: Figure[] = [];
  for (const viewers of isLong ? [1, 10, 100, 500] : [1, 10, 100]) {
    const ours = await measure("frames.product.ts", "frames.viewers.ts", viewers, isLong);
    const bare = await measure("frames.bare.ts", "frames.bare-viewers.ts", viewers, isLong);
    const perSecond = (one: z.infer<typeof Measured>) => one.delivered / (one.cpuMs / 1000);
    figures.push(
      { name: `frames-${viewers}-viewers-per-cpu-s`, value: rounded(perSecond(ours), 0) },
      { name: `frames-${viewers}-viewers-bare-per-cpu-s`, value: rounded(perSecond(bare), 0) },
      { name: `frames-${viewers}-viewers-ratio`, value: rounded(perSecond(ours) / perSecond(bare)) },
      { name: `frames-${viewers}-viewers-server-mb`, value: rounded(ours.residentMb, 0) },
    );
  }
  await cluster.stop();
  return figures;
};

async function measure(server: string, viewers: string, count: number, isLong: boolean) {
  const program = (name: string, words: string[]): ChildProcess =>
    fork(join(import.meta.dirname, name), words);
  const source = program(server, [String(FRAME_BYTES), String(FRAMES_PER_SECOND)]);
  const [where] = (await once(source, "message")) as [unknown];
  const crowd = program(viewers, [JSON.stringify(where), String(count)]);
  await once(crowd, "message");

  const seconds = isLong ? 30 : 8;
  source.send({ kind: "begin" });
  crowd.send({ kind: "begin" });
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  crowd.send({ kind: "end" });
  const [delivered] = (await once(crowd, "message")) as [number];
  source.send({ kind: "end" });
  const [usage] = (await once(source, "message")) as [object];
  crowd.kill();
  source.kill();
  await Promise.all([once(crowd, "exit"), once(source, "exit")]);
  return Measured.parse({ ...usage, delivered });
}
