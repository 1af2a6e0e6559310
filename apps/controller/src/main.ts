import { mkdirSync } from "node:fs";
import { join } from "node:path";
import about from "../package.json" with { type: "json" };
import { Agent } from "./agent.ts";
import { Demonstration, tellParent } from "./demonstration.ts";
import { pinAccessKey, pinnedAccessKey } from "./features/access-control/access-key.ts";
import { pinKeyFileIn } from "./features/access-control/pin-key.ts";
import { type Pairing, pair } from "./features/controllers/pairing.ts";
import {
  isSpent,
  keepRegistration,
  keepSpent,
  type Registration,
  readRegistration,
  readRemembered,
  remember,
} from "./features/controllers/registration.ts";
import { type Clock, systemClock } from "./platform/clock.ts";
import { atTheEnd } from "./platform/crash.ts";
import { loadEnvFile, misspeltVariables, readSettings, type Settings, SetupMistake } from "./platform/env.ts";
import { type KeyStore, openKeyStore } from "./platform/key-store.ts";
import { type Log, makeLog } from "./platform/log.ts";
import { pauseOf } from "./platform/pause.ts";
import { refusePlainLine } from "./platform/plain-line.ts";
import { isOver, serverAuthority } from "./platform/server-trust.ts";
import { shortfalls } from "./platform/shortfalls.ts";
import { openStore, type Store } from "./platform/store.ts";
import { Supervisor } from "./platform/supervisor.ts";

const VERSION = about.version;
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
  refusePlainLine(settings);
  const serverCa = serverAuthority(settings.serverCaFile);
  mkdirSync(settings.dataDir, { recursive: true, mode: 0o700 });
  // The store first: it is the lock on the data folder.
  const store = openStore(settings.dataDir, log);
  const key = openKeyStore(settings.dataDir);
  const stopped = new AbortController();
  let exitCode = 0;
  process.once("SIGTERM", () => stopped.abort());
  process.once("SIGINT", () => stopped.abort());
  if (settings.isDemonstration) {
    endWithParent(() => stopped.abort());
  }

  if (serverCa && isOver(serverCa, clock.date())) {
    log.error(
      "SERVER_CA_FILE: el certificado de la autoridad está vencido. Pide el nuevo y vuelve a arrancar.",
    );
  }
  const supervisor = new Supervisor(process.env, clock, log);
  if (isAlone) {
    const isRoot = process.getuid?.() === 0;
    for (const line of shortfalls({ env: process.env, dataDir: settings.dataDir, isRoot, devices: "/dev" })) {
      log.warn(line);
    }
  }

  const parts = { settings, serverCa, store, key, clock, signal: stopped.signal, log };
  const known = readRegistration(store) ?? recallPairing(parts);
  if (!known) {
    // It may wait for its server for as long as it takes.
    supervisor.started();
  }
  const registration = known ?? (await findRegistration(parts));
  if (!registration) {
    process.exit(0);
  }
  rememberPairing(parts, registration);
  if (known && key.isNew) {
    log.error(
      howToPairAgain("Este controlador perdió su llave (controller.key): el servidor no lo reconocerá."),
    );
  }
  const agent = new Agent({
    serverUrl: settings.serverUrl,
    serverCa,
    version: VERSION,
    store,
    key,
    pinKeyFile: pinKeyFileIn(settings.dataDir),
    clips: { folder: join(settings.dataDir, "clips"), mostBytes: settings.clipsBytes },
    registration,
    clock,
    random: Math.random,
    isDemonstration: settings.isDemonstration,
    log: log.child({ controllerId: registration.controllerId }),
    onRestart: () => {
      exitCode = EXIT_RESTART;
      stopped.abort();
    },
    onUnknown: () => log.error(howToPairAgain("El servidor no reconoce la llave de este controlador.")),
    onReady: () => {
      supervisor.onLine(VERSION);
      if (settings.isDemonstration) {
        tellParent({ kind: "ready" });
      }
    },
  });
  atTheEnd(() => agent.cut(), log);
  agent.start();
  if (known) {
    supervisor.started();
  }
  if (settings.isDemonstration) {
    new Demonstration(agent, log).start();
  }
  log.info({ version: VERSION }, "the controller runs");
  if (known) {
    // Beside the building, which runs on what was kept whether the server answers or not.
    pairAgain(parts, registration, () => agent.link.renew("paired anew")).catch((error: unknown) =>
      log.error({ err: error }, "pairing anew failed; the building goes on as it was"),
    );
  }

  await whenAborted(stopped.signal);
  supervisor.stopping();
  setTimeout(() => process.exit(1), STOPS_WITHIN_MS).unref();
  await agent.stop();
  process.exit(exitCode);
}

interface PairingParts {
  settings: Settings;
  serverCa: string[] | undefined;
  store: Store;
  key: KeyStore;
  clock: Clock;
  signal: AbortSignal;
  log: Log;
}

/** What a person reads who looks why a building's controller does not come back. */
const howToPairAgain = (why: string): string =>
  `${why} Pide un código nuevo en Umbral (edificio → Controlador → Reemplazar controlador) y arranca de nuevo con ` +
  "PAIRING_CODE=el-código, sobre esta misma carpeta. Lo que espera por contar al servidor se conserva.";

/** Registers a controller whose folder is new; undefined when it was told to stop before it was answered. */
async function findRegistration(parts: PairingParts): Promise<Registration | undefined> {
  const { settings, store, log } = parts;
  const code = settings.pairingCode;
  if (code === undefined) {
    throw new SetupMistake(
      "PAIRING_CODE: este controlador no está registrado todavía y necesita su código. Pídelo en Umbral " +
        "(edificio → Controlador → Registrar controlador).",
    );
  }
  const registration = await trade(parts, code);
  if (registration) {
    keepPairing(store, registration);
    keepSpent(store, code);
    log.info({ controllerId: registration.controllerId }, "paired");
  }
  return registration;
}

/**
 * Trades a new code on a folder that was registered before: its key was lost, or the server let go of it. What waits
 * to be told stays, and is told under the new registration.
 */
async function pairAgain(parts: PairingParts, known: Registration, onPaired: () => void): Promise<void> {
  const { settings, store, log } = parts;
  const code = settings.pairingCode;
  if (code === undefined || isSpent(store, code)) {
    return;
  }
  if (!store.takesWrites()) {
    // A code is good once: what it is traded for must be kept.
    log.error(
      "PAIRING_CODE: el disco no recibe nada y el código no se usó. Libera espacio y arranca de nuevo.",
    );
    return;
  }
  try {
    const registration = await trade(parts, code);
    if (!registration) {
      return;
    }
    keepSpent(store, code);
    if (registration.buildingId !== known.buildingId) {
      log.error(
        "PAIRING_CODE: el código es de otro edificio, y esta carpeta guarda lo que pasó en el suyo. Usa una carpeta " +
          "nueva (CONTROLLER_DATA_DIR) y pide otro código.",
      );
      return;
    }
    keepPairing(store, registration);
    known.controllerId = registration.controllerId;
    rememberPairing(parts, known);
    log.info({ controllerId: registration.controllerId }, "paired anew");
    onPaired();
  } catch (error) {
    if (!(error instanceof SetupMistake)) {
      throw error;
    }
    // The code of the first pairing, left in the settings: the building goes on as it was.
    keepSpent(store, code);
    log.warn(error.message);
  }
}

/** Who it is to the server, and whose access lists it believes: one is of no use without the other. */
function keepPairing(
  store: Store,
  { accessKey, ...registration }: Registration & { accessKey?: Pairing["accessKey"] | undefined },
): void {
  store.transaction(() => {
    keepRegistration(store, registration);
    if (accessKey) {
      pinAccessKey(store, accessKey);
    }
  });
}

/** The store is new and the key is not: it was lost. Who this controller is stands beside its key. */
function recallPairing({ settings, store, key, log }: PairingParts): Registration | undefined {
  const remembered = key.isNew ? undefined : readRemembered(settings.dataDir);
  if (remembered) {
    log.error(
      "Este controlador perdió su memoria (controller.db). Sigue siendo el mismo: el servidor le dirá otra vez lo suyo. " +
        "Lo que no alcanzó a contar se perdió, y los lectores OSDP se emparejan de nuevo.",
    );
    keepPairing(store, remembered);
  }
  return remembered;
}

function rememberPairing({ settings, store, log }: PairingParts, registration: Registration): void {
  try {
    remember(settings.dataDir, { ...registration, accessKey: pinnedAccessKey(store) });
  } catch (error) {
    log.error({ err: error }, "who this controller is could not be written beside its key");
  }
}

const trade = ({ settings, serverCa, key, clock, signal, log }: PairingParts, code: string) =>
  pair({
    serverUrl: settings.serverUrl,
    serverCa,
    code,
    publicKey: key.publicKey,
    pause: (tries) => {
      const backoff = Math.min(LONGEST_PAIRING_PAUSE_MS, FIRST_PAIRING_PAUSE_MS * 2 ** tries);
      return pauseOf(clock, backoff * (0.5 + Math.random() / 2), signal);
    },
    signal,
    log,
  });

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
  log.fatal({ err: error }, "El controlador no arrancó.");
  process.exit(1);
});
