/** Bytes of pictures at most: some thousand cameras of a usual size. */
const KEPT_AT_MOST = 128 * 1024 * 1024;

export interface LastPicture {
  jpeg: Uint8Array;
  at: Date;
}

/**
 * What each camera showed last through this process, so that who comes to look sees something at once (decisions §11).
 * In memory alone; the camera that nobody looked at for longest goes first.
 */
export class LastPictures {
  readonly #most: number;
  /** In the order in which they came. */
  readonly #pictures = new Map<string, LastPicture>();
  #bytes = 0;

  constructor(most = KEPT_AT_MOST) {
    this.#most = most;
  }

  keep(cameraId: string, jpeg: Uint8Array, at: Date): void {
    this.forget(cameraId);
    this.#pictures.set(cameraId, { jpeg, at });
    this.#bytes += jpeg.byteLength;
    for (const oldest of this.#pictures.keys()) {
      if (this.#bytes <= this.#most) {
        return;
      }
      this.forget(oldest);
    }
  }

  of(cameraId: string): LastPicture | undefined {
    return this.#pictures.get(cameraId);
  }

  forget(cameraId: string): void {
    this.#bytes -= this.#pictures.get(cameraId)?.jpeg.byteLength ?? 0;
    this.#pictures.delete(cameraId);
  }
}
