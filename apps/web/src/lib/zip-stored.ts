/*
 * An archive whose files lie in it as they are (APPNOTE.TXT of PKZIP, method 0): enough for the few kilobytes of a
 * worksheet, and no library.
 */

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit += 1) {
    crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return crc;
});

function crcOf(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc = (crc >>> 8) ^ (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** 1 January 1980, the first day that an archive can say: when it was made is told by its name. */
const NO_DAY = 0x21;
/** Names in UTF-8. */
const FLAGS = 0x0800;

/** Numbers in as many bytes, the lowest byte first. */
const packed = (...numbers: readonly (readonly [value: number, bytes: 2 | 4])[]): number[] =>
  numbers.flatMap(([value, bytes]) =>
    Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** at) % 256),
  );

/** An archive of these texts by their names. */
export function zipStored(files: Readonly<Record<string, string>>): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const locals: number[] = [];
  const directory: number[] = [];
  const entries = Object.entries(files);
  for (const [called, text] of entries) {
    const name = encoder.encode(called);
    const bytes = encoder.encode(text);
    const facts = packed(
      [FLAGS, 2],
      [0, 2],
      [0, 2],
      [NO_DAY, 2],
      [crcOf(bytes), 4],
      [bytes.length, 4],
      [bytes.length, 4],
      [name.length, 2],
      [0, 2],
    );
    const at = locals.length;
    append(locals, packed([0x04034b50, 4], [20, 2]), facts, name, bytes);
    append(
      directory,
      packed([0x02014b50, 4], [20, 2], [20, 2]),
      facts,
      packed([0, 2], [0, 2], [0, 2], [0, 4], [at, 4]),
      name,
    );
  }
  const end = packed(
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [entries.length, 2],
    [entries.length, 2],
    [directory.length, 4],
    [locals.length, 4],
    [0, 2],
  );
  return Uint8Array.from([...locals, ...directory, ...end]);
}

/** One at a time: a spread of a long file would be too many arguments. */
function append(to: number[], ...parts: readonly Iterable<number>[]): void {
  for (const part of parts) {
    for (const byte of part) {
      to.push(byte);
    }
  }
}
