import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { startTestCluster } from "../apps/server/testing/cluster.ts";
import { type Benchmark, type Figure, percentile, rounded } from "./figures.ts";

const FRAME_BYTES = 40_000;
const FRAMES_PER_SECOND = 10;
/** The first round compiles and is not counted. */
const ROUNDS = 5;

const Spent = z.object({ cpuMs: z.number(), residentMb: z.number() });

/**
 * One camera, 40 kB frames, ten a second, to 1, 10 and 100 viewers: frames delivered for each second of the
 * server's processor time above what it takes at rest, beside bare `ws` broadcasting the same buffer. Turn by turn: while one of
 * them is sent frames the other rests with all its viewers. Viewers live in a process of their own, as does each server.
 */
export const frames: Benchmark = async ({ isLong }) => {
  const cluster = await startTestCluster();
  const figures: Figure[] = [];
  for (const viewers of isLong ? [1, 10, 100, 500] : [1, 10, 100]) {
    figures.push(...(await measure(viewers, isLong ? 10_000 : 4000)));
  }
  await cluster.stop();
  return figures;
};

async function measure(viewers: number, forMs: number): Promise<Figure[]> {
  const ours = await Filmed.start("frames.product.ts", "frames.viewers.ts", viewers);
  const bare = await Filmed.start("frames.bare.ts", "frames.bare-viewers.ts", viewers);
  for (let round = 0; round <= ROUNDS; round += 1) {
    await Promise.all([ours.film(forMs), bare.rest(forMs)]);
    await Promise.all([bare.film(forMs), ours.rest(forMs)]);
  }
  await Promise.all([ours.end(), bare.end()]);
  const name = (of: string) => `frames-${viewers}-viewers-${of}`;
  return [
    { name: name("per-cpu-s"), value: rounded(ours.perCpuSecond, 0) },
    { name: name("bare-per-cpu-s"), value: rounded(bare.perCpuSecond, 0) },
    { name: name("ratio"), value: rounded(ours.perCpuSecond / bare.perCpuSecond) },
    { name: name("delivered-ratio"), value: rounded(ours.delivered / bare.delivered) },
    { name: name("rest-ms-per-second"), value: rounded(ours.restMs / (forMs / 1000)) },
    { name: name("server-mb"), value: rounded(ours.residentMb, 0) },
  ];
}

/** A server with a camera and viewers, which is filmed for some of the time. */
class Filmed {
  readonly #server: ChildProcess;
  readonly #crowd: ChildProcess;
  readonly #spentMs: number[] = [];
  readonly #restMs: number[] = [];
  readonly #delivered: number[] = [];
  residentMb = 0;

  private constructor(server: ChildProcess, crowd: ChildProcess) {
    this.#server = server;
    this.#crowd = crowd;
  }

  static async start(server: string, viewers: string, count: number): Promise<Filmed> {
    const program = (name: string, words: unknown[]): ChildProcess =>
      fork(join(import.meta.dirname, name), words.map(String));
    const source = program(server, [FRAME_BYTES, FRAMES_PER_SECOND, count]);
    const [where] = (await once(source, "message")) as [unknown];
    const crowd = program(viewers, [JSON.stringify(where), count]);
    await once(crowd, "message");
    return new Filmed(source, crowd);
  }

  async film(forMs: number): Promise<void> {
    this.#crowd.send({ kind: "begin" });
    this.#server.send({ kind: "film" });
    const spent = await this.#spentIn(forMs);
    this.#server.send({ kind: "still" });
    this.#crowd.send({ kind: "end" });
    const [delivered] = (await once(this.#crowd, "message")) as [number];
    this.#spentMs.push(spent.cpuMs);
    this.#delivered.push(delivered);
    this.residentMb = spent.residentMb;
  }

  async rest(forMs: number): Promise<void> {
    this.#restMs.push((await this.#spentIn(forMs)).cpuMs);
  }

  /** Of all rounds but the first. */
  get delivered(): number {
    return this.#delivered.slice(1).reduce((sum, one) => sum + one, 0);
  }

  /** Of the middle round. */
  get restMs(): number {
    return percentile(this.#restMs.slice(1), 0.5);
  }

  /** Of the middle round, above its rest. */
  get perCpuSecond(): number {
    const each = this.#spentMs.map(
      (ms, round) => (this.#delivered[round] ?? 0) / ((ms - this.restMs) / 1000),
    );
    return percentile(each.slice(1), 0.5);
  }

  async end(): Promise<void> {
    this.#crowd.kill();
    this.#server.kill();
    await Promise.all([once(this.#crowd, "exit"), once(this.#server, "exit")]);
  }

  async #spentIn(forMs: number): Promise<z.infer<typeof Spent>> {
    this.#server.send({ kind: "begin" });
    await pause(forMs);
    this.#server.send({ kind: "end" });
    const [usage] = (await once(this.#server, "message")) as [unknown];
    return Spent.parse(usage);
  }
}
