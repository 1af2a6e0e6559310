import { ControllerFact } from "@umbral/contract/controllers/controller-facts.contract";
import { z } from "zod";
import type { Cancel, Clock } from "./clock.ts";
import { factQueries } from "./facts.queries.ts";
import type { Log } from "./log.ts";
import { isOfTheDisk, type Store } from "./store.ts";

/** What is under a number on the disk and is no fact: told as it lies there, so that the server sets it aside. */
export type UnreadableFact = { seq: number; kind: "unreadable"; body: string };

type WithoutSeq<Fact> = Fact extends { seq: number } ? Omit<Fact, "seq"> : never;
/** What happened, before it has its number. */
export type NewFact = WithoutSeq<ControllerFact>;

/** Pictures beyond this are not kept while the server is away: doors and their facts need the disk more. */
const PICTURES_KEPT_BYTES = 256 * 1024 * 1024;
/** Of what is no fact, so that it always finds room in a message. */
const UNREADABLE_CHARACTERS = 4000;
/** Facts that wait in memory for a disk that takes nothing. */
const UNWRITTEN_KEPT = 10_000;
const RETRY_DISK_MS = 5000;

const NOTHING = () => undefined;
const NEVER = () => false;

const Counter = z.object({
  lastSeq: z.number().int(),
  acknowledged: z.number().int(),
  told: z.number().int(),
});
const Row = z.object({ seq: z.number().int(), body: z.string(), jpeg: z.instanceof(Uint8Array).nullable() });

/** As it is written down: a fact, or what was to be one. */
type Written = NewFact | { kind: string };

const pictureBytesOf = (fact: Written): number =>
  "jpeg" in fact && fact.jpeg instanceof Uint8Array ? fact.jpeg.byteLength : 0;

/** How much one message may hold. A single fact is always sent, whatever its size. */
export interface BatchLimits {
  facts: number;
  bytes: number;
  pictures: number;
}

interface Unwritten {
  fact: Written;
  alongside: () => void;
}

/**
 * What happened in the building, on disk until the server says that it has it. Numbers go up by one and
 * none is ever given twice, also across restarts: the counter is in the same transaction as the fact.
 */
export class FactQueue {
  readonly #store: Store;
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #queries;
  /** Nothing above this was ever told to the server: not before this process, and not by it. */
  #toldUpTo: number;
  /** The same, as the process after this one will know it. */
  #toldOnDisk: number;
  /** The server has everything up to here, also where the disk does not let go of it yet. */
  #acknowledged: number;
  /** The disk still holds what the server has. */
  #isToForget = false;
  #pictureBytes: number;
  #unwritten: Unwritten[] = [];
  #cancelRetry: Cancel | undefined;
  #onRecorded: () => void = NOTHING;
  #isToldAtOnce: () => boolean = NEVER;

  constructor(store: Store, clock: Clock, log: Log) {
    this.#store = store;
    this.#clock = clock;
    this.#log = log;
    this.#queries = {
      counter: store.query(factQueries.counter, Counter),
      takeNumber: store.query(factQueries.takeNumber, z.object({ seq: z.number().int() })),
      insert: store.command(factQueries.insert),
      firstAfter: store.query(factQueries.firstAfter, Row),
      deleteUpTo: store.command(factQueries.deleteUpTo),
      setAcknowledged: store.command(factQueries.setAcknowledged),
      setTold: store.command(factQueries.setTold),
      setCounter: store.command(factQueries.setCounter),
      pictureBytes: store.query(factQueries.pictureBytes, z.object({ bytes: z.number() })),
      liftNumbers: store.command(factQueries.liftNumbers),
      dropNumbers: store.command(factQueries.dropNumbers),
      countAfter: store.query(factQueries.countAfter, z.object({ count: z.number() })),
    };
    const { acknowledged, told } = this.#counter();
    this.#toldUpTo = Math.max(told, acknowledged);
    this.#toldOnDisk = told;
    this.#acknowledged = acknowledged;
    this.#pictureBytes = this.#readPictureBytes();
  }

  /**
   * Whoever sends facts is told that there is one more.
   * @param isToldAtOnce whether it sends it now: a fact is then written down as told with itself
   */
  whenRecorded(then: () => void, isToldAtOnce: () => boolean = NEVER): void {
    this.#onRecorded = then;
    this.#isToldAtOnce = isToldAtOnce;
  }

  /**
   * Writes a fact down, together with what belongs to it. When the disk takes nothing, both wait in
   * memory and are written when it does, in the order in which they happened. What is no fact is written without its
   * picture: the server has to know that there was something.
   * @param alongside further writes of the same transaction
   * @returns whether it is on the disk
   */
  record(fact: NewFact, alongside: () => void = NOTHING): boolean {
    const parsed = ControllerFact.safeParse({ ...fact, seq: 1 });
    if (!parsed.success) {
      this.#log.error({ kind: fact.kind, issues: parsed.error.issues.length }, "this is no fact");
      const { jpeg: _, ...rest } = { jpeg: null, ...fact };
      return this.#record(rest, alongside);
    }
    return this.#record(fact, alongside);
  }

  #record(fact: Written, alongside: () => void): boolean {
    const bytes = pictureBytesOf(fact);
    const isPicture = bytes > 0;
    if (isPicture && this.#pictureBytes + bytes > PICTURES_KEPT_BYTES) {
      this.#log.warn({ kind: fact.kind }, "a picture is not kept: too many wait for the server");
      return false;
    }
    this.#writeWaiting();
    if (this.#unwritten.length === 0 && this.#write(fact, alongside)) {
      this.#onRecorded();
      return true;
    }
    if (!isPicture && this.#unwritten.length < UNWRITTEN_KEPT) {
      this.#unwritten.push({ fact, alongside });
    } else {
      this.#log.error({ kind: fact.kind }, "a fact is lost: the disk takes nothing and memory holds enough");
    }
    this.#retryLater();
    return false;
  }

  /** Facts in order from after `seq`, as many as one message may hold. */
  batchAfter(seq: number, most: BatchLimits): (ControllerFact | UnreadableFact)[] {
    const batch: (ControllerFact | UnreadableFact)[] = [];
    let last = Math.max(seq, this.#acknowledged);
    let bytes = 0;
    let pictures = 0;
    while (batch.length < most.facts) {
      const row = this.#queries.firstAfter.get(last);
      if (!row) {
        break;
      }
      bytes += row.body.length + (row.jpeg?.byteLength ?? 0);
      pictures += row.jpeg ? 1 : 0;
      if (batch.length > 0 && (bytes > most.bytes || pictures > most.pictures)) {
        break;
      }
      batch.push(this.#read(row));
      last = row.seq;
    }
    const told = batch.at(-1);
    if (told) {
      this.#toldUpTo = Math.max(this.#toldUpTo, told.seq);
      this.#writeTold();
    }
    return batch;
  }

  /** All that there is, at once: what waits behind a batch is told with the next ones. */
  #writeTold(): void {
    if (this.#toldUpTo <= this.#toldOnDisk) {
      return;
    }
    try {
      const { lastSeq } = this.#counter();
      this.#queries.setTold.run(lastSeq);
      this.#toldOnDisk = lastSeq;
    } catch (error) {
      // A disk that takes nothing keeps no fact from the server.
      this.#log.error({ err: error }, "it could not be written down which facts are told");
    }
  }

  /** One that an earlier program wrote, or a failing disk, may be none: it may not hold up all behind it. */
  #read({ seq, body, jpeg }: z.infer<typeof Row>): ControllerFact | UnreadableFact {
    try {
      const fields: object = z.looseObject({}).parse(JSON.parse(body));
      return ControllerFact.parse({ ...fields, seq, ...(jpeg ? { jpeg } : {}) });
    } catch {
      this.#log.error({ seq }, "what is kept under this number is no fact");
      return { seq, kind: "unreadable", body: body.slice(0, UNREADABLE_CHARACTERS) };
    }
  }

  /** The server has every fact up to `seq`. @returns up to where that is believed */
  acknowledge(seq: number): number {
    const upTo = Math.min(seq, this.#toldUpTo);
    if (upTo > this.#acknowledged) {
      this.#acknowledged = upTo;
      this.#forgetAcknowledged();
      this.#retryLater();
    }
    return this.#acknowledged;
  }

  /**
   * What the server says at sign-in that it has. Normally an acknowledgement that got lost on the way.
   * When one of the two disks went back in time (a backup restored, a memory card that lied about what
   * it had written), facts that were never told get numbers the server still expects: none is taken
   * for another, none is passed over.
   * @throws when numbers must change and the disk does not take it: nothing may be told before it did
   */
  agreeWith(serverHas: number): number {
    const acknowledged = this.#acknowledged;
    if (serverHas >= acknowledged && serverHas <= this.#toldUpTo) {
      return this.acknowledge(serverHas);
    }
    const serverWentBack = serverHas < acknowledged;
    this.#log.error(
      { serverHas, acknowledged, toldUpTo: this.#toldUpTo },
      serverWentBack ? "the server lost facts it had acknowledged" : "this disk lost facts it had written",
    );
    this.#store.transaction(() => {
      // What the server has, and what was acknowledged and the disk did not let go of.
      this.#queries.deleteUpTo.run(serverWentBack ? serverHas : this.#toldUpTo);
      this.#renumberFrom(serverHas + 1);
    });
    this.#toldUpTo = serverHas;
    this.#toldOnDisk = serverHas;
    this.#acknowledged = serverHas;
    this.#isToForget = false;
    this.#pictureBytes = this.#readPictureBytes();
    return serverHas;
  }

  /** How many facts wait to be told: on the disk, and in memory for it. */
  get waiting(): number {
    return this.#unwritten.length + this.#countAfter(this.#acknowledged);
  }

  /** Is the disk as far as memory: nothing waits for it? */
  get isOnDisk(): boolean {
    return this.#unwritten.length === 0 && !this.#isToForget;
  }

  stop(): void {
    this.#writeWaiting();
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
  }

  #renumberFrom(first: number): void {
    const oldest = this.#queries.firstAfter.get(0);
    const waiting = this.#countAfter(0);
    if (oldest && oldest.seq !== first) {
      this.#queries.liftNumbers.run(first - oldest.seq);
      this.#queries.dropNumbers.run();
    }
    this.#queries.setCounter.run(first - 1 + waiting, first - 1, first - 1);
  }

  /** @returns false where the disk takes nothing now */
  #write(fact: Written, alongside: () => void): boolean {
    let told = this.#toldOnDisk;
    try {
      this.#store.transaction(() => {
        alongside();
        const seq = this.#queries.takeNumber.get()?.seq ?? null;
        const { jpeg, ...body } = { jpeg: null, ...fact };
        this.#queries.insert.run(seq, JSON.stringify(body), jpeg);
        if (this.#isToldAtOnce() && seq !== null) {
          this.#queries.setTold.run(seq);
          told = seq;
        }
      });
    } catch (error) {
      this.#log.error({ err: error, kind: fact.kind }, "a fact could not be written");
      if (isOfTheDisk(error)) {
        return false;
      }
      // What fails of it, or of what belongs to it, would fail each time, and hold up all that comes after.
      return alongside === NOTHING || this.#write(fact, NOTHING);
    }
    this.#toldOnDisk = told;
    this.#pictureBytes += pictureBytesOf(fact);
    return true;
  }

  #writeWaiting(): void {
    while (this.#unwritten.length > 0) {
      const [next] = this.#unwritten;
      if (!next || !this.#write(next.fact, next.alongside)) {
        return;
      }
      this.#unwritten.shift();
      this.#onRecorded();
    }
  }

  /** What the server has leaves the disk, as soon as the disk takes even that. */
  #forgetAcknowledged(): void {
    const upTo = this.#acknowledged;
    this.#isToForget = true;
    try {
      this.#store.transaction(() => {
        this.#queries.deleteUpTo.run(upTo);
        this.#queries.setAcknowledged.run(upTo);
      });
      this.#isToForget = false;
      this.#pictureBytes = this.#readPictureBytes();
    } catch (error) {
      this.#log.error({ err: error }, "facts that the server has could not be taken from the disk");
    }
  }

  #retryLater(): void {
    if (this.#cancelRetry || this.isOnDisk) {
      return;
    }
    this.#cancelRetry = this.#clock.after(RETRY_DISK_MS, () => {
      this.#cancelRetry = undefined;
      if (this.#isToForget) {
        this.#forgetAcknowledged();
      }
      this.#writeWaiting();
      this.#retryLater();
    });
  }

  #countAfter(seq: number): number {
    return this.#queries.countAfter.get(seq)?.count ?? 0;
  }

  #counter(): z.infer<typeof Counter> {
    return Counter.parse(this.#queries.counter.get());
  }

  #readPictureBytes(): number {
    return this.#queries.pictureBytes.get()?.bytes ?? 0;
  }
}
