// @ts-check
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, say } from "./run.mjs";
import { serve } from "./serve.mjs";

/** Runs the bridge between a building and its MQTT broker until it is told to stop. */
try {
  await ensureDependencies();
  await buildWhatChanged();
  process.exitCode = await serve(join(root, "apps/mqtt-bridge/dist/main.js"), []);
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
