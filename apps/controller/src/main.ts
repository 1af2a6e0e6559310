import { mkdirSync } from "node:fs";
import { Agent } from "./agent.ts";
import { Demonstration, tellParent } from "./demonstration.ts";
import { pair } from "./features/controllers/pairing.ts";
import {
  keepRegistration,
  type Registration,
  readRegistration,
} from "./features/controllers/registration.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { atTheEnd } from "./platform/crash.ts";
import { loadEnvFile, misspeltVariables, readSettings, type Settings, SetupMistake } from "./platform/env.ts";
import { type KeyStore, openKeyStore } from "./platform/key-store.ts";
import { type Log, makeLog } from "./platform/log.ts";
import { pauseOf } from "./platform/pause.ts";
import { openStore, type Store } from "./platform/store.ts";

const VERSION = "0.1.0";
/** `sysexits.h`: starting again without changing something is no use. */
const EXIT_SETUP_MISTAKE = 78;
/** `sysexits.h`, a failure that passes: supervisors that only restart after failures restart after this too. */
const EXIT_RESTART = 75;
const STOPS_WITHIN_MS = 5000;
const FIRST_PAIRING_PAUSE_MS = 250;
const LONGEST_PAIRING_PAUSE_MS = 30_000;

async function main(): Promise<void> {
  const clock = systemClock();
  // The demonstration gives each of its controllers all it needs.
  const isAlone = process.env["CONTROLLER_DEMONSTRATION"] !== "1";
  if (isAlone) {
    loadEnvFile();
  }
  const settings = readSettings(process.env);
  const log = makeLog(settings.logLevel);
  for (const line of isAlone ? misspeltVariables(process.env) : []) {
    log.warn(line);
  }
  if (isReadableOnTheWay(settings.serverUrl)) {
    log.warn("SERVER_URL is not https: whoever is on the way can read pictures and orders");
  }
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  // The store first: it is the lock on the data folder.
  const store = openStore(settings.dataDir);
  const key = openKeyStore(settings.dataDir);
  const stopped = new AbortController();
  let exitCode = 0;
  process.once("SIGTERM", () => stopped.abort());
  process.once("SIGINT", () => stopped.abort());
  if (settings.isDemonstration) {
    endWithParent(() => stopped.abort());
  }

  const registration = await findRegistration({ settings, store, key, clock, signal: stopped.signal, log });
  if (!registration) {
    process.exit(0);
  }
  const agent = new Agent({
    serverUrl: settings.serverUrl,
    version: VERSION,
    store,
    key,
    registration,
    clock,
    random: Math.random,
    log: log.child({ controllerId: registration.controllerId }),
    onRestart: () => {
      exitCode = EXIT_RESTART;
      stopped.abort();
    },
    onReady: () => {
      if (settings.isDemonstration) {
        tellParent({ kind: "ready" });
      }
    },
  });
  atTheEnd(() => agent.cut(), log);
  agent.start();
  if (settings.isDemonstration) {
    new Demonstration(agent, log).start();
  }
  log.info({ version: VERSION }, "the controller runs");

  await whenAborted(stopped.signal);
  setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref();
  await agent.stop();
  process.exit(exitCode);
}

/** Who this controller is; undefined when it was told to stop before it knew. */
async function findRegistration(options: {
  settings: Settings;
  store: Store;
  key: KeyStore;
  clock: Clock;
  signal: AbortSignal;
  log: Log;
}): Promise<Registration | undefined> {
  const { settings, store, key, clock, signal, log } = options;
  const known = readRegistration(store);
  if (known) {
    return known;
  }
  if (settings.pairingCode === undefined) {
    throw new SetupMistake(
      "PAIRING_CODE: este controlador no está registrado todavía y necesita su código de un solo uso",
    );
  }
  const registration = await pair({
    serverUrl: settings.serverUrl,
    code: settings.pairingCode,
    publicKey: key.publicKey,
    pause: (tries) => {
      const backoff = Math.min(LONGEST_PAIRING_PAUSE_MS, FIRST_PAIRING_PAUSE_MS * 2 ** tries);
      return pauseOf(clock, backoff * (0.5 + Math.random() / 2), signal);
    },
    signal,
    log,
  });
  if (!registration) {
    return undefined;
  }
  keepRegistration(store, registration);
  log.info({ controllerId: registration.controllerId }, "paired");
  return registration;
}

const isReadableOnTheWay = (serverUrl: string): boolean => {
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === "http:" && !["127.0.0.1", "localhost", "[::1]"].includes(hostname);
};

/** The demonstration's controllers do not outlive the process that forked them. */
function endWithParent(end: () => void): void {
  process.once("disconnect", end);
  if (process.send && !process.connected) {
    end();
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
    } else {
      signal.addEventListener("abort", () => resolve(), { once: true });
    }
  });
}

main().catch((error: unknown) => {
  const log = makeLog("info");
  if (error instanceof SetupMistake) {
    log.fatal(error.message);
    process.exit(EXIT_SETUP_MISTAKE);
  }
  log.fatal({ err: error }, "the controller did not start");
  process.exit(1);
});
