import type { Principal } from "@umbral/contract/lib/policy";
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import type { Database } from "./database.ts";
import type { Env } from "./env.ts";
import type { FileStore } from "./files.ts";
import type { Gate } from "./gate.ts";
import type { Live } from "./live.ts";
import type { SignedAddresses } from "./signed-address.ts";

/** Who asks: a person with an open session, and the approved spaces that decide what they may do. */
export interface Actor extends Principal {
  id: string;
  sessionId: string;
}

/** What every service works with. Built once by `app.ts`; tests hold each part. */
export interface Services {
  env: Env;
  db: Database;
  clock: Clock;
  /** UUID version 7. */
  newId: () => string;
  log: Logger;
  files: FileStore;
  addresses: SignedAddresses;
  gate: Gate;
  live: Live;
  /** This process among those that share a database. */
  nodeId: string;
}
