// @ts-check
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { run } from "./run.mjs";

// npm run prove:controller [-- --faults N --seed S], prove:server, prove:input and prove:hours alike
const [what, ...args] = process.argv.slice(2);
await ensureDependencies();
if (what === "hours") {
  // The others run the sources.
  await buildWhatChanged();
}
const { code } = await run(process.execPath, ["--import", "tsx", `bench/prove-${what}.ts`, ...args]);
process.exitCode = code;
