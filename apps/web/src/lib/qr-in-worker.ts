/** Reads QR codes of what a camera sees. */
export interface QrReader {
  /** What the first QR in the picture says; null where there is none. */
  read(picture: HTMLVideoElement | ImageBitmap): Promise<string | null>;
  close(): void;
}

/** What the worker answers to each picture. */
interface Answer {
  said: string | null;
  trouble?: string;
}

/** A reader for browsers that have none: a few hundred kilobytes, fetched with the first picture. */
export function qrReaderInWorker(): QrReader {
  const worker = new Worker(new URL("./qr-worker.ts", import.meta.url), { type: "module" });
  let turn: Promise<unknown> = Promise.resolve();

  const ask = (picture: ImageBitmap) =>
    new Promise<string | null>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Answer>) =>
        data.trouble === undefined ? resolve(data.said) : reject(new Error(data.trouble));
      worker.onerror = ({ message }) => reject(new Error(message || "the reader of QR codes did not come"));
      worker.postMessage(picture, [picture]);
    });

  return {
    // One picture at a time: the answer says not to which it belongs.
    read(picture) {
      const answer = turn.then(async () => ask(await createImageBitmap(picture)));
      turn = answer.catch(() => undefined);
      return answer;
    },
    close: () => worker.terminate(),
  };
}
