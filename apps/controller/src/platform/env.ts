import { givenOf, misspeltIn, mistakesIn } from "@umbral/contract/lib/environment";
import { z } from "zod";

const Environment = z.object({
  SERVER_URL: z.url({
    protocol: /^https?$/,
    error: "debe ser la dirección del servidor, https://… o http://…",
  }),
  CONTROLLER_DATA_DIR: z.string(),
  PAIRING_CODE: z.string().trim().min(8).max(40).optional(),
  /** The building's or the operator's own authority, as PEM. */
  SERVER_CA_FILE: z.string().optional(),
  /** `1`: a line without TLS to a private address is meant. */
  ALLOW_PLAIN_LINE: z.enum(["0", "1"]).default("0"),
  /** What clips of cameras may take of the disk, in MB; half of what is free where nothing is said. */
  CONTROLLER_CLIPS_MB: z
    .string()
    .regex(/^[1-9]\d{2,7}$/, "debe ser un número entero de MB, desde 100")
    .optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** `1` obeys the demonstration process that forked it. */
  CONTROLLER_DEMONSTRATION: z.enum(["0", "1"]).default("0"),
});

export interface Settings {
  serverUrl: string;
  dataDir: string;
  pairingCode: string | undefined;
  serverCaFile: string | undefined;
  allowsPlainLine: boolean;
  /** Undefined where nobody said it. */
  clipsBytes: number | undefined;
  logLevel: string;
  isDemonstration: boolean;
}

/** A mistake of whoever starts the controller: told in one sentence, without a stack. */
export class SetupMistake extends Error {}

/** The names of all variables that the controller reads. */
export const controllerVariables: readonly string[] = Object.keys(Environment.shape);

/** Whoever sets one that begins so means this program. */
const families = ["CONTROLLER_"];

/** A Spanish line for each variable that looks like one of the controller's and is none: it would be ignored. */
export const misspeltVariables = (env: NodeJS.ProcessEnv): string[] =>
  misspeltIn(env, controllerVariables, families);

/**
 * Adds the variables of a `.env` in the folder that it was started in, where they are not set already.
 * @throws {SetupMistake} when there is one that cannot be read
 */
export function loadEnvFile(): void {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) {
      throw new SetupMistake(".env: no se puede leer. Revisa que sea un archivo y sus permisos.");
    }
  }
}

/** @throws {SetupMistake} naming every variable that is wrong */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const parsed = Environment.safeParse(givenOf(env));
  if (!parsed.success) {
    throw new SetupMistake(mistakesIn(parsed.error).join("; "));
  }
  const { data } = parsed;
  return {
    serverUrl: data.SERVER_URL,
    dataDir: data.CONTROLLER_DATA_DIR,
    pairingCode: data.PAIRING_CODE,
    serverCaFile: data.SERVER_CA_FILE,
    allowsPlainLine: data.ALLOW_PLAIN_LINE === "1",
    clipsBytes:
      data.CONTROLLER_CLIPS_MB === undefined ? undefined : Number(data.CONTROLLER_CLIPS_MB) * 1_000_000,
    logLevel: data.LOG_LEVEL,
    isDemonstration: data.CONTROLLER_DEMONSTRATION === "1",
  };
}
