import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";
import { runEpisode } from "../apps/server/testing/prove/episode.ts";

/*
 * npm run prove:server                               twenty faults, some minutes
 * npm run prove:server -- --faults 200 --seed 7      goes on where the same one was stopped
 */

/** Faults that one installation lives through before it is reckoned up. */
const FAULTS_AN_EPISODE = 10;
const progressFolder = join(import.meta.dirname, "..", "node_modules", ".cache", "prove-server");

const Count = z.number().int().nonnegative();
const Done = z.object({ faults: Count, writes: Count, lost: Count, twice: Count, notReady: Count });
type Done = z.infer<typeof Done>;
const Progress = z.record(z.string(), Done);

const { values: options } = parseArgs({
  options: {
    faults: { type: "string", default: "20" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const faults = z.coerce.number().int().positive().parse(options.faults);
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

say(`seed ${seed}: npm run prove:server -- --faults ${faults} --seed ${seed} tries the same again`);
say("power cuts are left out: nothing here drops what PostgreSQL did not sync");
for (let index = 0; index * FAULTS_AN_EPISODE < faults; index += 1) {
  if (String(index) in done) {
    continue;
  }
  const many = Math.min(FAULTS_AN_EPISODE, faults - index * FAULTS_AN_EPISODE);
  const { remarks, ...verdict } = await runEpisode(seed * 100_003 + index, many);
  for (const remark of remarks) {
    say(`installation ${index}: ${remark}`);
  }
  done[String(index)] = { faults: many, ...verdict };
  await writeFile(file, JSON.stringify(done));
}

const total = (name: keyof Done): number =>
  Object.values(done).reduce((sum, verdict) => sum + verdict[name], 0);
say(`faults tried: ${total("faults")}`);
say(`writes acknowledged: ${total("writes")}`);
say(`acknowledged writes lost: ${total("lost")}`);
say(`applied twice: ${total("twice")}`);
say(`not ready after 3 s: ${total("notReady")}`);
const isSound = (["lost", "twice", "notReady"] as const).every((name) => total(name) === 0);
process.exit(isSound ? 0 : 1);
