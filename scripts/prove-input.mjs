// @ts-check
import { parseArgs } from "node:util";
import { ensureDependencies } from "./dependencies.mjs";
import { run, say } from "./run.mjs";

/*
 * npm run prove:input                              ten thousand inputs, some minutes
 * npm run prove:input -- --cases 1000000 --seed 7  the same chance tries the same again
 */
const { values } = parseArgs({
  options: {
    cases: { type: "string", default: "10000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
/** In an installation of its own: what was broken in one is whole in the next, and all of them can be tried again alone. */
const OF_ONE = 5000;

await ensureDependencies();
const cases = Number(values.cases);
const seed = Number(values.seed);
say(`seed ${seed}: npm run prove:input -- --cases ${cases} --seed ${seed} tries the same again`);
let failed = 0;
for (let begun = 0; begun < cases; begun += OF_ONE) {
  const many = Math.min(OF_ONE, cases - begun);
  const { code } = await run(
    "npx",
    ["vitest", "run", "--project", "server", "testing/inputs", "--testTimeout", "3600000"],
    {
      env: { ...process.env, PROVE_CASES: String(many), PROVE_SEED: String(seed * 1009 + begun / OF_ONE) },
    },
  );
  failed += code === 0 ? 0 : 1;
}
say(`inputs-tried: ${cases}`);
say(`installations-with-faults: ${failed}`);
process.exitCode = failed === 0 ? 0 : 1;
