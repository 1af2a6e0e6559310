/** The part of a worker that is used. */
export interface DecodingWorker<Picture> {
  /** Asks for a picture; its answer says the same number. */
  ask(turn: number, jpeg: ArrayBuffer): void;
  onReady(listener: () => void): void;
  /** `picture` is null for what is none. */
  onDecoded(listener: (turn: number, picture: Picture | null) => void): void;
  /** It could not be started, or broke. */
  onBroken(listener: () => void): void;
}

export interface DecoderParts<Picture> {
  /** Starts the worker. Throws where there are none. */
  start(): DecodingWorker<Picture>;
  /** Decodes on the page, which answers no finger for as long as it takes to hand the bytes over. */
  here(jpeg: ArrayBuffer): Promise<Picture>;
}

/** Decodes pictures in a worker, and on the page until one is at work: the first picture waits for nothing. */
export function createPictureDecoder<Picture>(
  parts: DecoderParts<Picture>,
): (jpeg: ArrayBuffer) => Promise<Picture> {
  interface Waiting {
    jpeg: ArrayBuffer;
    resolve(picture: Picture | Promise<Picture>): void;
    reject(error: Error): void;
  }
  let state: "none" | "starting" | "ready" | "broken" = "none";
  let worker: DecodingWorker<Picture> | null = null;
  let turns = 0;
  const waiting = new Map<number, Waiting>();

  const start = () => {
    state = "starting";
    try {
      worker = parts.start();
    } catch {
      state = "broken";
      return;
    }
    worker.onReady(() => {
      state = "ready";
    });
    worker.onDecoded((turn, picture) => {
      const asked = waiting.get(turn);
      waiting.delete(turn);
      if (picture === null) {
        asked?.reject(new Error("this is no picture"));
      } else {
        asked?.resolve(picture);
      }
    });
    worker.onBroken(() => {
      state = "broken";
      const left = [...waiting.values()];
      waiting.clear();
      for (const { jpeg, resolve } of left) {
        resolve(parts.here(jpeg));
      }
    });
  };

  return (jpeg) => {
    if (state === "none") {
      start();
    }
    if (state !== "ready" || worker === null) {
      return parts.here(jpeg);
    }
    turns += 1;
    const turn = turns;
    const decoded = new Promise<Picture>((resolve, reject) => {
      waiting.set(turn, { jpeg, resolve, reject });
    });
    worker.ask(turn, jpeg);
    return decoded;
  };
}
