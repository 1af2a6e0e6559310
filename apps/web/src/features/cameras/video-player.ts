import type { VideoChunk, VideoKey } from "@umbral/contract/cameras/video.contract";

/** A device whose decoder is behind by more pictures when a key comes goes on from that one. */
const MOST_WAITING = 30;

/** The part of a `VideoDecoder` that is used. */
export interface ChunkDecoder {
  readonly waiting: number;
  configure(config: { codec: string; description: Uint8Array | ArrayBuffer }): void;
  decode(chunk: { type: "key" | "delta"; timestamp: number; data: Uint8Array | ArrayBuffer }): void;
  /** Gives what it still holds; only a key may follow. Rejects when it is closed before. */
  flush(): Promise<void>;
  close(): void;
}

interface Heard {
  drawn(): void;
  broke(): void;
}

interface PlayerParts<Picture> {
  /** Throws where there is none. */
  makeDecoder(hear: { picture(picture: Picture): void; broke(): void }): ChunkDecoder;
  draw(picture: Picture): void;
  /** Gives the picture's memory back; every decoded picture comes through here once. */
  release(picture: Picture): void;
}

export interface VideoPlayer {
  /** Draws what this chunk shows, once the decoder has it. `onDrawn` hears of each picture that was drawn. */
  push(chunk: VideoChunk, heard: Heard): void;
  /** Draws one key by itself, unless a video begins before. */
  show(key: VideoKey, heard: Heard): void;
  /** Forgets everything up to the next key, and shows nothing of what was before. */
  clear(): void;
}

/** Decodes one camera's video in order, from a key on, and draws each picture as it comes out. */
export function createVideoPlayer<Picture>(parts: PlayerParts<Picture>): VideoPlayer {
  let decoder: ChunkDecoder | null = null;
  /** What the present decoder was configured with. */
  let configured = "";
  /** Counts decoders, so that nothing of an older one is drawn. */
  let turn = 0;

  const clear = () => {
    turn += 1;
    const old = decoder;
    decoder = null;
    try {
      old?.close();
    } catch {
      // It closed itself when it broke.
    }
  };

  const begin = (heard: Heard) => {
    clear();
    const current = turn;
    decoder = parts.makeDecoder({
      picture: (picture) => {
        try {
          if (current === turn) {
            parts.draw(picture);
            heard.drawn();
          }
        } finally {
          parts.release(picture);
        }
      },
      broke: () => {
        if (current === turn) {
          clear();
          heard.broke();
        }
      },
    });
    return decoder;
  };

  const push = (chunk: VideoChunk, heard: Heard) => {
    try {
      if (chunk.kind === "key") {
        if (decoder !== null && decoder.waiting > MOST_WAITING) {
          clear();
        }
        const name = `${chunk.config.name} ${new Uint8Array(chunk.config.description).join()}`;
        if (decoder === null || name !== configured) {
          const { name: codec, description } = chunk.config;
          begin(heard).configure({ codec, description });
          configured = name;
        }
      }
      decoder?.decode({ type: chunk.kind, timestamp: chunk.at, data: chunk.data });
    } catch {
      clear();
      heard.broke();
    }
  };

  return {
    push,
    show(key, heard) {
      clear();
      push(key, heard);
      // Whatever follows begins with a decoder of its own.
      configured = "";
      decoder?.flush().catch(() => undefined);
    },
    clear,
  };
}
