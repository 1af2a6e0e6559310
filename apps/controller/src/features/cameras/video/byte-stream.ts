import type { VideoChunk, VideoCodec } from "@umbral/contract/cameras/video.contract";
import { parameterSetsOf } from "./parameter-sets.ts";

const SIZE_BYTES = 4;
const START_CODE = Uint8Array.of(0, 0, 0, 1);
/**
 * Says that a picture is over (an access unit delimiter). Whoever decodes would else wait for the first bytes of the next
 * one, which is one picture of delay.
 */
const OVER = {
  h264: Uint8Array.of(0, 0, 0, 1, 9, 0xf0),
  h265: Uint8Array.of(0, 0, 0, 1, 0x46, 1, 0x50),
} as const satisfies Record<VideoCodec, Uint8Array>;

/** A chunk as a decoder reads it that is told nothing else (Annex B): each unit behind a start code, before a key what decodes it. */
export function byteStreamOf(chunk: VideoChunk, codec: VideoCodec): Uint8Array {
  const parts: Uint8Array[] = [];
  const sets = chunk.kind === "key" ? parameterSetsOf(chunk.config) : [];
  for (const unit of [...sets, ...unitsOf(new Uint8Array(chunk.data))]) {
    parts.push(START_CODE, unit);
  }
  return Buffer.concat([...parts, OVER[codec]]);
}

function unitsOf(data: Uint8Array): Uint8Array[] {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const units: Uint8Array[] = [];
  for (let at = 0; at + SIZE_BYTES <= data.byteLength; ) {
    const from = at + SIZE_BYTES;
    at = from + view.getUint32(at);
    units.push(data.subarray(from, at));
  }
  return units;
}
