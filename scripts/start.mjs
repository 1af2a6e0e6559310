// @ts-check
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, say } from "./run.mjs";
import { serve } from "./serve.mjs";

try {
  await ensureDependencies();
  await buildWhatChanged();
  process.exitCode = await serve(join(root, "apps/server/dist/main.js"), process.argv.slice(2));
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
