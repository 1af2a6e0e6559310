/** A picture of whose every 8 x 8 points only the mean brightness is known. */
export interface Eighths {
  width: number;
  height: number;
  grey: Uint8Array;
}

interface Component {
  id: number;
  across: number;
  down: number;
  quantisation: number;
}

interface Frame {
  width: number;
  height: number;
  components: Component[];
}

const MARKER = 0xff;
const SEQUENTIAL = [0xc0, 0xc1];
const HUFFMAN_TABLES = 0xc4;
const START_OF_IMAGE = 0xd8;
const START_OF_SCAN = 0xda;
const QUANTISATION_TABLES = 0xdb;
const RESTART_INTERVAL = 0xdd;
/** Most codes are short: those are looked up in a table that stays in the processor's nearest memory. */
const SHORT_BITS = 9;
/** A code has no more bits than this. */
const LONG_BITS = 16;
/** Bits of one block at most, each code of sixteen with as many after it; in bytes, and some to look ahead. */
const BEYOND_BYTES = 300;
/** Coefficients of a block; a block that ends early goes at once beyond them. */
const BLOCK = 64;
const LARGEST_SIDE = 4096;

/** Says that this is not a picture that can be read here; another decoder may. */
class NotForMe extends Error {}

/**
 * Reads the mean brightness of each 8 x 8 points of a sequential JPEG, which is written in it as such: the
 * rest of each block is passed over and never computed. Measured beside decoding the picture small: docs/performance.md.
 * @returns undefined for what is written otherwise, or broken
 */
export function readEighths(jpeg: Uint8Array): Eighths | undefined {
  try {
    return read(jpeg);
  } catch (error) {
    if (error instanceof NotForMe) {
      return undefined;
    }
    throw error;
  }
}

function read(jpeg: Uint8Array): Eighths {
  const word = (at: number) => ((jpeg[at] ?? 0) << 8) | (jpeg[at + 1] ?? 0);
  const tables = new Map<number, Codes>();
  const firstSteps = new Map<number, number>();
  let frame: Frame | undefined;
  let restartEvery = 0;
  if (word(0) !== ((MARKER << 8) | START_OF_IMAGE)) {
    throw new NotForMe();
  }
  for (let at = 2; at + 4 <= jpeg.length; ) {
    const [mark, code, length] = [jpeg[at], jpeg[at + 1] ?? 0, word(at + 2)];
    if (mark !== MARKER || length < 2 || at + 2 + length > jpeg.length) {
      throw new NotForMe();
    }
    const body = jpeg.subarray(at + 4, at + 2 + length);
    if (SEQUENTIAL.includes(code)) {
      frame = readFrame(body);
    } else if (code === HUFFMAN_TABLES) {
      readHuffman(body, tables);
    } else if (code === QUANTISATION_TABLES) {
      readQuantisation(body, firstSteps);
    } else if (code === RESTART_INTERVAL) {
      restartEvery = ((body[0] ?? 0) << 8) | (body[1] ?? 0);
    } else if (code === START_OF_SCAN && frame) {
      return readScan({ frame, tables, firstSteps, restartEvery, header: body, from: at + 2 + length, jpeg });
    } else if ((code >= 0xc0 && code <= 0xcf) || code === START_OF_SCAN) {
      throw new NotForMe();
    }
    at += 2 + length;
  }
  throw new NotForMe();
}

function readFrame(body: Uint8Array): Frame {
  const [bits = 0, h1 = 0, h0 = 0, w1 = 0, w0 = 0, count = 0] = body;
  const components = Array.from({ length: count }, (_, index) => {
    const [id = 0, sampling = 0, quantisation = 0] = body.subarray(6 + index * 3);
    return { id, across: sampling >> 4, down: sampling & 15, quantisation };
  });
  const [luma] = components;
  const [width, height] = [(w1 << 8) | w0, (h1 << 8) | h0];
  const isUsual =
    bits === 8 &&
    [1, 3].includes(count) &&
    components.every(({ across, down }) => across >= 1 && down >= 1 && across <= 4 && down <= 4) &&
    // The brightness is the finest of them, as every camera writes it.
    components.every(({ across, down }) => luma && across <= luma.across && down <= luma.down) &&
    Math.min(width, height) > 0 &&
    Math.max(width, height) <= LARGEST_SIDE;
  if (!isUsual) {
    throw new NotForMe();
  }
  return { width, height, components };
}

/** The first step of each table: what the means were divided by. */
function readQuantisation(body: Uint8Array, into: Map<number, number>): void {
  for (let at = 0; at < body.length; ) {
    const kind = body[at] ?? 0;
    const isWide = kind >> 4 === 1;
    into.set(kind & 15, isWide ? ((body[at + 1] ?? 0) << 8) | (body[at + 2] ?? 0) : (body[at + 1] ?? 0));
    at += 1 + BLOCK * (isWide ? 2 : 1);
  }
}

/** What a code means, by the bits that are next: the first nine of them, or all sixteen. 0 for none. */
interface Codes {
  short: Uint16Array;
  long: Uint16Array;
}

/** Cameras write the same tables with each picture: made once for all of them. */
const made = new Map<string, Codes>();
const MADE_AT_MOST = 32;

function readHuffman(body: Uint8Array, into: Map<number, Codes>): void {
  for (let at = 0; at + 17 <= body.length; ) {
    const counts = body.subarray(at + 1, at + 17);
    const values = counts.reduce((sum, count) => sum + count, 0);
    const kind = body[at] ?? 0;
    const whole = body.subarray(at, at + 17 + values);
    const key = Buffer.from(whole).toString("latin1");
    const table = made.get(key) ?? makeTable(kind >> 4 === 0, counts, whole.subarray(17));
    if (made.size >= MADE_AT_MOST) {
      made.clear();
    }
    made.set(key, table);
    into.set(kind, table);
    at += 17 + values;
  }
}

/**
 * Of a mean a code says `bits that follow << 5 | bits of the code`, of what is passed over
 * `coefficients to go on by << 5 | bits of the code and of what follows`.
 */
function makeTable(isOfMeans: boolean, counts: Uint8Array, values: Uint8Array): Codes {
  const long = new Uint16Array(1 << LONG_BITS);
  const short = new Uint16Array(1 << SHORT_BITS);
  let code = 0;
  let next = 0;
  counts.forEach((count, index) => {
    const length = index + 1;
    for (let of = 0; of < count; of += 1) {
      const value = values[next] ?? 0;
      const meaning = isOfMeans ? (value << 5) | length : passedOver(value, length);
      const fill = (table: Uint16Array, bits: number) =>
        table.fill(meaning, code << (bits - length), (code + 1) << (bits - length));
      fill(long, LONG_BITS);
      if (length <= SHORT_BITS) {
        fill(short, SHORT_BITS);
      }
      next += 1;
      code += 1;
    }
    code <<= 1;
  });
  return { short, long };
}

function passedOver(value: number, length: number): number {
  const [zeros, bits] = [value >> 4, value & 15];
  if (bits === 0 && zeros !== 15) {
    return (BLOCK << 5) | length;
  }
  return ((zeros + 1) << 5) | (length + bits);
}

interface Scan {
  frame: Frame;
  tables: ReadonlyMap<number, Codes>;
  firstSteps: ReadonlyMap<number, number>;
  restartEvery: number;
  header: Uint8Array;
  jpeg: Uint8Array;
  from: number;
}

function readScan({ frame, tables, firstSteps, restartEvery, header, jpeg, from }: Scan): Eighths {
  const { width, height, components } = frame;
  const inScan = Array.from({ length: header[0] ?? 0 }, (_, index) => {
    const [id, selectors = 0] = header.subarray(1 + index * 2);
    const component = components.find((one) => one.id === id);
    const means = tables.get(selectors >> 4);
    const rest = tables.get(0x10 | (selectors & 15));
    if (!component || !means || !rest) {
      throw new NotForMe();
    }
    return { component, means, rest, mean: 0 };
  });
  const [luma] = components;
  const step = luma && firstSteps.get(luma.quantisation);
  if (!luma || step === undefined || inScan[0]?.component !== luma) {
    throw new NotForMe();
  }
  // One component alone is written block by block, several in units of as many blocks as each has.
  const isAlone = inScan.length === 1;
  const [unitAcross, unitDown] = isAlone ? [1, 1] : [luma.across, luma.down];
  const across = Math.ceil(width / (8 * unitAcross));
  const down = Math.ceil(height / (8 * unitDown));
  const columns = Math.ceil(width / 8);
  const rows = Math.ceil(height / 8);
  const grey = new Uint8Array(columns * rows);

  const bits = new Bits(jpeg, from);
  for (let unit = 0; unit < across * down; unit += 1) {
    if (restartEvery > 0 && unit > 0 && unit % restartEvery === 0) {
      bits.restart();
      for (const one of inScan) {
        one.mean = 0;
      }
    }
    for (const one of inScan) {
      const { component, means, rest } = one;
      const blocks = isAlone ? 1 : component.across * component.down;
      for (let block = 0; block < blocks; block += 1) {
        one.mean += bits.block(means, rest);
        if (component === luma) {
          const x = (unit % across) * unitAcross + (block % unitAcross);
          const y = Math.floor(unit / across) * unitDown + Math.floor(block / unitAcross);
          if (x < columns && y < rows) {
            grey[y * columns + x] = Math.min(255, Math.max(0, (one.mean * step) / 8 + 128));
          }
        }
      }
    }
  }
  return { width: columns, height: rows, grey };
}

/** One picture is read after the other, in one go: each in the same room, which would else be most of what is let go again. */
let room = new Uint8Array(0);

function roomFor(bytes: number): Uint8Array<ArrayBuffer> {
  if (room.length < bytes) {
    room = new Uint8Array(bytes);
  }
  return room;
}

/** The bits of a scan, without the zeros that are written after each 0xff. */
class Bits {
  readonly #view: DataView;
  /** Where each part begins that does not depend on the one before. */
  readonly #parts: number[] = [];
  readonly #length: number;
  #part = 0;
  #at = 0;

  constructor(jpeg: Uint8Array, from: number) {
    const bytes = roomFor(jpeg.length - from + BEYOND_BYTES);
    let length = 0;
    for (let at = from; at < jpeg.length; ) {
      const found = jpeg.indexOf(MARKER, at);
      const end = found === -1 ? jpeg.length : found;
      bytes.set(jpeg.subarray(at, end), length);
      length += end - at;
      const code = jpeg[end + 1] ?? 0xd9;
      at = end + 2;
      if (code === 0 && found !== -1) {
        bytes[length] = MARKER;
        length += 1;
      } else if (code >= 0xd0 && code <= 0xd7) {
        this.#parts.push(length);
      } else if (code === MARKER) {
        // A fill byte before a marker.
        at = end + 1;
      } else {
        break;
      }
    }
    // A block may be read beyond the end before that is noticed: not what stood there of a picture before.
    bytes.fill(0, length, length + BEYOND_BYTES);
    this.#view = new DataView(bytes.buffer);
    this.#length = length * 8;
  }

  restart(): void {
    const start = this.#parts[this.#part];
    if (start === undefined) {
      throw new NotForMe();
    }
    this.#part += 1;
    this.#at = start * 8;
  }

  /**
   * Goes on by one block. Called for each of some twenty thousand in a picture: one read and mostly one
   * look-up for each code.
   * @returns by how much its mean differs from that of the one before
   */
  block(means: Codes, { short, long }: Codes): number {
    const view = this.#view;
    let at = this.#at;
    const code = next16(view, at);
    const found = means.long[code] ?? 0;
    const bits = found >> 5;
    if (found === 0 || bits > 15) {
      throw new NotForMe();
    }
    at += found & 31;
    const difference = bits === 0 ? 0 : signed(next16(view, at) >>> (16 - bits), bits);
    at += bits;
    for (let coefficient = 1; coefficient < BLOCK; ) {
      const next = next16(view, at);
      const meaning = short[next >>> (LONG_BITS - SHORT_BITS)] || long[next] || 0;
      if (meaning === 0) {
        throw new NotForMe();
      }
      at += meaning & 31;
      coefficient += meaning >> 5;
    }
    this.#at = at;
    // The scan must not end before its picture does.
    if (at > this.#length) {
      throw new NotForMe();
    }
    return difference;
  }
}

/** The next sixteen bits. */
const next16 = (view: DataView, at: number): number =>
  (view.getUint32(at >>> 3) >>> (16 - (at & 7))) & 0xffff;

/** JPEG writes a negative number as one less than it has room for. */
const signed = (value: number, bits: number): number =>
  value < 1 << (bits - 1) ? value - (1 << bits) + 1 : value;
