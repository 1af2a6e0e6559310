import { statfs } from "node:fs/promises";
import type { MessageWay } from "@umbral/contract/notifications/message-ways";
import type { Channel } from "@umbral/contract/notifications/notifications.contract";
import { type JobName, jobWordsOf } from "@umbral/contract/system-state/job-words";
import { BACKUPS_BY_HAND, WITHOUT_PROVIDER } from "@umbral/contract/system-state/state-words";
import { findBackupRuns } from "../../platform/backup/backup-runs.queries.ts";
import type { BackupSchedule } from "../../platform/backup/backup-schedule.ts";
import { certificateEnd } from "../../platform/certificate.ts";
import type { Services } from "../../platform/context.ts";
import { compareWithDatabase, isApart } from "../../platform/database-clock.ts";
import { DiskQuestion } from "../../platform/disk-question.ts";
import { type Ceiling, isReached } from "../../platform/hourly-ceilings.queries.ts";
import { recentlySetAside } from "../controllers/facts-set-aside.ts";
import { outboxState } from "../notifications/outbox-state.ts";
import type { ComponentReader, Reading } from "./component-rule.ts";

/** With less than this the next pictures and the database have no room soon. */
const LOW_DISK_BYTES = 1024 ** 3;
const DAY_MS = 24 * 3_600_000;
/** Whoever renews a certificate by themselves does it with a month to go. */
const CERTIFICATE_DAYS = 14;
/** 'Reloj del servidor para las órdenes de las puertas, distinto del de la base de datos.' */
const ORDERS_CLOCK = "para las órdenes de las puertas";
/** No round of any work takes so long; one that hangs never fails. */
const OVERDUE_MS = 30 * 60_000;

/** 'Envío de mensajes por correo, los mensajes no salen.' Where a provider is configured: pushes need none. */
const channels = [
  { id: "push", name: "a los dispositivos", way: null },
  { id: "mail", name: "por correo", way: "mail" },
  { id: "sms", name: "por SMS", way: "sms" },
  { id: "voice", name: "por teléfono", way: "sms" },
] as const satisfies readonly { id: Channel; name: string; way: MessageWay | null }[];

/** 'Envío de mensajes (tope por hora de códigos por SMS), los mensajes no salen.' Where there is a provider that has to be paid. */
const ceilings = [
  {
    id: "codes-ceiling",
    name: "(tope por hora de códigos por SMS)",
    of: ["registration-codes", "visit-codes", "recovery-links"],
  },
  {
    id: "calls-ceiling",
    name: "(tope por hora de llamadas y SMS a quien no contesta)",
    of: ["lobby-calls", "other-calls"],
  },
  {
    id: "invitations-ceiling",
    name: "(tope por hora de invitaciones por SMS)",
    of: ["invitations", "guest-pages"],
  },
] as const satisfies readonly { id: string; name: string; of: readonly Ceiling[] }[];

/** 'Tarea del servidor tope por hora de fotos de visitantes, falla.' */
const PICTURES_JOB = "visitor-pictures" satisfies JobName & Ceiling;

/** Parts of the server, each read by itself: one that cannot be read says nothing of the others. */
export class OwnReadings {
  readonly #services: Services;
  readonly #backups: Pick<BackupSchedule, "state">;
  /** Since when a part of this process is not well: another process, of several, may say of its own that it is. */
  readonly #notWellSince = new Map<string, Date>();
  readonly #takes: DiskQuestion<boolean>;
  readonly #dataDisk: DiskQuestion<number>;
  readonly #backupsFolder: DiskQuestion<number> | undefined;
  #certificate: { readAt: number; until: Date | null } | undefined;

  constructor(services: Services, backups: Pick<BackupSchedule, "state">) {
    this.#services = services;
    this.#backups = backups;
    const { env, files } = services;
    const { folder } = env.backups;
    this.#takes = new DiskQuestion(() => files.check().then(() => true));
    this.#dataDisk = new DiskQuestion(() => freeBytesOf(env.dataDir));
    this.#backupsFolder = folder === undefined ? undefined : new DiskQuestion(() => freeBytesOf(folder));
  }

  /** What each part says of itself. */
  get all(): readonly ComponentReader[] {
    return [
      { kinds: ["files-disk", "files-store"], read: () => this.#filesDisk() },
      { kinds: ["clock"], read: () => this.#clock() },
      { kinds: ["outbox"], read: () => this.#outbox() },
      { kinds: ["backups"], read: () => this.#backup() },
      { kinds: ["job"], read: () => this.#jobs() },
      { kinds: ["facts"], read: () => this.#facts() },
      { kinds: ["certificate"], read: () => this.#publicCertificate() },
    ];
  }

  /** Until when the certificate of the public address holds; null where there is none, and before it was looked at. */
  get certificateUntil(): Date | null {
    return this.#certificate?.until ?? null;
  }

  async #filesDisk(): Promise<Reading[]> {
    const isOnDisk = this.#services.files.place === "disk";
    const takes = await this.#takes.answer().catch(() => false);
    const free = await this.#dataDisk.answer().catch(() => null);
    const isWell = (takes || !isOnDisk) && free !== null && free >= LOW_DISK_BYTES;
    return [
      this.#ownPart("files-disk", isWell, { figure: free }),
      ...(isOnDisk ? [] : [this.#ownPart("files-store", takes)]),
      ...(await this.#backupsDisk()),
    ];
  }

  /** Where the daily backups go: mostly another disk, which may be away. */
  async #backupsDisk(): Promise<Reading[]> {
    const backups = { id: "backups", name: "de las copias" };
    if (this.#backupsFolder === undefined) {
      // Of several processes another one may have them.
      return this.#services.bus ? [{ ...part("files-disk", true), ...backups, isWell: null }] : [];
    }
    const free = await this.#backupsFolder.answer().catch(() => null);
    const isWell = free !== null && free >= LOW_DISK_BYTES;
    return [{ ...part("files-disk", isWell, { figure: free }), ...backups }];
  }

  async #clock(): Promise<Reading[]> {
    const { db, clock, bus } = this.#services;
    const reading = await compareWithDatabase(db, () => clock.now().getTime(), 1);
    const wall = this.#ownPart("clock", !isApart(reading));
    if (bus === undefined) {
      return [wall];
    }
    // Of several processes one is pressed and another has the controller's line: an order has one age at both only while their
    // steady clocks, each set by the database's at its start, go alike.
    const steady = await compareWithDatabase(db, () => clock.steadyMs(), 1);
    return [wall, this.#ownPart("clock", !isApart(steady), { id: "orders", name: ORDERS_CLOCK })];
  }

  async #outbox(): Promise<Reading[]> {
    const { waiting, stuckSince, takes } = await outboxState(this.#services);
    const { ways } = this.#services;
    const here = channels.filter(({ way }) => way === null || ways.includes(way));
    // What is not sent at all is told on the screen alone, as that no backups are made.
    const missing = channels.flatMap(({ id, name, way }) =>
      way === id && !ways.includes(way) ? [{ ...part("outbox", true), id: WITHOUT_PROVIDER[way], name }] : [],
    );
    const paid = ways.includes("sms") ? ceilings : [];
    const reached = await Promise.all(paid.map(({ of }) => isReached(this.#services, of)));
    return [
      part("outbox", stuckSince === null, { since: stuckSince, figure: waiting }),
      ...here.map(({ id, name }) => ({ ...part("outbox", true), id, name, isWell: takes(id) })),
      ...missing,
      ...paid.map(({ id, name }, at) => ({ ...part("outbox", reached[at] !== true), id, name })),
    ];
  }

  async #backup(): Promise<Reading[]> {
    const said = await this.#backups.state();
    if (said.state === "off") {
      return this.#services.bus
        ? [{ ...part("backups", true), isWell: null }]
        : [await this.#backupsByHand()];
    }
    const since = said.state === "failed" && said.failedAt !== null ? new Date(said.failedAt) : null;
    return [part("backups", said.state === "ok", { since, figure: said.ageSeconds })];
  }

  /** Without `BACKUP_DIR` nobody is told of anything, and the screen says so, with the age of the last one that somebody made. */
  async #backupsByHand(): Promise<Reading> {
    const { db, clock } = this.#services;
    const now = clock.now();
    const { madeAt } = await findBackupRuns(db, now, "all");
    const figure = madeAt && Math.round((now.getTime() - madeAt.getTime()) / 1000);
    return { ...part("backups", true, { figure }), id: BACKUPS_BY_HAND };
  }

  #ownPart(
    kind: Reading["kind"],
    isWell: boolean,
    more: { figure?: number | null; id?: string; name?: string } = {},
  ): Reading {
    const key = `${kind} ${more.id ?? ""}`;
    const since = this.#notWellSince.get(key) ?? this.#services.clock.now();
    if (isWell) {
      this.#notWellSince.delete(key);
      return part(kind, true, more);
    }
    this.#notWellSince.set(key, since);
    return part(kind, false, { ...more, since });
  }

  async #jobs(): Promise<Reading[]> {
    const { jobs, clock } = this.#services;
    const overdueBefore = clock.now().getTime() - OVERDUE_MS;
    const pictures = part("job", !(await isReached(this.#services, [PICTURES_JOB])), {
      id: PICTURES_JOB,
      name: jobWordsOf(PICTURES_JOB),
    });
    const own = jobs.states.map(({ name, failingSince, underWaySince }) => {
      const hangsSince = underWaySince && underWaySince.getTime() <= overdueBefore ? underWaySince : null;
      const since = failingSince ?? hangsSince;
      return { ...part("job", since === null, { since }), id: name, name: jobWordsOf(name) };
    });
    return [...own, pictures];
  }

  async #facts(): Promise<Reading[]> {
    const figure = await recentlySetAside(this.#services);
    return [part("facts", figure === 0, { figure })];
  }

  /** Looked at once a day: people's browsers do it all the time. */
  async #publicCertificate(): Promise<Reading[]> {
    const { env, clock } = this.#services;
    const now = clock.now().getTime();
    const readAt = clock.steadyMs();
    if (this.#certificate === undefined || readAt - this.#certificate.readAt >= DAY_MS) {
      this.#certificate = { readAt, until: await certificateEnd(env.publicUrl) };
    }
    const { until } = this.#certificate;
    if (until === null) {
      // Nobody answered at an address that has one: how it is, nobody knows.
      return env.publicUrl?.startsWith("https:") ? [{ ...part("certificate", true), isWell: null }] : [];
    }
    const days = Math.floor((until.getTime() - now) / DAY_MS);
    return [part("certificate", days >= CERTIFICATE_DAYS, { figure: days })];
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

const part = (
  kind: Reading["kind"],
  isWell: boolean,
  more: { since?: Date | null; figure?: number | null; id?: string; name?: string } = {},
): Reading => ({
  kind,
  id: more.id ?? "server",
  buildingId: null,
  name: more.name ?? null,
  isWell,
  since: more.since ?? null,
  figure: more.figure ?? null,
});
