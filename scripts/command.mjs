// @ts-check

import { spawn } from "node:child_process";
import { join } from "node:path";
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { root, say } from "./run.mjs";

/** Runs one of the server's commands, with this terminal: `node scripts/command.mjs audit-verify`. */
const [name = "", ...args] = process.argv.slice(2);
try {
  await ensureDependencies();
  await buildWhatChanged();
  process.exitCode = await new Promise((resolve, reject) => {
    const program = join(root, "apps/server/dist/commands", `${name}.js`);
    const child = spawn(process.execPath, ["--enable-source-maps", program, ...args], { stdio: "inherit" });
    child.once("error", reject);
    child.once("exit", (code) => resolve(code ?? 1));
  });
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
