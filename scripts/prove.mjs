// @ts-check
import { ensureDependencies } from "./dependencies.mjs";
import { run } from "./run.mjs";

// npm run prove:controller [-- --faults N --seed S], prove:server and prove:input alike
const [what, ...args] = process.argv.slice(2);
await ensureDependencies();
const { code } = await run(process.execPath, ["--import", "tsx", `bench/prove-${what}.ts`, ...args]);
process.exitCode = code;
