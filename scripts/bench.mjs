// @ts-check
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { run, say } from "./run.mjs";

// npm run bench [-- press flood …] [--json] [--long]    which there are: bench/main.ts
try {
  await ensureDependencies();
  await buildWhatChanged();
  // Most of them begin a product as the stories do.
  const { code: unbuilt } = await typescript("e2e/build-server.ts");
  process.exitCode = unbuilt || (await typescript("bench/main.ts", ...process.argv.slice(2))).code;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}

/** @param {string} file @param {string[]} args */
function typescript(file, ...args) {
  return run(process.execPath, ["--import", "tsx", file, ...args]);
}
