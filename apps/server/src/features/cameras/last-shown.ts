import { LAST_SHOWN_AT_MOST, type listLastShown } from "@umbral/contract/cameras/cameras.contract";
import type { VideoCodec } from "@umbral/contract/cameras/video.contract";
import type { z } from "zod";
import { type LastPicture, LastPictures } from "./last-pictures.ts";
import { smallPicture } from "./small-picture.ts";
import type { KeptKey, VideoRelay } from "./video-relay.ts";

type Shown = z.input<typeof listLastShown.reply>;

/** A camera that somebody watches shows ten new ones in a second: one that is younger than this is as good. */
const GOOD_FOR_MS = 10_000;
/** A key cannot be made smaller here; a larger one comes by the line alone. */
const LARGEST_KEY_BYTES = 160 * 1024;
/** Bytes of one answer at most, before they are written as text. */
const ANSWER_BYTES = 640 * 1024;
/** Bytes of small pictures at most: some hundred cameras. */
const KEPT_AT_MOST = 16 * 1024 * 1024;

/** What cameras showed last, small: each picture is made once, and not for each who asks. */
export class LastShown {
  readonly #last: LastPictures;
  readonly #video: VideoRelay;
  /** Without bytes where a picture could not be read. */
  readonly #made = new LastPictures(KEPT_AT_MOST);
  readonly #making = new Map<string, Promise<LastPicture>>();

  constructor(last: LastPictures, video: VideoRelay) {
    this.#last = last;
    this.#video = video;
  }

  /** Nobody looks at it any more: who comes next waits for nothing. */
  prepare(cameraId: string): void {
    const last = this.#last.of(cameraId);
    if (last) {
      void this.#small(cameraId, last);
    }
  }

  forget(cameraId: string): void {
    this.#made.forget(cameraId);
    this.#making.delete(cameraId);
  }

  /** Of the first of these cameras; those that showed nothing yet are missing. */
  async of(cameraIds: readonly string[], decodes: readonly VideoCodec[]): Promise<Shown> {
    const all = await Promise.all(
      cameraIds.slice(0, LAST_SHOWN_AT_MOST).map((camId) => this.#ofCamera(camId, decodes)),
    );
    const shown: Shown = { pictures: [], keys: [] };
    let bytes = 0;
    for (const one of all) {
      bytes += one?.bytes ?? 0;
      if (bytes > ANSWER_BYTES) {
        break;
      }
      if (one?.picture) {
        shown.pictures.push(one.picture);
      } else if (one?.key) {
        shown.keys.push(one.key);
      }
    }
    return shown;
  }

  async #ofCamera(camId: string, decodes: readonly VideoCodec[]) {
    const last = this.#last.of(camId);
    const kept = this.#video.keptKey(camId, decodes);
    if (kept && kept.key.data.byteLength <= LARGEST_KEY_BYTES && kept.at >= (last?.at ?? kept.at)) {
      const key = { camId, at: kept.at.toISOString(), key: inText(kept.key) };
      return { bytes: kept.key.data.byteLength, key };
    }
    const small = last && (await this.#small(camId, last));
    return small && small.jpeg.byteLength > 0
      ? {
          bytes: small.jpeg.byteLength,
          picture: { camId, at: small.at.toISOString(), jpeg: base64(small.jpeg) },
        }
      : undefined;
  }

  #small(cameraId: string, last: LastPicture): LastPicture | Promise<LastPicture> {
    const made = this.#made.of(cameraId);
    return made && last.at.getTime() - made.at.getTime() < GOOD_FOR_MS
      ? made
      : (this.#making.get(cameraId) ?? this.#make(cameraId, last));
  }

  #make(cameraId: string, { jpeg, at }: LastPicture): Promise<LastPicture> {
    const making = smallPicture(cameraId, jpeg).then((small) => {
      const picture = { jpeg: small ?? new Uint8Array(), at };
      // Otherwise it was forgotten meanwhile.
      if (this.#making.get(cameraId) === making) {
        this.#making.delete(cameraId);
        this.#made.keep(cameraId, picture.jpeg, at);
      }
      return picture;
    });
    this.#making.set(cameraId, making);
    return making;
  }
}

const inText = ({ config, at, data }: KeptKey): Shown["keys"][number]["key"] => ({
  codec: config.codec,
  codecName: config.name,
  description: base64(new Uint8Array(config.description)),
  chunkAt: at,
  chunk: base64(data),
});

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");
