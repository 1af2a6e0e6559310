import { createHash } from "node:crypto";
import { join } from "node:path";
import { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { z } from "zod";
import { readIfThere, writeWhole } from "../../platform/kept-file.ts";
import { registrationQueries } from "../../platform/store.queries.ts";
import type { Store } from "../../platform/store.ts";

const Registration = z.object({ controllerId: z.uuid(), buildingId: z.uuid() });
/** Who this controller is to the server. */
export type Registration = z.infer<typeof Registration>;

export function readRegistration(store: Store): Registration | undefined {
  return store.query(registrationQueries.read, Registration).get();
}

export function keepRegistration(store: Store, { controllerId, buildingId }: Registration): void {
  store.command(registrationQueries.write).run(controllerId, buildingId);
}

/** Beside the key, which is worth nothing without it: a controller whose store is lost must still know who it is. */
const PAIRING_FILE = "pairing.json";
const Remembered = Registration.extend({ accessKey: ControllerKey.optional() });
/** Who this controller is, and the key that signs its access lists, as far as it has heard of one. */
export type Remembered = z.infer<typeof Remembered>;

/** Undefined where there is none, or what is there makes no sense. */
export function readRemembered(dataDir: string): Remembered | undefined {
  const text = readIfThere(join(dataDir, PAIRING_FILE));
  try {
    return text === undefined ? undefined : Remembered.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** Written only when it is another: a memory card wears out. */
export function remember(dataDir: string, { controllerId, buildingId, accessKey }: Remembered): void {
  const text = JSON.stringify({ controllerId, buildingId, accessKey });
  if (JSON.stringify(readRemembered(dataDir)) !== text) {
    writeWhole(join(dataDir, PAIRING_FILE), text);
  }
}

/** Was this pairing code traded, or refused, before? It stays in the settings after its one use. */
export function isSpent(store: Store, code: string): boolean {
  const row = store.query(registrationQueries.readSpentCode, z.object({ digest: z.string() })).get();
  return row?.digest === digestOf(code);
}

export function keepSpent(store: Store, code: string): void {
  store.command(registrationQueries.writeSpentCode).run(digestOf(code));
}

/** Case, spaces and dashes do not count, as the server has it. */
const digestOf = (code: string): string =>
  createHash("sha256")
    .update(code.toUpperCase().replace(/[^0-9A-Z]/g, ""))
    .digest("hex");
