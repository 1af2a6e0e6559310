import type { Clock } from "../../../platform/clock.ts";
import { pauseOf } from "../../../platform/pause.ts";
import type { ByteStream, OpenStream } from "../serial/byte-stream.ts";
import { type Frame, FrameReader } from "./frames.ts";
import { OsdpTrouble } from "./trouble.ts";

/** A reader begins its answer within 200 ms by the standard; bridges over a network take a little of it. */
const ANSWER_MS = 250;
/** Beside its command, an answer of this many bytes has its time on the line. */
const ANSWER_BYTES = 64;
/** A byte on the line: eight bits, its start and its stop. */
const BITS = 10;
/** Between two rounds of all readers: a card waits this long at most, and the line's time for its answer. */
const ROUND_MS = 40;
/** More in one answer than any reader says: the rest of it is not even looked at. */
const MOST_BYTES = 4096;

/** One reader, as its line sees it. */
export interface Member {
  /** Its first talk. Rejects when it cannot be listened to. */
  connect(): Promise<void>;
  /** One more command. Rejects when it cannot be listened to any more. */
  turn(): Promise<void>;
  lost(why: unknown): void;
}

/** What came to a command: its answer, or none, and whether there was anything at all. */
export interface Heard {
  frame: Frame | null;
  sawBytes: boolean;
}

interface Waiting {
  isAnswer: (frame: Frame) => boolean;
  finish: (frame: Frame | null) => void;
  received: number;
}

/**
 * A line with one or several readers, which speak only when they are asked: each in its turn. It is open while a reader
 * is on it. One that is away costs the others the time of its answers, and then it is looked for alone, between their turns.
 */
export class OsdpLine {
  readonly baud: number;
  readonly #open: (onData: (bytes: Buffer) => void, onEnd: () => void) => Promise<ByteStream>;
  readonly #clock: Clock;
  readonly #onEmpty: () => void;
  readonly #members = new Map<number, { member: Member; isConnected: boolean }>();
  readonly #frames = new FrameReader();
  #stream: ByteStream | undefined;
  /** Aborted when the stream is gone: nothing waits for it then. */
  #life = new AbortController();
  #waiting: Waiting | undefined;
  /** The talk that has the line: the next one waits for its end. */
  #talk: Promise<unknown> = Promise.resolve();
  /** Who is made known: the next one waits for its end, so that those that are known have a turn between the two. */
  #joining: Promise<unknown> = Promise.resolve();
  #isRunning = false;

  constructor(parts: { name: string; baud: number; open: OpenStream; clock: Clock; onEmpty: () => void }) {
    const { name, baud, open, clock, onEmpty } = parts;
    this.baud = baud;
    this.#open = (onData, onEnd) => open(name, baud, { onData, onEnd });
    this.#clock = clock;
    this.#onEmpty = onEmpty;
  }

  /** Puts a reader on the line and makes it known. Rejects when it cannot be listened to, and then it is not on it. */
  async join(address: number, member: Member): Promise<void> {
    if (this.#members.has(address)) {
      throw new OsdpTrouble("address-taken");
    }
    const entry = { member, isConnected: false };
    this.#members.set(address, entry);
    const joined = this.#joining.then(() =>
      this.#inTurn(async () => {
        await this.#ensureOpen();
        await member.connect();
      }),
    );
    this.#joining = joined.catch(() => undefined);
    try {
      await joined;
    } catch (error) {
      this.leave(address, member);
      throw error;
    }
    if (this.#members.get(address) !== entry) {
      // Taken off the line while it was being made known.
      throw new OsdpTrouble("line");
    }
    entry.isConnected = true;
    void this.#run();
  }

  leave(address: number, member: Member): void {
    if (this.#members.get(address)?.member === member) {
      this.#members.delete(address);
      if (this.#members.size === 0) {
        this.#stream?.close();
        this.#forgetStream();
        this.#onEmpty();
      }
    }
  }

  /** Sends bytes and waits for the frame that answers them. */
  exchange(bytes: Buffer, isAnswer: (frame: Frame) => boolean): Promise<Heard> {
    const stream = this.#stream;
    if (!stream) {
      return Promise.reject(new OsdpTrouble("line"));
    }
    this.#frames.forget();
    const onTheLineMs = ((bytes.length + ANSWER_BYTES) * BITS * 1000) / this.baud;
    return new Promise((resolve) => {
      const finish = (frame: Frame | null) => {
        cancel();
        this.#waiting = undefined;
        resolve({ frame, sawBytes: waiting.received > 0 });
      };
      const cancel = this.#clock.after(ANSWER_MS + onTheLineMs, () => finish(null));
      const waiting: Waiting = { isAnswer, finish, received: 0 };
      this.#waiting = waiting;
      stream.write(bytes);
    });
  }

  pause(ms: number): Promise<void> {
    return pauseOf(this.#clock, ms, this.#life.signal);
  }

  #hear(bytes: Buffer): void {
    const waiting = this.#waiting;
    // Nobody was asked, or far more came than any answer: a line that is only noise costs no work.
    if (!waiting || waiting.received > MOST_BYTES) {
      return;
    }
    waiting.received += bytes.length;
    const answer = this.#frames.read(bytes.subarray(0, MOST_BYTES)).find(waiting.isAnswer);
    if (answer) {
      waiting.finish(answer);
    }
  }

  async #ensureOpen(): Promise<void> {
    if (this.#stream) {
      return;
    }
    let stream: ByteStream | undefined;
    stream = await this.#open(
      (bytes) => this.#hear(bytes),
      () => this.#end(stream),
    );
    if (this.#members.size === 0) {
      stream.close();
      throw new OsdpTrouble("line");
    }
    this.#life = new AbortController();
    this.#stream = stream;
  }

  #end(stream: ByteStream | undefined): void {
    if (stream === undefined || this.#stream !== stream) {
      return;
    }
    this.#forgetStream();
    for (const [address, { member, isConnected }] of [...this.#members]) {
      if (isConnected) {
        this.#drop(address, member, new OsdpTrouble("line"));
      }
    }
  }

  #forgetStream(): void {
    this.#stream = undefined;
    this.#life.abort();
    this.#waiting?.finish(null);
  }

  async #run(): Promise<void> {
    if (this.#isRunning) {
      return;
    }
    this.#isRunning = true;
    while (this.#stream) {
      for (const [address, { member, isConnected }] of [...this.#members]) {
        if (isConnected) {
          await this.#inTurn(() => this.#turnOf(address, member));
        }
      }
      await this.pause(ROUND_MS);
    }
    this.#isRunning = false;
  }

  async #turnOf(address: number, member: Member): Promise<void> {
    if (this.#members.get(address)?.member !== member) {
      return;
    }
    try {
      await member.turn();
    } catch (error) {
      this.#drop(address, member, error);
    }
  }

  #drop(address: number, member: Member, why: unknown): void {
    if (this.#members.get(address)?.member === member) {
      this.leave(address, member);
      member.lost(why);
    }
  }

  #inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = this.#talk.then(work);
    this.#talk = done.catch(() => undefined);
    return done;
  }
}

/** The lines of this controller, by the path or address of each. */
export class OsdpLines {
  readonly #open: OpenStream;
  readonly #clock: Clock;
  readonly #lines = new Map<string, OsdpLine>();

  constructor(open: OpenStream, clock: Clock) {
    this.#open = open;
    this.#clock = clock;
  }

  /** @throws {OsdpTrouble} where another reader has it at another speed */
  line(name: string, baud: number): OsdpLine {
    const known = this.#lines.get(name);
    if (known && known.baud !== baud) {
      throw new OsdpTrouble("speed");
    }
    const line: OsdpLine =
      known ??
      new OsdpLine({
        name,
        baud,
        open: this.#open,
        clock: this.#clock,
        onEmpty: () => {
          if (this.#lines.get(name) === line) {
            this.#lines.delete(name);
          }
        },
      });
    this.#lines.set(name, line);
    return line;
  }
}
