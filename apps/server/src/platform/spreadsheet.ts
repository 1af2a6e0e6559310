import { Worker } from "node:worker_threads";
import { programBeside } from "./package-folder.ts";
import { BadSheet, type Sheet, type SheetLimits } from "./sheet.ts";
import { Turns } from "./turns.ts";

/** What the thread is given. */
export interface SheetWork {
  bytes: Uint8Array;
  limits: SheetLimits;
}

/** What the thread says: that it is loaded; some rows, for more of which it waits to be asked; or the end. */
export type SheetNews =
  | { kind: "begun" }
  | { kind: "rows"; rows: Sheet }
  | { kind: "end" }
  | { kind: "refused"; why: string };

export interface SheetCeiling {
  ms: number;
  memoryMb: number;
}

/** A file of 20,000 rows takes less than a second and 60 MB. */
const CEILING: SheetCeiling = { ms: 5000, memoryMb: 192 };

const PROGRAM = programBeside({
  source: "platform/spreadsheet.dev.mjs",
  built: "platform/spreadsheet.worker.js",
});

/** Read one after the other: each may take the memory above for a moment. */
let last: Promise<unknown> = Promise.resolve();

/**
 * Reads the first sheet of an XLSX file, or a CSV file, in a thread of its own with a ceiling of time and memory:
 * whatever somebody made of the file, nobody else waits for it.
 * @throws {BadSheet}
 */
export function readSheet(
  bytes: Buffer,
  limits: SheetLimits,
  turns = new Turns(),
  ceiling = CEILING,
): Promise<Sheet> {
  const turn = last.then(() => readInThread({ bytes, limits }, turns, ceiling));
  last = turn.catch(() => undefined);
  return turn;
}

async function readInThread(work: SheetWork, turns: Turns, { ms, memoryMb }: SheetCeiling): Promise<Sheet> {
  // Who hung up while others had their turn needs no thread any more.
  await turns.give();
  const thread = new Worker(PROGRAM, {
    workerData: work,
    // Neither this process's options nor its secrets.
    execArgv: [],
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
  });
  let tooLong: NodeJS.Timeout | undefined;
  try {
    return await new Promise<Sheet>((resolve, reject) => {
      const sheet: Sheet = [];
      const refuse = (why: string, cause?: unknown) => reject(new BadSheet(why, { cause }));
      thread.on("message", (news: SheetNews) => {
        switch (news.kind) {
          case "begun":
            // Counted from here: loading the thread's program on a busy machine is not the file's fault.
            tooLong = setTimeout(
              () => refuse("El archivo tarda demasiado en leerse. Divídelo en varios."),
              ms,
            );
            return;
          case "rows":
            sheet.push(...news.rows);
            turns.give().then(() => thread.postMessage("more"), reject);
            return;
          case "refused":
            refuse(news.why);
            return;
          case "end":
            resolve(sheet);
            return;
        }
      });
      thread.once("error", (error: Error & { code?: string }) =>
        error.code === "ERR_WORKER_OUT_OF_MEMORY"
          ? refuse("El archivo es demasiado grande por dentro. Divídelo en varios.", error)
          : reject(error),
      );
      thread.once("exit", () => refuse("El archivo no se pudo leer."));
    });
  } finally {
    clearTimeout(tooLong);
    await thread.terminate();
  }
}
