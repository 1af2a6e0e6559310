import { createSocket, type RemoteInfo, type Socket } from "node:dgram";
import type { Clock } from "../../platform/clock.ts";
import { BOARD_PORT, type Command, codes, type Packet, packetOf, readPacket } from "./packets.ts";
import { BoardTrouble } from "./trouble.ts";

/** A board on the building's own network answers within tens of milliseconds. */
const ANSWER_MS = 400;
/** A packet may be lost on the way; what is asked here twice is done once all the same. */
const TRIES = 3;

export interface AskOptions {
  /** Before all that waits: somebody stands at a door. */
  isUrgent?: boolean;
  /** Sent once and never again: for what must not be done twice. */
  once?: { withinMs: number; onLeaving: () => void };
}

interface Waiting {
  code: number;
  hear(packet: Packet): void;
  hearNonsense(): void;
}

/**
 * The way to one board: a UDP socket, and one question at a time. Packets carry no number of their question, so an answer
 * is the first one with its code and the board's serial number, while somebody waits for it.
 */
export class BoardLine {
  readonly #host: string;
  readonly #port: number;
  readonly #serial: number;
  readonly #clock: Clock;
  readonly #onNews: () => void;
  readonly #queue: { run: () => Promise<void>; isUrgent: boolean }[] = [];
  #socket: Promise<Socket> | undefined;
  #waiting: Waiting | undefined;
  #isBusy = false;
  #isClosed = false;
  /** What was asked once and not answered in time: its late answer must not be taken for the next one's. */
  readonly #unanswered = new Set<number>();

  /** @param place `10.0.0.40` or `10.0.0.40:60000` */
  constructor(parts: { place: string; serial: number; clock: Clock; onNews?: () => void }) {
    const [host = "", port = String(BOARD_PORT)] = parts.place.split(":");
    this.#host = host;
    this.#port = Number(port);
    this.#serial = parts.serial;
    this.#clock = parts.clock;
    this.#onNews = parts.onNews ?? (() => undefined);
  }

  /**
   * Asks the board. What is asked once is not sent while an earlier answer to the same may still come.
   * @throws {BoardTrouble}
   */
  ask<Reply>(command: Command<Reply>, options: AskOptions = {}): Promise<Reply> {
    return new Promise((resolve, reject) => {
      const job = {
        isUrgent: options.isUrgent === true,
        run: () => this.#ask(command, options).then(resolve, reject),
      };
      const at = job.isUrgent ? this.#queue.findIndex(({ isUrgent }) => !isUrgent) : -1;
      this.#queue.splice(at === -1 ? this.#queue.length : at, 0, job);
      void this.#work();
    });
  }

  /** Where the board finds this program: its own address on the way there, and the port of the socket. */
  async ownAddress(): Promise<{ address: string; port: number }> {
    const { port } = (await this.#open()).address();
    const probe = createSocket("udp4");
    try {
      // Sends nothing: the kernel says which way it would go.
      await new Promise<void>((resolve, reject) => {
        probe.once("error", reject);
        probe.connect(this.#port, this.#host, () => resolve());
      });
      return { address: probe.address().address, port };
    } catch {
      throw new BoardTrouble("network");
    } finally {
      probe.close();
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#socket?.then((socket) => socket.close()).catch(() => undefined);
    this.#socket = undefined;
    this.#waiting?.hearNonsense();
  }

  async #work(): Promise<void> {
    if (this.#isBusy) {
      return;
    }
    this.#isBusy = true;
    for (let job = this.#queue.shift(); job; job = this.#queue.shift()) {
      await job.run();
    }
    this.#isBusy = false;
  }

  async #ask<Reply>(command: Command<Reply>, { once }: AskOptions): Promise<Reply> {
    if (once) {
      await this.#clear(command.code);
      const onLeaving = () => {
        once.onLeaving();
        this.#unanswered.add(command.code);
      };
      const reply = await this.#try(command, once.withinMs, onLeaving);
      this.#unanswered.delete(command.code);
      return reply;
    }
    let nonsense: unknown;
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#try(command, ANSWER_MS);
      } catch (error) {
        nonsense ??= error instanceof BoardTrouble && error.kind === "nonsense" ? error : undefined;
        if (tries === TRIES || this.#isClosed) {
          throw nonsense ?? error;
        }
      }
    }
  }

  /** A board answers in its turn: once it answered something else, an earlier answer comes no more. */
  async #clear(code: number): Promise<void> {
    if (this.#unanswered.has(code)) {
      await this.#ask({ code: codes.status, write: () => undefined, read: () => true }, {});
      this.#unanswered.delete(code);
    }
  }

  async #try<Reply>(command: Command<Reply>, withinMs: number, onLeaving?: () => void): Promise<Reply> {
    const socket = await this.#open();
    const bytes = packetOf(this.#serial, command);
    onLeaving?.();
    return new Promise((resolve, reject) => {
      let heardNonsense = false;
      const finish = (end: () => void) => {
        cancel();
        this.#waiting = undefined;
        end();
      };
      const cancel = this.#clock.after(withinMs, () =>
        finish(() => reject(new BoardTrouble(heardNonsense ? "nonsense" : "silent"))),
      );
      this.#waiting = {
        code: command.code,
        hear: ({ bytes: answer }) => {
          const reply = command.read(answer);
          if (reply === undefined) {
            heardNonsense = true;
          } else {
            finish(() => resolve(reply));
          }
        },
        hearNonsense: () => {
          heardNonsense = true;
          if (this.#isClosed) {
            finish(() => reject(new BoardTrouble("closed")));
          }
        },
      };
      socket.send(bytes, this.#port, this.#host, (error) => {
        if (error) {
          finish(() => reject(new BoardTrouble("network")));
        }
      });
    });
  }

  #open(): Promise<Socket> {
    if (this.#isClosed) {
      return Promise.reject(new BoardTrouble("closed"));
    }
    this.#socket ??= new Promise<Socket>((resolve, reject) => {
      const socket = createSocket("udp4");
      const fail = () => {
        this.#socket = undefined;
        reject(new BoardTrouble("network"));
      };
      socket.once("error", fail);
      socket.on("message", (bytes, from) => this.#hear(bytes, from));
      socket.bind(() => {
        socket.off("error", fail);
        // What could not be sent says so itself.
        socket.on("error", () => undefined);
        resolve(socket);
      });
    });
    return this.#socket;
  }

  #hear(bytes: Buffer, from: RemoteInfo): void {
    if (from.address !== this.#host) {
      return;
    }
    const packet = readPacket(bytes);
    if (packet?.serial !== this.#serial) {
      this.#waiting?.hearNonsense();
    } else if (packet.code === this.#waiting?.code) {
      this.#waiting.hear(packet);
    } else if (packet.code === codes.status) {
      // Told unasked: there is an event. What it says is asked for, because anybody can send such a packet.
      this.#onNews();
    }
  }
}
