import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

/** A figure of what must never be. Each is counted over all that is tried. */
type Counts<Name extends string> = Record<Name, number>;

interface Proof<Name extends string, Never extends Name> {
  /** `npm run prove:…` */
  command: string;
  /** What is tried on its own, from a seed of its own, and reckoned up at its end. */
  one: { called: string; faults: number; atOnce: number };
  /** Faults where nobody says how many. */
  usually: number;
  /** What is left out on this machine, said before. */
  leftOut: string | null;
  run: (seed: number, faults: number) => Promise<Counts<Name> & { remarks: string[] }>;
  /** What is printed at the end, in this order, after how many faults were tried. */
  figures: Readonly<Record<Name, string>>;
  /** Which of them have to be 0. */
  never: readonly Never[];
}

const Whole = z.coerce.number().int();

/**
 * Tries faults for as long as asked (`--faults N --seed S`), from a seed and resumable, and prints one figure a line.
 * @returns 1 when something was counted that must never be
 */
export async function prove<Name extends string, Never extends Name>(
  proof: Proof<Name, Never>,
): Promise<0 | 1> {
  const { command, one, figures, run } = proof;
  const names = Object.keys(figures).filter((name): name is Name => name in figures);
  const Done = z.record(z.string(), z.record(z.string(), z.number().int().nonnegative()));
  const { values } = parseArgs({
    options: {
      faults: { type: "string", default: String(proof.usually) },
      seed: { type: "string", default: String(Date.now() % 1_000_000) },
    },
  });
  const faults = Whole.positive().parse(values.faults);
  const seed = Whole.nonnegative().parse(values.seed);
  const folder = join(import.meta.dirname, "..", "node_modules", ".cache", command.replace(":", "-"));
  const file = join(folder, `${seed}-${faults}.json`);
  const kept = await readFile(file, "utf8").catch(() => "{}");
  const done = Done.parse(JSON.parse(kept));
  await mkdir(folder, { recursive: true });

  say(`seed ${seed}: npm run ${command} -- --faults ${faults} --seed ${seed} tries the same again`);
  if (proof.leftOut !== null) {
    say(proof.leftOut);
  }
  const all = Array.from({ length: Math.ceil(faults / one.faults) }, (_, index) => index);
  const waiting = all.filter((index) => !(String(index) in done));
  if (waiting.length < all.length) {
    say(`${all.length - waiting.length} of ${all.length} ${one.called}s were tried before`);
  }
  const tryOnes = async () => {
    for (let index = waiting.shift(); index !== undefined; index = waiting.shift()) {
      const many = Math.min(one.faults, faults - index * one.faults);
      const { remarks, ...counts } = await run(seed * 100_003 + index, many);
      for (const remark of remarks) {
        say(`${one.called} ${index}: ${remark}`);
      }
      done[String(index)] = { faults: many, ...counts };
      await writeFile(file, JSON.stringify(done));
    }
  };
  await Promise.all(Array.from({ length: one.atOnce }, tryOnes));

  const total = (name: string): number =>
    Object.values(done).reduce((sum, counts) => sum + (counts[name] ?? Number.NaN), 0);
  say(`faults tried: ${total("faults")}`);
  for (const name of names) {
    say(`${figures[name]}: ${total(name)}`);
  }
  return proof.never.every((name) => total(name) === 0) ? 0 : 1;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
