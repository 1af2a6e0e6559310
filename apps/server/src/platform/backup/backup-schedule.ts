import { access, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as after } from "node:timers/promises";
import type pg from "pg";
import type { Services } from "../context.ts";
import { isDatabaseAway } from "../database.ts";
import { filesOf } from "../files-place.ts";
import { Rounds, type Working } from "../rounds.ts";
import { makeBackup } from "./backup.ts";
import { openBackupKey } from "./backup-key.ts";
import { BackupRefused } from "./backup-refused.ts";
import { type BackupRun, findBackupRuns, insertBackupRun } from "./backup-runs.queries.ts";
import { archiveName, lastHour, surplusOf } from "./keeping.ts";

const HOUR_MS = 3_600_000;
/** A server that just started has other things to do. */
const FIRST_AFTER_MS = 2 * 60_000;
/** What waits for its hour looks at the clock this often: somebody may set it. */
const LOOK_EVERY_MS = HOUR_MS / 4;
const AFTER_FAILURE_MS = HOUR_MS;
/** One a day, and time to make it. */
const LATE_AFTER_MS = 27 * HOUR_MS;
/** An archive that has been unfinished for so long never will be. */
const ABANDONED_AFTER_MS = 24 * HOUR_MS;
/** So long a stop waits for the one that it gives up: a folder of another machine that is away never answers. */
const GIVING_UP_MS = 5000;

/** How it stands with the backups of this installation, for whoever runs it. */
export type BackupState =
  | { state: "off" }
  | {
      /** `failed`: the last one did not succeed; `late`: there was one, too long ago. */
      state: "ok" | "never" | "late" | "failed";
      madeAt: string | null;
      ageSeconds: number | null;
      failedAt: string | null;
      failure: string | null;
    };

type Parts = Pick<Services, "env" | "db" | "clock" | "log" | "newId" | "digest">;

/** Makes a backup every day at its hour, or as soon as it can after that, and lets go of what the rules do not keep. */
export class BackupSchedule implements Working {
  readonly #parts: Parts;
  readonly #connection: pg.ClientConfig;
  readonly #rounds: Rounds;
  readonly #givingUpMs: number;
  #stopping = new AbortController();
  /** One that could perhaps not be written down. */
  #failed: { at: Date; failure: string } | null = null;

  /** @param connection as the owner of the tables */
  constructor(
    parts: Parts,
    connection: pg.ClientConfig,
    { firstAfterMs = FIRST_AFTER_MS, givingUpMs = GIVING_UP_MS } = {},
  ) {
    this.#parts = parts;
    this.#connection = connection;
    this.#givingUpMs = givingUpMs;
    this.#rounds = new Rounds(() => this.round(), {
      everyMs: LOOK_EVERY_MS,
      firstAfterMs,
      afterFailureMs: AFTER_FAILURE_MS,
      log: parts.log,
      failure: "the backup failed",
    });
  }

  start(): void {
    if (this.#parts.env.backups.folder !== undefined) {
      this.#stopping = new AbortController();
      this.#rounds.start();
    }
  }

  /** One that is under way is given up; the next start makes it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    const over = new AbortController();
    const isOver = this.#rounds.stop().then(() => {
      over.abort();
      return true;
    });
    const isLate = after(this.#givingUpMs, false, { signal: over.signal }).catch(() => true);
    if (!(await Promise.race([isOver, isLate]))) {
      this.#parts.log.warn("the backup that is under way does not end: its folder does not answer");
    }
  }

  /** Makes the backup that is due, if one is. */
  async round(): Promise<void> {
    const { env, db, clock } = this.#parts;
    const { folder, hour } = env.backups;
    const startedAt = clock.now();
    const { madeAt } = await findBackupRuns(db, startedAt, "daily");
    if (folder === undefined || (madeAt !== null && madeAt >= lastHour(hour, startedAt))) {
      return;
    }
    try {
      if (madeAt !== null) {
        await mustBeThere(folder);
      }
      await this.#make(folder, startedAt);
    } catch (error) {
      const isNobodysFault = error instanceof BackupRefused && error.code === "UNDERWAY";
      if (this.#stopping.signal.aborted || isNobodysFault) {
        return;
      }
      this.#failed = { at: startedAt, failure: failureOf(error) };
      await this.#note(startedAt, { failure: this.#failed.failure }).catch(() => undefined);
      throw error;
    }
  }

  /** What `/readyz` and a person's screen say. */
  async state(): Promise<BackupState> {
    const { env, db, clock } = this.#parts;
    if (env.backups.folder === undefined) {
      return { state: "off" };
    }
    const now = clock.now();
    const { madeAt, failed: written } = await findBackupRuns(db, now, "daily");
    const own = this.#failed !== null && (madeAt === null || this.#failed.at > madeAt) ? this.#failed : null;
    const failed = own ?? written;
    const ageMs = madeAt && now.getTime() - madeAt.getTime();
    return {
      state: failed ? "failed" : ageMs === null ? "never" : ageMs > LATE_AFTER_MS ? "late" : "ok",
      madeAt: madeAt?.toISOString() ?? null,
      ageSeconds: ageMs === null ? null : Math.round(ageMs / 1000),
      failedAt: failed?.at.toISOString() ?? null,
      failure: failed?.failure ?? null,
    };
  }

  async #make(folder: string, startedAt: Date): Promise<void> {
    const { env, digest, log } = this.#parts;
    // First: what killed processes left may have taken the room that this one needs.
    await this.#sweep(folder).catch(() => undefined);
    const { key, isNew } = await openBackupKey(env.backups.keyFile);
    if (isNew) {
      log.warn("a key for backups was made (BACKUP_KEY_FILE): keep a copy of it on another machine");
    }
    const made = await makeBackup(
      {
        connection: this.#connection,
        files: filesOf(env, { installation: digest.fingerprint, log }),
        filesKey: digest.fingerprint,
      },
      { path: join(folder, archiveName(startedAt)), key, madeAt: startedAt, signal: this.#stopping.signal },
    );
    await this.#note(startedAt, { bytes: made.bytes, lost: made.lost });
    this.#failed = null;
    const { bytes, rows, pictures, lost } = made;
    log.info({ bytes, rows, pictures, lost }, "a backup was made");
    // It was made, whatever becomes of the old ones.
    await this.#tidy(folder).catch((error: unknown) =>
      log.error({ err: error }, "old backups could not be let go"),
    );
  }

  #note(startedAt: Date, result: BackupRun["result"]): Promise<void> {
    const { db, clock, newId } = this.#parts;
    return insertBackupRun(db, newId(), { startedAt, endedAt: clock.now(), result });
  }

  /** Only once another is there. */
  async #tidy(folder: string): Promise<void> {
    for (const name of surplusOf(await readdir(folder), this.#parts.env.backups.keep)) {
      await rm(join(folder, name), { force: true });
    }
  }

  /** What was begun and never finished. A folder that cannot be read says so when it is written to. */
  async #sweep(folder: string): Promise<void> {
    for (const name of (await readdir(folder)).filter((one) => UNFINISHED_ARCHIVE.test(one))) {
      const path = join(folder, name);
      const { mtimeMs } = await stat(path);
      if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) {
        await rm(path, { force: true });
      }
    }
  }
}

/** Where there was a backup already, a folder that is gone is a disk that is not mounted: made anew it would lie on the one below. */
async function mustBeThere(folder: string): Promise<void> {
  try {
    await access(folder);
  } catch (error) {
    throw new BackupRefused("DISK_REFUSES", "La carpeta de las copias no está: ¿falta montar su disco?", {
      cause: error,
    });
  }
}

const UNFINISHED_ARCHIVE = /^umbral-\d{8}T\d{6}Z\.backup\.[0-9a-f-]{36}\.unfinished$/;

function failureOf(error: unknown): string {
  if (error instanceof BackupRefused) {
    return error.code;
  }
  return isDatabaseAway(error) ? "DATABASE_AWAY" : "OTHER";
}
