import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import type { Trx } from "../database.ts";
import { DiskFiles } from "../disk-files.ts";
import { keepNames } from "../durable-file.ts";
import type { Env } from "../env.ts";
import type { SealedFiles } from "../files.ts";
import { notePlace, s3FilesOf } from "../files-place.ts";
import type { S3Files } from "../s3-files.ts";
import { BackupRefused } from "./backup-refused.ts";

/** What the folder of pictures is called until the database is whole. */
const UNFINISHED = "files.restoring-";
/** Pictures that are on their way to an object store at once. */
const AT_ONCE = 8;

/** Pictures that a restore puts back, together with the database that names them. */
export interface RestoredPictures extends Pick<SealedFiles, "write"> {
  /** @throws {BackupRefused} where there are some already */
  begin(): Promise<void>;
  /** They are where they are to be, last before the transaction holds. */
  settle(trx: Trx): Promise<void>;
  /** It did not hold; or that is unknown, and what is where it is to be stays. */
  undo(isOutcomeUnknown: boolean): Promise<void>;
  /** It holds. */
  end(): Promise<void>;
}

/** Where the settings say. @param filesKey the fingerprint of the key that they are encrypted with */
export function picturesIn(
  place: Pick<Env, "dataDir" | "s3" | "filesKeyLost">,
  filesKey: string | null,
): RestoredPictures {
  const quiet = { error: () => undefined, info: () => undefined };
  const s3 = s3FilesOf(place, { installation: filesKey, log: quiet });
  return s3 ? new InS3(s3) : new OnDisk(place.dataDir);
}

/** They lie in a folder of another name until the database is whole. */
class OnDisk implements RestoredPictures {
  readonly #dataDir: string;
  readonly #folder: string;
  readonly #waiting: string;
  readonly #files: DiskFiles;
  #isMoved = false;

  constructor(dataDir: string) {
    this.#dataDir = dataDir;
    this.#folder = join(dataDir, "files");
    this.#waiting = join(dataDir, UNFINISHED + randomUUID());
    this.#files = new DiskFiles(this.#waiting);
  }

  async begin(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    if (names.length > 0) {
      throw new BackupRefused(
        "NOT_EMPTY",
        `En ${this.#folder} ya hay imágenes: restaura en otra carpeta DATA_DIR. No se cambió nada.`,
      );
    }
    await this.#removeUnfinished();
    await mkdir(this.#waiting, { mode: 0o700 });
  }

  write(id: string, pieces: readonly Uint8Array[]): Promise<void> {
    return this.#files.write(id, pieces);
  }

  async settle(trx: Trx): Promise<void> {
    await notePlace(trx, "disk");
    await rmdir(this.#folder).catch(() => undefined);
    await keepNames(this.#waiting);
    await rename(this.#waiting, this.#folder);
    this.#isMoved = true;
    // The database that names them survives a power cut: so does where they are.
    await keepNames(this.#dataDir);
  }

  async undo(isOutcomeUnknown: boolean): Promise<void> {
    await rm(this.#waiting, { recursive: true, force: true });
    if (this.#isMoved && !isOutcomeUnknown) {
      await rm(this.#folder, { recursive: true, force: true });
    }
  }

  async end(): Promise<void> {}

  /** A restore that was killed left pictures that no database names. */
  async #removeUnfinished(): Promise<void> {
    for (const name of await readdir(this.#dataDir)) {
      if (name.startsWith(UNFINISHED)) {
        await rm(join(this.#dataDir, name), { recursive: true, force: true });
      }
    }
  }
}

/** They lie under their own names at once, beside a mark that says that a restore is under way. */
class InS3 implements RestoredPictures {
  readonly #files: S3Files;
  readonly #underWay = new Set<Promise<void>>();
  readonly #written: string[] = [];
  /** A restore that was killed left some: they are written over, and stay when this one is undone. */
  #isFirst = true;

  constructor(files: S3Files) {
    this.#files = files;
  }

  async begin(): Promise<void> {
    await this.#files.prove();
    this.#isFirst = await this.#files.isEmpty();
    if (!(await this.#files.beginRestoring())) {
      throw new BackupRefused(
        "NOT_EMPTY",
        "En el bucket de S3 ya hay imágenes: restaura con otro S3_PREFIX u otro bucket. No se cambió nada.",
      );
    }
  }

  async write(id: string, pieces: readonly Uint8Array[]): Promise<void> {
    while (this.#underWay.size >= AT_ONCE) {
      await Promise.race(this.#underWay);
    }
    this.#written.push(id);
    const writing = this.#files.write(id, pieces);
    this.#underWay.add(writing);
    writing.then(
      () => this.#underWay.delete(writing),
      // It stays, for whoever waits to hear of it.
      () => undefined,
    );
  }

  async settle(trx: Trx): Promise<void> {
    await Promise.all(this.#underWay);
    await notePlace(trx, "s3");
  }

  async undo(isOutcomeUnknown: boolean): Promise<void> {
    await Promise.allSettled(this.#underWay);
    if (isOutcomeUnknown || !this.#isFirst) {
      return;
    }
    try {
      await Promise.all(this.#written.map((id) => this.#files.remove(id)));
      await this.#files.endRestoring(true);
    } catch {
      // The store is away: its mark says to the next restore that what lies there is of one that did not end.
    }
  }

  async end(): Promise<void> {
    // Where the store is away just now, the server takes the mark away when it starts.
    await this.#files.endRestoring(false).catch(() => undefined);
  }
}
