import { z } from "zod";

const Environment = z.object({
  SERVER_URL: z.url({ protocol: /^https?$/, error: "must be the server's address, http(s)://…" }),
  CONTROLLER_DATA_DIR: z.string({ error: "must be a folder" }).min(1),
  PAIRING_CODE: z.string().trim().min(8).max(40).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"]).default("info"),
  /** `1` obeys the demonstration process that forked it. */
  CONTROLLER_DEMONSTRATION: z.enum(["0", "1"]).default("0"),
});

export interface Settings {
  serverUrl: string;
  dataDir: string;
  pairingCode: string | undefined;
  logLevel: string;
  isDemonstration: boolean;
}

/** A mistake of whoever starts the controller: told in one sentence, without a stack. */
export class SetupMistake extends Error {}

/** @throws {SetupMistake} naming every variable that is wrong */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  // An empty variable is how service files say "none".
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const mistakes = parsed.error.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
    throw new SetupMistake(mistakes.join("; "));
  }
  const { data } = parsed;
  return {
    serverUrl: data.SERVER_URL,
    dataDir: data.CONTROLLER_DATA_DIR,
    pairingCode: data.PAIRING_CODE,
    logLevel: data.LOG_LEVEL,
    isDemonstration: data.CONTROLLER_DEMONSTRATION === "1",
  };
}
