import sharp from "sharp";

/** A real JPEG, different for each number. */
export function realJpeg(seed: number, options: { progressive?: boolean } = {}): Promise<Buffer> {
  const data = Buffer.alloc(48 * 32 * 3);
  let state = seed * 2654435761 + 1;
  for (let at = 0; at < data.length; at += 1) {
    state = (state * 1103515245 + 12345) >>> 0;
    data[at] = state >>> 24;
  }
  return sharp(data, { raw: { width: 48, height: 32, channels: 3 } })
    .jpeg({ quality: 90, progressive: options.progressive ?? false })
    .toBuffer();
}

/** The same picture with a thumbnail inside, as cameras write it: a whole JPEG within a segment. */
export function withThumbnail(jpeg: Buffer, thumbnail: Buffer): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(thumbnail.length + 2);
  return Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, thumbnail, jpeg.subarray(2)]);
}
