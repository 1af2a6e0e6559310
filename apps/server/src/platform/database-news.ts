import { sql } from "kysely";
import pg from "pg";
import type { Logger } from "pino";
import type { Clock } from "./clock.ts";
import { type Db, endLinesOpenedBefore } from "./database.ts";

/** Where triggers tell that rows came which are work for somebody (migration 0112). */
const CHANNEL = "umbral_work";
/** What this process tells itself there, followed by which process it is: that it hears. */
const HEARING = "hearing ";

/** Kinds of work that the database tells of, as the triggers name them. */
export type Topic =
  | "access"
  | "alarms"
  | "audit"
  | "calls"
  | "deliveries"
  | "guests"
  | "inside"
  | "following"
  | "held"
  | "lists"
  | "logbook"
  | "messages"
  | "outside"
  | "stays";

/** Tells every process that listens of such work, for what no trigger tells of. */
export async function tellOfWork(db: Db, topic: Topic): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(db);
}

/** How often it is asked whether news still come, and the date looked at. */
const LOOK_MS = 30_000;
/** Over a network the line that listens is asked so often whether anybody is at its other end, and given up when nothing comes for so long. */
const ASK_MS = 2000;
const SILENT_MS = 3000;
/** So long after words came back it is said, once for however many times that they came and went meanwhile. */
const BACK_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;
/** A good-bye is answered by then, or by nobody. */
const GOODBYE_MS = 1000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 15_000;
/** A date that went otherwise than the steady clock by more than this was set by somebody. */
const DATE_SET_MS = 500;

interface Asked {
  clock: Clock;
  log: Logger;
  db: Db;
  nodeId: string;
}

/**
 * Hears from the database that there is work, whichever process wrote it down: the word leaves with the commit of the work
 * itself, so that no death lies between the two. One connection listens. Whenever words may have been missed (it broke, or a
 * pooler between lets none through, or somebody set the date), all work is looked for, and as long as none are heard, often.
 */
export class DatabaseNews {
  readonly #connection: pg.ClientConfig;
  readonly #asked: Asked;
  readonly #listeners = new Map<Topic, Set<() => void>>();
  readonly #onBack = new Set<() => void>();
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #asking: NodeJS.Timeout | undefined;
  #back: NodeJS.Timeout | undefined;
  #wasLost = false;
  #failures = 0;
  #isHeard = false;
  #isRunning = false;
  /** Whether it heard itself since the last look. */
  #heardItself = false;
  #dateAheadMs = 0;
  /** Since when the server runs that was met last. */
  #met: string | undefined;
  /** The same of the one whose words came last: through a pooler that hands sessions around none do, and its lines outlive servers. */
  #server: string | undefined;
  /** When that one was heard last. */
  #heardAt = 0;

  constructor(connection: pg.ClientConfig, asked: Asked) {
    this.#connection = connection;
    this.#asked = asked;
  }

  /** Do words come? Where they do not, work has to be looked for. */
  get isHeard(): boolean {
    return this.#isHeard;
  }

  /** @returns what ends it */
  on(topic: Topic, wake: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(wake));
    return () => listeners.delete(wake);
  }

  /**
   * Words come again after they did not. Who wrote something down meanwhile may have been told that it failed, and so have told
   * nobody of what is true now.
   */
  onBack(hear: () => void): void {
    this.#onBack.add(hear);
  }

  start(): void {
    this.#isRunning = true;
    this.#dateAheadMs = this.#dateAhead();
    void this.#open();
  }

  async stop(): Promise<void> {
    this.#isRunning = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#back);
    await this.#leave();
  }

  /** Words may have been missed: everybody looks. */
  wakeAll(): void {
    for (const topic of this.#listeners.keys()) {
      this.#wake(topic);
    }
  }

  /** Do words still come, and does the date go as it should? Once for every {@link LOOK_MS}. */
  async look(): Promise<void> {
    const dateAheadMs = this.#dateAhead();
    if (Math.abs(dateAheadMs - this.#dateAheadMs) > DATE_SET_MS) {
      this.wakeAll();
    }
    this.#dateAheadMs = dateAheadMs;
    if (!this.#heardItself) {
      throw new Error("the database's words do not arrive; a pooler between must keep sessions");
    }
    await this.#tellItself();
  }

  #wake(topic: Topic): void {
    for (const wake of this.#listeners.get(topic) ?? []) {
      wake();
    }
  }

  async #open(): Promise<void> {
    const client = new pg.Client({
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: SILENT_MS,
      ...this.#connection,
    });
    this.#client = client;
    client.on("error", (error) => this.#lost(client, error));
    client.on("end", () => this.#lost(client, new Error("the connection ended")));
    client.on("notification", ({ payload = "" }) => this.#hear(payload));
    try {
      await client.connect();
      await this.#meet(client);
      await client.query(`listen ${CHANNEL}`);
      this.#heardItself = false;
      this.#askLater(client);
      await this.#tellItself();
      this.#lookLater(client);
    } catch (error) {
      this.#lost(client, error);
    }
  }

  /**
   * A machine that is gone leaves lines behind on which its questions would wait for as long as a statement may take, and idle ones
   * for whoever asks next. Where another server has its name by now, or the same one began anew, none of them is answered any more.
   */
  async #meet(client: pg.Client): Promise<void> {
    const { rows } = await client.query<{ since: string }>(
      "select extract(epoch from pg_postmaster_start_time())::text as since",
    );
    this.#met = rows[0]?.since;
    if (this.#server !== undefined && this.#met !== this.#server) {
      endLinesOpenedBefore(this.#asked.db, this.#heardAt);
    }
  }

  /** Through the pool, as work is written: it comes back where words come through. */
  async #tellItself(): Promise<void> {
    this.#heardItself = false;
    await sql`select pg_notify(${CHANNEL}, ${HEARING + this.#asked.nodeId})`.execute(this.#asked.db);
  }

  #hear(payload: string): void {
    if (payload !== HEARING + this.#asked.nodeId) {
      this.#noteHeard();
      for (const topic of this.#listeners.keys()) {
        if (topic === payload) {
          this.#wake(topic);
        }
      }
      return;
    }
    this.#heardItself = true;
    this.#failures = 0;
    this.#server = this.#met;
    const isBack = !this.#isHeard;
    this.#isHeard = true;
    this.#noteHeard();
    if (isBack) {
      // What was written before the first word could be heard.
      this.wakeAll();
      if (this.#wasLost) {
        this.#back ??= setTimeout(() => this.#tellBack(), BACK_MS);
      }
    }
  }

  /** Before its words come, nobody knows that it is the server of all the other lines. */
  #noteHeard(): void {
    if (this.#isHeard) {
      this.#heardAt = performance.now();
    }
  }

  #tellBack(): void {
    this.#back = undefined;
    if (this.#isHeard) {
      this.#wasLost = false;
      for (const hear of this.#onBack) {
        hear();
      }
    }
  }

  /**
   * A machine that is gone closes nothing, and TCP alone would listen to it for hours. To listen once more changes nothing. A database of this
   * machine is not asked: one that rests is not to be woken for it.
   */
  #askLater(client: pg.Client): void {
    const isOfNetwork = this.#connection.host?.startsWith("/") !== true;
    if (isOfNetwork && this.#isRunning && client === this.#client) {
      this.#asking = setTimeout(() => {
        client.query(`listen ${CHANNEL}`).then(
          () => {
            this.#noteHeard();
            this.#askLater(client);
          },
          (error: unknown) => this.#lost(client, error),
        );
      }, ASK_MS);
    }
  }

  #lookLater(client: pg.Client): void {
    if (this.#isRunning && client === this.#client) {
      this.#timer = setTimeout(() => {
        this.look().then(
          () => this.#lookLater(client),
          (error: unknown) => this.#lost(client, error),
        );
      }, LOOK_MS);
    }
  }

  /** Everybody looks by themselves from now on, until words come again. */
  #lost(client: pg.Client, error: unknown): void {
    if (!this.#isRunning || client !== this.#client) {
      return;
    }
    clearTimeout(this.#timer);
    if (this.#isHeard || this.#failures === 0) {
      this.#asked.log.warn({ err: error }, "the database's words are not heard: work is looked for instead");
    }
    this.#isHeard = false;
    this.#wasLost = true;
    void this.#leave();
    this.wakeAll();
    const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#timer = setTimeout(() => void this.#open(), pause);
  }

  async #leave(): Promise<void> {
    const client = this.#client;
    clearTimeout(this.#asking);
    this.#client = undefined;
    this.#isHeard = false;
    if (client !== undefined) {
      // One that broke may not be able to say good-bye, and one that fell silent would wait for hours for the answer.
      const patience = setTimeout(() => client.connection.stream.destroy(), GOODBYE_MS);
      await client.end().catch(() => undefined);
      clearTimeout(patience);
    }
  }

  /** By how much the date is before the steady clock. */
  #dateAhead(): number {
    const { clock } = this.#asked;
    return clock.now().getTime() - clock.steadyMs();
  }
}
