import type { VideoCodec } from "@umbral/contract/cameras/video.contract";

const HEADER_BYTES = 32;
const PICTURE_HEADER_BYTES = 12;

/** How a stream of IVF begins: what it is coded as, and that its times are thousandths. The size is in the pictures themselves. */
function headerOf(fourcc: string): Uint8Array {
  const header = Buffer.alloc(HEADER_BYTES);
  header.write("DKIF", 0, "latin1");
  header.writeUInt16LE(HEADER_BYTES, 6);
  header.write(fourcc, 8, "latin1");
  header.writeUInt32LE(1000, 16);
  header.writeUInt32LE(1, 20);
  return header;
}

export const IVF_HEADER = {
  h264: headerOf("H264"),
  h265: headerOf("HEVC"),
} as const satisfies Record<VideoCodec, Uint8Array>;

/**
 * One picture behind its size and its time: of all that `ffmpeg` reads the least that has both, so that a picture is whole when
 * its bytes are there.
 */
export function ivfPicture(data: Uint8Array, time: number): Uint8Array {
  const picture = Buffer.alloc(PICTURE_HEADER_BYTES + data.byteLength);
  picture.writeUInt32LE(data.byteLength, 0);
  picture.writeBigUInt64LE(BigInt(time), 4);
  picture.set(data, PICTURE_HEADER_BYTES);
  return picture;
}
