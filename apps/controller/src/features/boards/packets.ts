/*
 * The packets of UHPPOTE boards (UT0311-L01 to L04): 64 bytes over UDP, numbers with their low byte first, dates and times
 * as decimal digits, two in a byte. A request and its answer have the same code. No socket and no clock in here.
 */

export const PACKET_BYTES = 64;
/** Where a board listens, unless it was set otherwise. */
export const BOARD_PORT = 60_000;
const DOORS_OF_A_BOARD = 4;

const START = 0x17;
/** Boards of firmware 6.62 begin what they tell unasked so. */
const OLD_START = 0x19;
const SERIAL_AT = 4;
const BODY_AT = 8;
/** Goes with what changes much at once, so that noise does not. */
const MAGIC = 0x55aa_aa55;

export const codes = {
  status: 0x20,
  setTime: 0x30,
  openDoor: 0x40,
  putCard: 0x50,
  deleteCard: 0x52,
  countCards: 0x58,
  cardByNumber: 0x5a,
  cardAt: 0x5c,
  setControl: 0x80,
  readControl: 0x82,
  specialEvents: 0x8e,
  setListener: 0x90,
  remoteControl: 0xa0,
  eventAt: 0xb0,
} as const;

/** One thing that a board is asked. */
export interface Command<Reply> {
  code: number;
  /** Writes what is asked into the packet. */
  write(bytes: Buffer): void;
  /** What the board answered; undefined where that is no answer to this. */
  read(bytes: Buffer): Reply | undefined;
}

export interface Packet {
  code: number;
  serial: number;
  bytes: Buffer;
}

export function packetOf(serial: number, { code, write }: Pick<Command<unknown>, "code" | "write">): Buffer {
  const bytes = Buffer.alloc(PACKET_BYTES);
  bytes[0] = START;
  bytes[1] = code;
  bytes.writeUInt32LE(serial, SERIAL_AT);
  write(bytes);
  return bytes;
}

/** What came from the network; undefined for what is no packet of such a board. */
export function readPacket(bytes: Buffer): Packet | undefined {
  const [start, code = 0] = bytes;
  const isKnown = start === START || (start === OLD_START && code === codes.status);
  return bytes.length === PACKET_BYTES && isKnown
    ? { code, serial: bytes.readUInt32LE(SERIAL_AT), bytes }
    : undefined;
}

/** How a board is. Doors and buttons in their order, from door 1. */
export interface BoardStatus {
  /** The number of its last event; 0 before the first. */
  lastIndex: number;
  isOpen: boolean[];
  /** Its own clock, as its building's wall shows it: `YYYY-MM-DD HH:MM:SS`; null where it has no time. */
  time: string | null;
}

export const askStatus: Command<BoardStatus> = {
  code: codes.status,
  write: () => undefined,
  read: (bytes) => {
    // A day of two-digit years, and apart from it the time.
    const day = digitsAt(bytes, 51, 3);
    const time = digitsAt(bytes, 37, 3);
    return {
      lastIndex: bytes.readUInt32LE(BODY_AT),
      isOpen: [28, 29, 30, 31].map((at) => bytes[at] === 1),
      time: momentOf(day && time && `20${day}${time}`),
    };
  },
};

export interface BoardEvent {
  index: number;
  /** {@link eventTypes}. */
  type: number;
  isGranted: boolean;
  /** 1 to 4. */
  door: number;
  /** Of a card; whatever else for other events. */
  card: number;
  /** By the board's own clock, as {@link BoardStatus.time}. */
  time: string | null;
  /** {@link reasons}. */
  reason: number;
}

export const eventTypes = { none: 0, swipe: 1, door: 2, alarm: 3, overwritten: 0xff } as const;

/** Why an event was. Not named: what nothing here depends on. */
export const reasons = {
  /** Somebody else was to decide: the program at the other end. */
  remoteControl: 5,
  outsideItsDates: 15,
  button: 20,
  superPassword: 25,
  poweredOn: 28,
  reset: 29,
  buttonForcedLocked: 31,
  buttonNotOnLine: 32,
  buttonInterlocked: 33,
  openTooLong: 37,
  forcedOpen: 38,
  remoteOpening: 44,
} as const;

/** Asks for the event of this number. 0 is the oldest that the board has. */
export const askEvent = (index: number): Command<BoardEvent> => ({
  code: codes.eventAt,
  write: (bytes) => bytes.writeUInt32LE(index, BODY_AT),
  read: (bytes) => {
    const event = readEvent(bytes);
    const isAnswer = index === 0 || event.index === index || event.index === 0;
    return isAnswer ? event : undefined;
  },
});

const readEvent = (bytes: Buffer): BoardEvent => ({
  index: bytes.readUInt32LE(8),
  type: bytes.readUInt8(12),
  isGranted: bytes[13] === 1,
  door: bytes.readUInt8(14),
  card: bytes.readUInt32LE(16),
  time: momentOf(digitsAt(bytes, 20, 7)),
  reason: bytes.readUInt8(27),
});

/** A card on a board's own list. */
export interface BoardCard {
  number: number;
  /** `YYYY-MM-DD`, both of them days on which it opens. */
  from: string;
  to: string;
  /** What it opens, from door 1: 0 for never, 1 for always; beyond that hours that somebody else gave the board. */
  doors: number[];
}

/** Where a card was deleted, until another one takes its place. */
const DELETED = 0xffff_ffff;

/** What stands at a place of the list: a card, nothing any more, or nothing yet; the list ends there. */
export type ListPlace = BoardCard | "deleted" | "end";

export const askCardAt = (place: number): Command<ListPlace> => ({
  code: codes.cardAt,
  write: (bytes) => bytes.writeUInt32LE(place, BODY_AT),
  read: (bytes) => {
    const number = bytes.readUInt32LE(BODY_AT);
    return number === DELETED ? "deleted" : number === 0 ? "end" : readCard(bytes);
  },
});

export const askCountOfCards: Command<number> = {
  code: codes.countCards,
  write: () => undefined,
  read: (bytes) => bytes.readUInt32LE(BODY_AT),
};

export const putCard = (card: BoardCard): Command<boolean> => ({
  code: codes.putCard,
  write: (bytes) => {
    bytes.writeUInt32LE(card.number, BODY_AT);
    writeDigits(bytes, 12, card.from);
    writeDigits(bytes, 16, card.to);
    card.doors.forEach((opens, at) => {
      bytes[20 + at] = opens;
    });
  },
  read: isDone,
});

export const deleteCard = (number: number): Command<boolean> => ({
  code: codes.deleteCard,
  write: (bytes) => bytes.writeUInt32LE(number, BODY_AT),
  read: isDone,
});

export const openDoor = (door: number): Command<boolean> => ({
  code: codes.openDoor,
  write: (bytes) => bytes.writeUInt8(door, BODY_AT),
  read: isDone,
});

/** @param time `YYYY-MM-DD HH:MM:SS` as the building's wall shows it */
export const setTime = (time: string): Command<boolean> => ({
  code: codes.setTime,
  write: (bytes) => writeDigits(bytes, BODY_AT, time),
  read: (bytes) => momentOf(digitsAt(bytes, BODY_AT, 7)) === time,
});

/** How a door is moved: 3 is by cards, buttons and orders. */
export const CONTROLLED = 3;

export interface DoorControl {
  state: number;
  /** For how long it opens. */
  seconds: number;
}

export const askControl = (door: number): Command<DoorControl> => ({
  code: codes.readControl,
  write: (bytes) => bytes.writeUInt8(door, BODY_AT),
  read: (bytes) => readControl(bytes, door),
});

export const setControl = (door: number, { state, seconds }: DoorControl): Command<DoorControl> => ({
  code: codes.setControl,
  write: (bytes) => {
    bytes.writeUInt8(door, BODY_AT);
    bytes.writeUInt8(state, 9);
    bytes.writeUInt8(seconds, 10);
  },
  read: (bytes) => readControl(bytes, door),
});

const readControl = (bytes: Buffer, door: number): DoorControl | undefined =>
  bytes[BODY_AT] === door ? { state: bytes.readUInt8(9), seconds: bytes.readUInt8(10) } : undefined;

/** Leaves and buttons become events too. */
export const recordSpecialEvents: Command<boolean> = {
  code: codes.specialEvents,
  write: (bytes) => bytes.writeUInt8(1, BODY_AT),
  read: isDone,
};

/** Where the board tells of its events unasked. */
export const setListener = ({ address, port }: { address: string; port: number }): Command<boolean> => ({
  code: codes.setListener,
  write: (bytes) => {
    address.split(".").forEach((part, at) => {
      bytes[BODY_AT + at] = Number(part);
    });
    bytes.writeUInt16LE(port, 12);
  },
  read: isDone,
});

/** Who asks decides on cards, for as long as the board hears something at least every 30 s; else the board does. */
export const setRemoteControl = (isRemote: boolean): Command<boolean> => ({
  code: codes.remoteControl,
  write: (bytes) => {
    bytes.writeUInt32LE(MAGIC, BODY_AT);
    bytes.writeUInt8(isRemote ? 1 : 0, 12);
  },
  read: isDone,
});

function isDone(bytes: Buffer): boolean {
  return bytes[BODY_AT] === 1;
}

function readCard(bytes: Buffer): BoardCard | undefined {
  const from = dayOf(digitsAt(bytes, 12, 4));
  const to = dayOf(digitsAt(bytes, 16, 4));
  return {
    number: bytes.readUInt32LE(BODY_AT),
    // A card without dates opens on no day.
    from: from ?? "",
    to: to ?? "",
    doors: [...bytes.subarray(20, 20 + DOORS_OF_A_BOARD)],
  };
}

/** Two decimal digits in each byte; undefined where one of them is none. */
function digitsAt(bytes: Buffer, at: number, count: number): string | undefined {
  const digits = bytes.toString("hex", at, at + count);
  return /^\d+$/.test(digits) ? digits : undefined;
}

function writeDigits(bytes: Buffer, at: number, text: string): void {
  bytes.write(text.replaceAll(/\D/g, ""), at, "hex");
}

/** @param digits `YYYYMMDDHHMMSS` */
function momentOf(digits: string | undefined): string | null {
  const [, day, ...time] = /^(\d{8})(\d\d)(\d\d)(\d\d)$/.exec(digits ?? "") ?? [];
  const written = dayOf(day);
  const moment = `${written} ${time.join(":")}`;
  return written !== null && !Number.isNaN(Date.parse(`${moment.replace(" ", "T")}Z`)) ? moment : null;
}

/** @param digits `YYYYMMDD` */
function dayOf(digits: string | undefined): string | null {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(digits ?? "") ?? [];
  const written = `${year}-${month}-${day}`;
  return year !== undefined && !Number.isNaN(Date.parse(`${written}T00:00:00Z`)) ? written : null;
}
