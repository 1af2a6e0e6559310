// @ts-check
import { ensureDependencies } from "./dependencies.mjs";
import { run } from "./run.mjs";

// npm run prove:controller [-- --faults N --seed S]
await ensureDependencies();
const { code } = await run(process.execPath, [
  "--import",
  "tsx",
  "bench/prove-controller.ts",
  ...process.argv.slice(2),
]);
process.exitCode = code;
