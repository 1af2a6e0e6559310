/** Reads bits of a parameter set, past the bytes that keep its data from looking like a start code. Beyond its end are zeros. */
export class BitReader {
  readonly #bytes: number[] = [];
  #at = 0;

  constructor(unit: Uint8Array) {
    let zeros = 0;
    for (const byte of unit) {
      if (zeros >= 2 && byte === 3) {
        zeros = 0;
        continue;
      }
      zeros = byte === 0 ? zeros + 1 : 0;
      this.#bytes.push(byte);
    }
  }

  bits(count: number): number {
    let value = 0;
    for (let turn = 0; turn < count; turn += 1) {
      const byte = this.#bytes[this.#at >> 3] ?? 0;
      value = value * 2 + ((byte >> (7 - (this.#at & 7))) & 1);
      this.#at += 1;
    }
    return value;
  }

  skip(count: number): void {
    this.#at += count;
  }

  /** A number of Exp-Golomb's code, up to 32 bits. */
  number(): number {
    let zeros = 0;
    while (zeros < 32 && this.bits(1) === 0) {
      zeros += 1;
    }
    return 2 ** zeros - 1 + this.bits(zeros);
  }
}

/** A unit behind its length in two bytes. */
export const lengthed = (unit: Uint8Array): number[] => [unit.length >> 8, unit.length & 255, ...unit];
