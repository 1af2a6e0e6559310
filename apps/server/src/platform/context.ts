import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { Logger } from "pino";
import type { AccessSigner } from "./access-key.ts";
import type { Bus } from "./bus.ts";
import type { Clock } from "./clock.ts";
import type { Database, Trx } from "./database.ts";
import type { DatabaseNews } from "./database-news.ts";
import type { Env } from "./env.ts";
import type { FileStore } from "./files.ts";
import type { Gate } from "./gate.ts";
import type { Jobs } from "./jobs.ts";
import type { KeyedDigest } from "./keyed-digest.ts";
import type { Live } from "./live.ts";
import type { PushProofs } from "./push-proofs.ts";
import type { SecretBox } from "./secret-box.ts";
import type { SignedAddresses } from "./signed-address.ts";
import type { StallWatch } from "./stall-watch.ts";
import type { UnsignedLines } from "./unsigned-lines.ts";

export type { Actor, Person, TokenCaller } from "./actor.ts";

/** Sessions of one person: this one, or all but this one. */
export type SessionChoice = { only: string } | { except: string | null };

/** Of what clips are to be kept, and the home that it is about. */
export interface ClipsAsked {
  buildingId: string;
  cause: "ring" | "alarm";
  /** Of the ringing, or the alarm. */
  causeId: string;
  /** How long ago it began: asked again it is the same clip, for as long as that one goes on. */
  sinceMs: number;
  apartmentId: string | null;
}

/** The ringing at a home of which a picture is to be kept, and one of its calls. */
export interface RingPictureAsked {
  buildingId: string;
  ringingId: string;
  callId: string;
}

/** What every service works with. Built once by `app/services.ts`; tests hold each part. */
export interface Services {
  env: Env;
  db: Database;
  clock: Clock;
  stalls: StallWatch;
  /** UUID version 7. */
  newId: () => string;
  log: Logger;
  files: FileStore;
  addresses: SignedAddresses;
  digest: KeyedDigest;
  secrets: SecretBox;
  accessSigner: AccessSigner;
  proofs: PushProofs;
  gate: Gate;
  live: Live;
  /** Who has not signed in holds so many lines. */
  lines: UnsignedLines;
  /** By which ways a message leaves for an address; of the others none is promised. */
  ways: readonly MessageWay[];
  /** Messages were written to the outbox: they leave now rather than at the next look. */
  wakeOutbox: () => void;
  /**
   * Ends the calls in which somebody stands and those that they ring, in the action that takes their account; with
   * `sessions` only those of the sessions that end. @returns what tells the two sides, once that is committed
   */
  leaveCalls: (
    trx: Trx,
    userId: string,
    by: { id: string; sessionId: string | null },
    sessions?: SessionChoice,
  ) => Promise<() => void>;
  /**
   * Somebody rings from an entrance, or an alarm was raised: the cameras there keep what they see. Never waits and never fails for
   * who asks; a controller that is away keeps nothing.
   */
  keepClips: (of: ClipsAsked) => void;
  /** Somebody rings a home: what the entrance's camera shows is kept with it. Never waits and never fails for who asks. */
  keepRingPicture: (of: RingPictureAsked) => void;
  /** Says when there is work for which nobody asks. */
  news: DatabaseNews;
  /** How the work goes that is done in rounds. */
  jobs: Jobs;
  /** To the other processes of the installation; undefined where there is one. */
  bus: Bus | undefined;
  /** This process among those that share a database. */
  nodeId: string;
}
