import { randomBytes } from "node:crypto";
import { keepOnce, readKept } from "./kept-file.ts";

const KEY_BYTES = 32;

/** The key of the files is not there, or is not the one that it has to be. The message is all that a person needs. */
export class FilesKeyUnusable extends Error {}

/** The key of the pictures, from which those of digests and small secrets are made; undefined when there is none. */
export async function readFilesKey(path: string): Promise<Buffer | undefined> {
  const key = await readKept(path);
  return key && checked(path, key);
}

/** Makes it, once however many do so at the same time. It is never part of a backup. */
export const makeFilesKey = async (path: string): Promise<Buffer> =>
  checked(path, await keepOnce(path, randomBytes(KEY_BYTES)));

function checked(path: string, key: Buffer): Buffer {
  if (key.length !== KEY_BYTES) {
    throw new FilesKeyUnusable(
      `FILES_KEY_FILE: ${path} debe tener exactamente ${KEY_BYTES} bytes y tiene ${key.length}. ` +
        "Devuelve la copia que guardas de la clave; si no hay ninguna, quita ese archivo y lee docs/operating.md.",
    );
  }
  return key;
}
