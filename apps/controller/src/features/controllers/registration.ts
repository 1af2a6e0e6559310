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
