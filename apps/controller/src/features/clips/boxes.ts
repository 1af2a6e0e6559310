/** A box of an MP4 file (ISO 14496-12): its size, its name and what is in it. */
export function box(name: string, ...parts: Uint8Array[]): Buffer {
  const size = 8 + parts.reduce((sum, { byteLength }) => sum + byteLength, 0);
  return Buffer.concat([u32(size), Buffer.from(name, "latin1"), ...parts], size);
}

/** A box that says its version and flags before anything else. */
export const fullBox = (name: string, version: number, flags: number, ...parts: Uint8Array[]): Buffer =>
  box(name, u32(version * 2 ** 24 + flags), ...parts);

export const u16 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 2);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt16BE(value, index * 2);
  }
  return bytes;
};

export const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) {
    bytes.writeUInt32BE(value, index * 4);
  }
  return bytes;
};

export const u64 = (value: number): Buffer => u32(Math.floor(value / 2 ** 32), value % 2 ** 32);
