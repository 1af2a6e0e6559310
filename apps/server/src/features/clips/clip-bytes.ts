import { Readable } from "node:stream";
import type { Services } from "../../platform/context.ts";
import { findPieces } from "./fetching.queries.ts";

/** The bytes of a clip that is here, from the first to the last of these, a piece at a time. */
export function readClipBytes(
  services: Pick<Services, "db" | "files">,
  clipId: string,
  { first, last }: { first: number; last: number },
): Readable {
  return Readable.from(bytesOf(services, clipId, first, last), { objectMode: false });
}

async function* bytesOf(
  { db, files }: Pick<Services, "db" | "files">,
  clipId: string,
  first: number,
  last: number,
): AsyncGenerator<Buffer> {
  let from = 0;
  for (const { fileId, bytes } of await findPieces(db, clipId)) {
    const to = from + bytes;
    if (to > first && from <= last) {
      const piece = await files.get(fileId);
      if (piece === null) {
        // Half a video is never taken for a whole one: the line breaks.
        throw new Error("a piece of a clip is not there any more");
      }
      yield piece.subarray(Math.max(0, first - from), Math.min(bytes, last + 1 - from));
    }
    from = to;
  }
}

/**
 * What of a file is asked for by a `Range` header; null for all of it, undefined for what cannot be.
 * One range alone: players ask for no more (RFC 9110 §14.2 lets a server leave the header aside).
 */
export function rangeOf(
  header: string | undefined,
  bytes: number,
): { first: number; last: number } | null | undefined {
  const asked = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "");
  const [, from = "", to = ""] = asked ?? [];
  if (!asked || (from === "" && to === "")) {
    return null;
  }
  // `-500` is the last 500.
  const first = from === "" ? Math.max(0, bytes - Number(to)) : Number(from);
  const last = from === "" || to === "" ? bytes - 1 : Math.min(Number(to), bytes - 1);
  return first <= last ? { first, last } : undefined;
}
