import { createHash } from "node:crypto";
import { z } from "zod";
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
