import type { VideoConfig } from "@umbral/contract/cameras/video.contract";

const AVCC_SETS_AT = 5;
const HVCC_ARRAYS_AT = 22;
const COUNT_OF_SPS = 31;

/** The parameter sets of a video, in the order in which its `avcC` or `hvcC` has them. What is cut off is left out. */
export function parameterSetsOf({ codec, description }: VideoConfig): Uint8Array[] {
  const bytes = new Uint8Array(description);
  return codec === "h264" ? avcSets(bytes) : hevcSets(bytes);
}

function avcSets(description: Uint8Array): Uint8Array[] {
  const reader = new SetReader(description, AVCC_SETS_AT);
  return [...reader.sets(reader.byte() & COUNT_OF_SPS), ...reader.sets(reader.byte())];
}

function hevcSets(description: Uint8Array): Uint8Array[] {
  const reader = new SetReader(description, HVCC_ARRAYS_AT);
  const sets: Uint8Array[] = [];
  for (let arrays = reader.byte(); arrays > 0; arrays -= 1) {
    // Of which kind they are, each says itself.
    reader.byte();
    sets.push(...reader.sets(reader.short()));
  }
  return sets;
}

class SetReader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  byte(): number {
    const byte = this.#bytes[this.#at] ?? 0;
    this.#at += 1;
    return byte;
  }

  short(): number {
    return (this.byte() << 8) | this.byte();
  }

  sets(count: number): Uint8Array[] {
    const sets: Uint8Array[] = [];
    for (let left = count; left > 0 && this.#at < this.#bytes.length; left -= 1) {
      const length = this.short();
      sets.push(this.#bytes.subarray(this.#at, this.#at + length));
      this.#at += length;
    }
    return sets;
  }
}
