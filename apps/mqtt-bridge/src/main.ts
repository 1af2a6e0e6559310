import { setTimeout as pause } from "node:timers/promises";
import { Bridge } from "./bridge.ts";
import { makeLog } from "./log.ts";
import { misspeltVariables, readSettings, SetupMistake } from "./settings.ts";
import { isOver, RefusedByUmbral } from "./umbral.ts";

/** `sysexits.h`: starting again without changing something is no use. */
const EXIT_SETUP_MISTAKE = 78;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

class TokenIsOver extends SetupMistake {
  constructor() {
    super(
      "El token no es válido: se quitó, se venció o se copió mal. Crea otro en Umbral, en Integraciones.",
    );
  }
}

async function main(): Promise<void> {
  const settings = readSettings(process.env);
  const log = makeLog(settings.logLevel);
  for (const line of misspeltVariables(process.env)) {
    log.warn(line);
  }
  const stopped = new AbortController();
  process.once("SIGTERM", () => stopped.abort());
  process.once("SIGINT", () => stopped.abort());
  let isTokenOver = false;
  const start = () =>
    Bridge.start({
      settings,
      log,
      over: () => {
        isTokenOver = true;
        stopped.abort();
      },
    });

  for (let waits = FIRST_PAUSE_MS; !stopped.signal.aborted; waits = Math.min(2 * waits, LONGEST_PAUSE_MS)) {
    try {
      const bridge = await start();
      log.info("on the line");
      await new Promise<void>((resolve) => {
        stopped.signal.addEventListener("abort", () => resolve(), { once: true });
      });
      if (isTokenOver) {
        throw new TokenIsOver();
      }
      await bridge.end();
      return;
    } catch (error) {
      if (isOver(error)) {
        throw new TokenIsOver();
      }
      if (error instanceof SetupMistake) {
        throw error;
      }
      // The server is away, or says so: it is waited for.
      log.warn(
        { err: error, code: error instanceof RefusedByUmbral ? error.code : undefined },
        "not on the line",
      );
      await pause(waits, undefined, { signal: stopped.signal }).catch(() => undefined);
    }
  }
}

try {
  await main();
} catch (error) {
  if (!(error instanceof SetupMistake)) {
    throw error;
  }
  process.stderr.write(`${error.message}\n`);
  process.exitCode = EXIT_SETUP_MISTAKE;
}
