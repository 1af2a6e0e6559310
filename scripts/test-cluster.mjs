// @ts-check
import { parseArgs } from "node:util";
import { buildWhatChanged } from "./build.mjs";
import { ensureDependencies } from "./dependencies.mjs";
import { runNode, say } from "./run.mjs";
import { ensureSystemParts } from "./system-parts.mjs";

/*
 * npm run test:cluster                  several server processes of one installation, real and pretended, as in `npm test`
 * npm run test:cluster -- --rounds 20   and each part of it is killed twenty times while it is used
 */

try {
  const { values } = parseArgs({ options: { rounds: { type: "string", default: "1" } } });
  const rounds = Number(values.rounds);
  if (!Number.isInteger(rounds) || rounds < 1) {
    throw new Error("Uso: npm run test:cluster -- --rounds N");
  }
  await ensureDependencies();
  const { command } = await ensureSystemParts();
  await buildWhatChanged();
  const { code } = await runNode(
    "node_modules/vitest/vitest.mjs",
    ["run", "--project", "server", "src/several-"],
    { env: { ...process.env, UMBRAL_CLUSTER_ROUNDS: values.rounds } },
  );
  if (command !== undefined) {
    say(`Faltan programas del sistema. Instálalos con:\n\n  ${command}\n`);
  }
  process.exitCode = command === undefined ? code : 1;
} catch (error) {
  say(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
