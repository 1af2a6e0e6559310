import type { Logger } from "pino";
import { FilesAway, type SealedFiles } from "./files.ts";
import { type S3Place, S3Requests } from "./s3-requests.ts";

const FOLDER = "files/";
/** There while a restore is under way, or was killed. */
const RESTORING = "restoring";
/** Holds whose files lie beside it. */
const MARK = "installation";
/** Written over again and again: whether the store takes anything is known by giving it something. */
const PROBE = "probe";
/** Whatever was written since tells the same. */
const PROBE_EVERY_MS = 60_000;

/** What lies there is another installation's, or nobody knows whose: it would be swept away as what no row names. */
export class FilesOfOthers extends FilesAway {}

/** Pictures in a bucket of an object store (S3). Nothing is asked of it before its mark says that they are this installation's. */
export class S3Files implements SealedFiles {
  readonly place = "s3";
  readonly #requests: S3Requests;
  readonly #installation: string | null;
  readonly #takesOver: boolean;
  #proven: Promise<void> | undefined;
  #wroteAt = Number.NEGATIVE_INFINITY;

  /**
   * @param installation by what the installation is known: the fingerprint of the key of its files; null for one that
   *   never had any, which then neither looks nor marks
   * @param takesOver the key was lost: what lies there is the installation's own, under another key
   */
  constructor(
    place: S3Place,
    {
      installation,
      takesOver = false,
      log,
    }: { installation: string | null; takesOver?: boolean; log: Pick<Logger, "error" | "info"> },
  ) {
    this.#requests = new S3Requests(place, log);
    this.#installation = installation;
    this.#takesOver = takesOver;
  }

  async write(id: string, pieces: readonly Uint8Array[]): Promise<void> {
    await this.prove();
    await this.#requests.put(FOLDER + id, Buffer.concat(pieces));
    this.#wroteAt = performance.now();
  }

  async read(id: string): Promise<Buffer | null> {
    await this.prove();
    return this.#requests.get(FOLDER + id);
  }

  async lengthOf(id: string): Promise<number | null> {
    await this.prove();
    for await (const { name, bytes } of this.#requests.list(FOLDER + id, 1)) {
      return name === FOLDER + id ? bytes : null;
    }
    return null;
  }

  async remove(id: string): Promise<void> {
    await this.prove();
    await this.#requests.delete(FOLDER + id);
  }

  async *list(): AsyncIterable<string> {
    await this.prove();
    for await (const { name } of this.#requests.list(FOLDER)) {
      yield name.slice(FOLDER.length);
    }
  }

  async check(): Promise<void> {
    this.#proven = undefined;
    await this.prove();
    if (performance.now() - this.#wroteAt > PROBE_EVERY_MS) {
      await this.#requests.put(PROBE, Buffer.from("umbral"));
      this.#wroteAt = performance.now();
    }
  }

  /** Is nothing there? */
  async isEmpty(): Promise<boolean> {
    for await (const _ of this.#requests.list(FOLDER, 1)) {
      return false;
    }
    return true;
  }

  /** @returns false, with nothing changed, where something lies there that no restore left */
  async beginRestoring(): Promise<boolean> {
    if (!(await this.isEmpty()) && (await this.#requests.get(RESTORING)) === null) {
      return false;
    }
    await this.#requests.put(RESTORING, Buffer.from("umbral"));
    return true;
  }

  /** @param isUndone nothing of it is left, also not whose it was to be */
  async endRestoring(isUndone: boolean): Promise<void> {
    if (isUndone) {
      await this.#requests.delete(MARK);
    }
    await this.#requests.delete(RESTORING);
  }

  /**
   * Looks whose files lie there, once. Where nothing does they are this installation's from now on.
   * @throws {FilesOfOthers} and with the store left as it is
   */
  prove(): Promise<void> {
    this.#proven ??= this.#prove().catch((error: unknown) => {
      this.#proven = undefined;
      throw error;
    });
    return this.#proven;
  }

  async #prove(): Promise<void> {
    if (this.#installation === null) {
      return;
    }
    const mark = (await this.#requests.get(MARK))?.toString("utf8");
    if (mark === this.#installation) {
      return;
    }
    if (mark === undefined ? !(await this.isEmpty()) : !this.#takesOver) {
      throw new FilesOfOthers("S3: the files under S3_BUCKET and S3_PREFIX are not this installation's");
    }
    await this.#requests.put(MARK, Buffer.from(this.#installation));
  }
}
