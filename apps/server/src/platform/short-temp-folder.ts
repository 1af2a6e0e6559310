import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Bytes of a Unix socket's path at most, without its final zero: 107 on Linux, 103 on macOS. */
const MAX_SOCKET_PATH = 103;

/** The longest name that anybody puts into such a folder: `.s.PGSQL.5432.lock`, or a lock's own socket. */
const LONGEST_NAME = 32;

/**
 * Makes a private folder (0700) with a path so short that a Unix socket fits in it, however deep the data
 * lives. Node cuts longer socket paths off without a word, so the length is settled here.
 */
export async function shortTempFolder(): Promise<string> {
  const places = [tmpdir(), process.env["XDG_RUNTIME_DIR"], "/tmp", "/var/tmp"];
  let lastError: unknown;
  for (const place of places) {
    if (!place) {
      continue;
    }
    const prefix = join(place, "umbral-");
    if (Buffer.byteLength(prefix) + 6 + 1 + LONGEST_NAME > MAX_SOCKET_PATH) {
      continue;
    }
    try {
      return await mkdtemp(prefix);
    } catch (error) {
      lastError = error;
    }
  }
  throw new Error("No hay una carpeta temporal de ruta corta donde se pueda escribir: revisa TMPDIR.", {
    cause: lastError,
  });
}
