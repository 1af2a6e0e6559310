import { mkdir, readFile, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runEpisode } from "../apps/controller/testing/prove/episode.ts";
import { syncedWritesLibrary } from "../apps/controller/testing/prove/power.ts";

/*
 * npm run prove:controller                               a thousand faults, some minutes
 * npm run prove:controller -- --faults 50000 --seed 7    goes on where the same one was stopped
 */

/** Faults that one controller lives through before it is reckoned up: then another building follows. */
const FAULTS_AN_EPISODE = 50;
/** Controllers that are tried at once: most of the time they wait for somebody at a reader, for a line, for a door's end. */
const AT_ONCE = 3 * availableParallelism();
const progressFolder = join(import.meta.dirname, "..", "node_modules", ".cache", "prove-controller");

const Count = z.number().int().nonnegative();
const Done = z.object({ faults: Count, unintended: Count, refused: Count, lost: Count, twice: Count });
type Done = z.infer<typeof Done>;
const Progress = z.record(z.string(), Done);

const { values: options } = parseArgs({
  options: {
    faults: { type: "string", default: "1000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const Whole = z.coerce.number().int().positive();
const faults = Whole.parse(options.faults);
const seed = z.coerce.number().int().nonnegative().parse(options.seed);

const say = (line: string): void => void process.stdout.write(`${line}\n`);

const file = join(progressFolder, `${seed}-${faults}.json`);
const done = Progress.parse(
  await readFile(file, "utf8").then(
    (text): unknown => JSON.parse(text),
    () => ({}),
  ),
);
await mkdir(progressFolder, { recursive: true });

say(`seed ${seed}: npm run prove:controller -- --faults ${faults} --seed ${seed} tries the same again`);
if (syncedWritesLibrary() === null) {
  say("power cuts are left out: dropping what was not synced needs Linux and a C compiler (cc)");
}
const episodes = Array.from({ length: Math.ceil(faults / FAULTS_AN_EPISODE) }, (_, index) => index);
const waiting = episodes.filter((index) => !(String(index) in done));
if (waiting.length < episodes.length) {
  say(`${episodes.length - waiting.length} of ${episodes.length} buildings were tried before`);
}
await Promise.all(
  Array.from({ length: AT_ONCE }, async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const many = Math.min(FAULTS_AN_EPISODE, faults - index * FAULTS_AN_EPISODE);
      const { remarks, ...verdict } = await runEpisode(seed * 100_003 + index, many);
      for (const remark of remarks) {
        say(`building ${index}: ${remark}`);
      }
      done[String(index)] = { faults: many, ...verdict };
      await writeFile(file, JSON.stringify(done));
    }
  }),
);

const total = (name: keyof Done): number =>
  Object.values(done).reduce((sum, verdict) => sum + verdict[name], 0);
say(`faults tried: ${total("faults")}`);
say(`unintended openings: ${total("unintended")}`);
say(`authorised swipes refused: ${total("refused")}`);
say(`acknowledged events lost: ${total("lost")}`);
say(`counted twice: ${total("twice")}`);
const isSound = (["unintended", "refused", "lost", "twice"] as const).every((name) => total(name) === 0);
process.exit(isSound ? 0 : 1);
