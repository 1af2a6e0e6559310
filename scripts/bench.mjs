// @ts-check
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { run, say } from "./run.mjs";

// npm run bench [-- press flood frames calls start-up first-load] [--json] [--long]
try {
  await ensureDependencies();
  await buildWhatChanged();
  const { code } = await run(process.execPath, [
    "--import",
    "tsx",
    "bench/main.ts",
    ...process.argv.slice(2),
  ]);
  process.exitCode = code;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
