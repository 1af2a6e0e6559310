import { once } from "node:events";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { BadSheet } from "./sheet.ts";
import { sheetOf } from "./sheet-reader.ts";
import type { SheetNews, SheetWork } from "./spreadsheet.ts";

/** Rows that are handed over at once: unpacking them there takes about a millisecond. */
const BATCH_ROWS = 500;

/** A thread of its own for one file that anybody may have made. Who started it ends it when it takes too long. */
async function main(port: MessagePort): Promise<void> {
  const { bytes, limits }: SheetWork = workerData;
  const tell = (news: SheetNews) => port.postMessage(news);
  tell({ kind: "begun" });
  try {
    const rows = await sheetOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits);
    for (let from = 0; from < rows.length; from += BATCH_ROWS) {
      tell({ kind: "rows", rows: rows.slice(from, from + BATCH_ROWS) });
      await once(port, "message");
    }
    tell({ kind: "end" });
  } catch (error) {
    if (!(error instanceof BadSheet)) {
      throw error;
    }
    tell({ kind: "refused", why: error.message });
  } finally {
    port.close();
  }
}

if (parentPort) {
  await main(parentPort);
}
