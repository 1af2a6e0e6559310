// @ts-check
import { ensureDependencies } from "./dependencies.mjs";
import { run } from "./run.mjs";

// npm run simulate -- --buildings N --speed X [--minutes M] [--seed S] [--json]; see bench/simulate.ts
await ensureDependencies();
const { code } = await run(process.execPath, [
  "--import",
  "tsx",
  "bench/simulate.ts",
  ...process.argv.slice(2),
]);
process.exitCode = code;
