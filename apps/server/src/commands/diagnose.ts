import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { diagnose } from "../features/system-state/diagnosis.ts";
import { systemClock } from "../platform/clock.ts";
import type { Env } from "../platform/env.ts";
import { runCommand, say } from "./command.ts";

const PATIENCE_MS = 10_000;

/** `npm run diagnose`: a file about this installation, without anybody in it, for whoever helps. */
await runCommand(async ({ db, env }) => {
  const { name, text } = await diagnose({ db, env, clock: systemClock }, process.env, () => figuresOf(env));
  const path = resolve(name);
  await writeFile(path, text, { mode: 0o600, flag: "wx" });
  say(`Listo: ${path}. No lleva nombres, documentos ni direcciones de personas. Míralo antes de enviarlo.`);
  return 0;
}, "its-own");

/** What a server that runs here says of itself. */
async function figuresOf({ port, metricsToken }: Env): Promise<string | null> {
  try {
    const reply = await fetch(`http://127.0.0.1:${port}/metrics`, {
      headers: metricsToken === undefined ? {} : { authorization: `Bearer ${metricsToken}` },
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    return reply.ok ? await reply.text() : null;
  } catch {
    return null;
  }
}
