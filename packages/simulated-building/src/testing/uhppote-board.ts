import { createSocket, type RemoteInfo, type Socket } from "node:dgram";

/** A board believes in its controller for so long after the last thing that it heard. */
const REMOTE_LASTS_MS = 30_000;
const PLACES = 64;

interface Card {
  number: number;
  /** `YYYYMMDD`. */
  from: string;
  to: string;
  doors: number[];
}

interface Event {
  index: number;
  type: number;
  isGranted: boolean;
  door: number;
  card: number;
  /** `YYYYMMDDHHMMSS`. */
  time: string;
  reason: number;
}

/**
 * A UHPPOTE board that is not there and speaks the real protocol over UDP on this machine: four doors, its own card list,
 * its own log of events and its own decisions. It has a codec of its own, so that it believes nobody else's.
 */
export class SimulatedUhppoteBoard {
  readonly serial: number;
  /** Every opening of a relay: the door, and why. */
  readonly openings: { door: number; why: "card" | "button" | "remote" }[] = [];
  /** The codes that it was asked, in their order. */
  readonly asked: number[] = [];
  /** Codes that it obeys and does not answer: the answer is lost on the way. */
  readonly unanswered = new Set<number>();
  /** Answers with what is no packet. */
  isNonsense = false;
  isUnplugged = false;
  /** Its buttons open nothing while somebody else decides, as some firmware has it. */
  refusesButtons = false;
  /** How many events it keeps. */
  capacity = 100_000;
  /** What its clock shows, `YYYYMMDDHHMMSS`. */
  time = "20180101000000";
  /** By place; null where one was deleted. */
  cards: (Card | null)[] = [];
  readonly control = [1, 2, 3, 4].map(() => ({ state: 3, seconds: 5 }));
  readonly isOpen = [false, false, false, false];
  port = 0;
  #socket: Socket | undefined;
  #events: Event[] = [];
  #lastIndex = 0;
  #listener: { address: string; port: number } | undefined;
  #isRemote = false;
  #recordsAll = false;
  #heardAt = Number.NEGATIVE_INFINITY;

  constructor(serial: number) {
    this.serial = serial;
  }

  async start(): Promise<void> {
    const socket = createSocket("udp4");
    socket.on("message", (bytes, from) => this.#hear(bytes, from));
    await new Promise<void>((resolve) => {
      socket.bind(this.port, "127.0.0.1", resolve);
    });
    this.port = socket.address().port;
    this.#socket = socket;
  }

  stop(): void {
    this.#socket?.close();
    this.#socket = undefined;
  }

  get place(): string {
    return `127.0.0.1:${this.port}`;
  }

  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** Does its controller decide, and not the board itself? */
  get isRemote(): boolean {
    return this.#isRemote && performance.now() - this.#heardAt < REMOTE_LASTS_MS;
  }

  /** Half a minute passes in which nobody says anything to it. */
  missController(): void {
    this.#heardAt = Number.NEGATIVE_INFINITY;
  }

  /** Somebody empties its memory: cards, events and what it was told. */
  forget(): void {
    this.cards = [];
    this.#events = [];
    this.#lastIndex = 0;
    this.#listener = undefined;
    this.#isRemote = false;
    this.#recordsAll = false;
  }

  cardOf(number: number): Card | undefined {
    return this.cards.find((card) => card?.number === number) ?? undefined;
  }

  /** Somebody holds a card to the reader of a door. */
  swipe(door: number, number: number): void {
    if (this.isRemote) {
      this.#note({ type: 1, isGranted: false, door, card: number, reason: 5 });
      return;
    }
    const card = this.cardOf(number);
    const today = this.time.slice(0, 8);
    const reason = card?.doors[door - 1] !== 1 ? 6 : card.from <= today && today <= card.to ? 1 : 15;
    if (reason === 1) {
      this.openings.push({ door, why: "card" });
    }
    this.#note({ type: 1, isGranted: reason === 1, door, card: number, reason });
  }

  /** Somebody presses the exit button of a door. */
  press(door: number): void {
    const isRefused = this.refusesButtons && this.isRemote;
    if (!isRefused) {
      this.openings.push({ door, why: "button" });
    }
    if (this.#recordsAll) {
      this.#note({ type: 2, isGranted: !isRefused, door, card: 0, reason: isRefused ? 32 : 20 });
    }
  }

  /** The leaf of a door opens or closes. */
  moveLeaf(door: number, isOpen: boolean): void {
    this.isOpen[door - 1] = isOpen;
    if (this.#recordsAll) {
      this.#note({ type: 2, isGranted: true, door, card: 0, reason: isOpen ? 23 : 24 });
    }
  }

  /** The leaf is open with nothing that explains it, or for longer than the board was told. */
  alarm(door: number, why: "forced" | "held"): void {
    this.#note({ type: 3, isGranted: false, door, card: 0, reason: why === "forced" ? 38 : 37 });
  }

  #note(event: Omit<Event, "index" | "time">): void {
    this.#lastIndex += 1;
    this.#events = [...this.#events, { ...event, index: this.#lastIndex, time: this.time }].slice(
      -this.capacity,
    );
    if (this.#listener && !this.isUnplugged) {
      this.#socket?.send(this.#status(), this.#listener.port, this.#listener.address);
    }
  }

  #hear(asked: Buffer, from: RemoteInfo): void {
    const isForIt = asked.length === PLACES && asked[0] === 0x17 && asked.readUInt32LE(4) === this.serial;
    if (this.isUnplugged || !isForIt) {
      return;
    }
    const code = asked.readUInt8(1);
    this.asked.push(code);
    this.#heardAt = performance.now();
    const answer = this.#obey(code, asked);
    if (answer && !this.unanswered.has(code)) {
      this.#socket?.send(this.isNonsense ? Buffer.from("<html>") : answer, from.port, from.address);
    }
  }

  #obey(code: number, asked: Buffer): Buffer | undefined {
    const number = asked.readUInt32LE(8);
    const door = asked.readUInt8(8);
    switch (code) {
      case 0x20:
        return this.#status();
      case 0x30:
        this.time = asked.toString("hex", 8, 15);
        return this.#answer(code, (bytes) => bytes.write(this.time, 8, "hex"));
      case 0x40:
        this.openings.push({ door, why: "remote" });
        this.#note({ type: 2, isGranted: true, door, card: 0, reason: 44 });
        return this.#yes(code);
      case 0x50:
        return this.#put(asked);
      case 0x52:
        return this.#delete(number);
      case 0x58:
        return this.#answer(code, (bytes) => bytes.writeUInt32LE(this.cards.filter(Boolean).length, 8));
      case 0x5c:
        return this.#answer(code, (bytes) => this.#writeCard(bytes, this.cards[number - 1]));
      case 0x80:
        this.control[door - 1] = { state: asked.readUInt8(9), seconds: asked.readUInt8(10) };
        return this.#controlOf(code, door);
      case 0x82:
        return this.#controlOf(code, door);
      case 0x8e:
        this.#recordsAll = asked[8] === 1;
        return this.#yes(code);
      case 0x90:
        this.#listener = {
          address: [...asked.subarray(8, 12)].join("."),
          port: asked.readUInt16LE(12),
        };
        return this.#yes(code);
      case 0xa0:
        this.#isRemote = number === 0x55aaaa55 && asked[12] === 1;
        return this.#yes(code);
      case 0xb0:
        return this.#eventAt(number);
      default:
        return undefined;
    }
  }

  #put(asked: Buffer): Buffer {
    const card: Card = {
      number: asked.readUInt32LE(8),
      from: asked.toString("hex", 12, 16),
      to: asked.toString("hex", 16, 20),
      doors: [...asked.subarray(20, 24)],
    };
    const known = this.cards.findIndex((other) => other?.number === card.number);
    const free = this.cards.indexOf(null);
    const at = known !== -1 ? known : free !== -1 ? free : this.cards.length;
    this.cards[at] = card;
    return this.#yes(0x50);
  }

  #delete(number: number): Buffer {
    const at = this.cards.findIndex((card) => card?.number === number);
    if (at !== -1) {
      this.cards[at] = null;
    }
    return this.#answer(0x52, (bytes) => bytes.writeUInt8(at === -1 ? 0 : 1, 8));
  }

  #writeCard(bytes: Buffer, card: Card | null | undefined): void {
    if (!card) {
      bytes.writeUInt32LE(card === null ? 0xffffffff : 0, 8);
      return;
    }
    bytes.writeUInt32LE(card.number, 8);
    bytes.write(card.from + card.to, 12, "hex");
    bytes.set(card.doors, 20);
  }

  #eventAt(index: number): Buffer {
    const oldest = this.#events[0];
    const event = index === 0 ? oldest : this.#events.find((one) => one.index === index);
    return this.#answer(0xb0, (bytes) => {
      if (event) {
        this.#writeEvent(bytes, event);
      } else if (oldest && index < oldest.index) {
        bytes.writeUInt32LE(index, 8);
        bytes.writeUInt8(0xff, 12);
      }
    });
  }

  #writeEvent(bytes: Buffer, event: Event): void {
    bytes.writeUInt32LE(event.index, 8);
    bytes.writeUInt8(event.type, 12);
    bytes.writeUInt8(event.isGranted ? 1 : 0, 13);
    bytes.writeUInt8(event.door, 14);
    bytes.writeUInt8(1, 15);
    bytes.writeUInt32LE(event.card, 16);
    bytes.write(event.time, 20, "hex");
    bytes.writeUInt8(event.reason, 27);
  }

  #status(): Buffer {
    return this.#answer(0x20, (bytes) => {
      const last = this.#events.at(-1);
      if (last) {
        this.#writeEvent(bytes, last);
      }
      this.isOpen.forEach((isOpen, at) => {
        bytes.writeUInt8(isOpen ? 1 : 0, 28 + at);
      });
      bytes.write(this.time.slice(8), 37, "hex");
      bytes.write(this.time.slice(2, 8), 51, "hex");
    });
  }

  #controlOf(code: number, door: number): Buffer {
    const { state, seconds } = this.control[door - 1] ?? { state: 0, seconds: 0 };
    return this.#answer(code, (bytes) => bytes.set([door, state, seconds], 8));
  }

  #yes(code: number): Buffer {
    return this.#answer(code, (bytes) => bytes.writeUInt8(1, 8));
  }

  #answer(code: number, write: (bytes: Buffer) => unknown): Buffer {
    const bytes = Buffer.alloc(PLACES);
    bytes.set([0x17, code]);
    bytes.writeUInt32LE(this.serial, 4);
    write(bytes);
    return bytes;
  }
}
