import { LARGEST_JPEG_BYTES } from "./camera-driver.ts";

const MARKER = 0xff;
const START_OF_IMAGE = 0xd8;
const END_OF_IMAGE = 0xd9;
const START_OF_SCAN = 0xda;
/** Markers that stand alone, without a length: TEM and the restarts RST0-RST7. */
const standsAlone = (code: number): boolean => code === 0x01 || (code >= 0xd0 && code <= 0xd7);

type State =
  | "outside"
  | "outside-marker"
  | "marker"
  | "code"
  | "length"
  | "low-length"
  | "skip"
  | "scan"
  | "scan-marker";

/**
 * Cuts a stream of bytes into JPEGs, however it was chopped on the way. It reads the segments of each
 * picture instead of searching for its end, because a thumbnail inside has an end of its own. Bytes
 * between pictures (the headers of a multipart stream) are passed over. It holds one picture at most.
 */
export class JpegSplitter {
  readonly #onJpeg: (jpeg: Uint8Array) => void;
  readonly #largest: number;
  #state: State = "outside";
  /** The picture so far, from earlier chunks. */
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #segmentLength = 0;
  #toSkip = 0;
  #isScanNext = false;
  #hasScan = false;

  constructor(onJpeg: (jpeg: Uint8Array) => void, largest = LARGEST_JPEG_BYTES) {
    this.#onJpeg = onJpeg;
    this.#largest = largest;
  }

  push(chunk: Uint8Array): void {
    /** Where in this chunk the present picture begins. */
    let start = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#state === "skip") {
        const skipped = Math.min(this.#toSkip, chunk.length - at);
        this.#toSkip -= skipped;
        at += skipped;
        if (this.#toSkip === 0) {
          this.#state = "marker";
        }
        continue;
      }
      if (this.#state === "scan" || this.#state === "outside") {
        // Nearly all bytes of a picture: searched by the machine instead of stepped through.
        const next = chunk.indexOf(MARKER, at);
        if (next === -1) {
          break;
        }
        at = next;
      }
      const byte = chunk[at] ?? 0;
      at += 1;
      const event = this.#step(byte);
      if (event === "begins") {
        this.#hasScan = false;
        // The marker's first byte may have been the last of the chunk before.
        this.#kept = at >= 2 ? [] : [Uint8Array.of(MARKER)];
        this.#keptBytes = at >= 2 ? 0 : 1;
        start = Math.max(0, at - 2);
      } else if (event === "ends") {
        this.#finish(chunk.subarray(start, at));
      }
      if (this.#isInside() && this.#keptBytes + (at - start) > this.#largest) {
        this.#forget();
      }
    }
    if (this.#isInside() && this.#keptBytes + chunk.length - start > this.#largest) {
      this.#forget();
    } else if (this.#isInside()) {
      this.#keep(chunk.subarray(start));
    }
  }

  #step(byte: number): "begins" | "ends" | undefined {
    switch (this.#state) {
      case "outside":
        this.#state = byte === MARKER ? "outside-marker" : "outside";
        return undefined;
      case "outside-marker":
        return this.#atPossibleStart(byte);
      case "marker":
        if (byte === MARKER) {
          this.#state = "code";
          return undefined;
        }
        this.#forget();
        return undefined;
      case "code":
        return this.#atCode(byte);
      case "length":
        this.#segmentLength = byte << 8;
        this.#state = "low-length";
        return undefined;
      case "low-length":
        return this.#atSegment(this.#segmentLength | byte);
      case "scan":
        this.#state = byte === MARKER ? "scan-marker" : "scan";
        return undefined;
      case "scan-marker":
        if (byte === 0 || standsAlone(byte)) {
          this.#state = "scan";
          return undefined;
        }
        return this.#atCode(byte);
      case "skip":
        return undefined;
    }
  }

  #atPossibleStart(byte: number): "begins" | undefined {
    if (byte === START_OF_IMAGE) {
      this.#state = "marker";
      return "begins";
    }
    this.#state = byte === MARKER ? "outside-marker" : "outside";
    return undefined;
  }

  /** After 0xff inside a picture. */
  #atCode(code: number): "begins" | "ends" | undefined {
    if (code === MARKER) {
      // Fill bytes may stand before any marker.
      return undefined;
    }
    if (code === START_OF_IMAGE) {
      // The picture before it broke off.
      this.#state = "marker";
      return "begins";
    }
    if (code === END_OF_IMAGE) {
      if (!this.#hasScan) {
        this.#forget();
        return undefined;
      }
      this.#state = "outside";
      return "ends";
    }
    if (code === 0) {
      this.#forget();
    } else if (standsAlone(code)) {
      this.#state = "marker";
    } else {
      this.#isScanNext = code === START_OF_SCAN;
      this.#state = "length";
    }
    return undefined;
  }

  #atSegment(length: number): undefined {
    if (length < 2) {
      this.#forget();
      return;
    }
    this.#toSkip = length - 2;
    if (this.#isScanNext) {
      // The header of a scan is too short to matter: its bytes are read like the scan's own.
      this.#state = "scan";
      this.#hasScan = true;
    } else {
      this.#state = this.#toSkip > 0 ? "skip" : "marker";
    }
  }

  #isInside(): boolean {
    return this.#state !== "outside" && this.#state !== "outside-marker";
  }

  #keep(part: Uint8Array): void {
    if (part.length > 0) {
      // A copy: the reader may use its buffer again.
      this.#kept.push(new Uint8Array(part));
      this.#keptBytes += part.length;
    }
  }

  #finish(part: Uint8Array): void {
    const jpeg = Buffer.concat([...this.#kept, part]);
    this.#kept = [];
    this.#keptBytes = 0;
    if (jpeg.length <= this.#largest) {
      this.#onJpeg(jpeg);
    }
  }

  #forget(): void {
    this.#state = "outside";
    this.#kept = [];
    this.#keptBytes = 0;
  }
}
