import type { KeyObject } from "node:crypto";
import type { Access } from "@umbral/contract/lib/endpoint";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Logger } from "pino";
import type { Server } from "socket.io";
import type { Demonstration } from "../demo/demonstration.ts";
import type { AccessKeeper } from "../features/access-control/access-keeper.ts";
import type { RingPictures } from "../features/calls/ring-pictures.ts";
import type { ControllerHub } from "../features/controllers/controller-hub.ts";
import type { StateWatch } from "../features/system-state/state-watch.ts";
import type { BodyWatch } from "../platform/body-watch.ts";
import type { EarlierAssets } from "../platform/built-assets.ts";
import type { Clock } from "../platform/clock.ts";
import type { Services } from "../platform/context.ts";
import type { Database } from "../platform/database.ts";
import type { Env } from "../platform/env.ts";
import type { FileStore } from "../platform/files.ts";
import type { MessageTable } from "../platform/messages.ts";
import type { PreparedStatements } from "../platform/prepared-statements.ts";

/** What the outside gives. Tests give their own of each. */
export interface Parts {
  env: Env;
  db: Database;
  /** How the owner of the tables reaches the database: a backup is read as them, and what the database says is heard. */
  owner: pg.ClientConfig;
  /** Of the connections of `db`, where it has any: it is told when what is asked often may be asked by a name. */
  prepared?: PreparedStatements;
  files: FileStore;
  log: Logger;
  sessionSecret: string;
  /** The key of the pictures, of which that of short secrets is made. */
  filesKey: Buffer;
  /** Signs access lists. */
  accessKey: KeyObject;
  clock?: Clock;
  /** By which ways messages leave; as the configuration has it where nobody says. */
  ways?: readonly MessageWay[] | undefined;
  /** Code of the web app's versions before this one; absent where nobody keeps any. */
  earlierAssets?: EarlierAssets;
  /** The demonstration's side of the buildings; absent outside demonstration mode. */
  demonstration?: (services: Services) => Demonstration;
}

export interface App {
  http: FastifyInstance;
  io: Server;
  services: Services;
  hub: ControllerHub;
  demonstration: Demonstration | undefined;
  messages: MessageTable;
  stateWatch: StateWatch;
  bodies: BodyWatch;
  accessKeeper: AccessKeeper;
  ringPictures: RingPictures;
  /** Every route there is and who may call it, for the test that looks for one that does not say. */
  routes: readonly { method: string; url: string; access: Access | undefined }[];
  /** Stops serving: clients see a closed transport, not an ended session, and come back by themselves. */
  close(): Promise<void>;
}
