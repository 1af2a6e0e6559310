import type { AuditAction } from "@umbral/contract/audit/audit-actions";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Actor, Services } from "../../platform/context.ts";
import type { Db, Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { changeOf, writeAuditLine } from "../audit/audit.service.ts";
import type { AuditLine } from "../audit/audit-line.ts";
import { tellOfBuilding } from "../spaces/index.ts";
import type { ControllerHub } from "./controller-hub.ts";
import { tellController } from "./controller-news.ts";

/** What is to be changed, held until the transaction ends: where it is, and what it was. */
interface Held {
  buildingId: string;
  before: object;
}

/** One change of one device, by what differs from every other. */
interface DeviceChange<What extends Held> {
  actor: Actor;
  id: string;
  action: AuditAction;
  detail?: AuditLine["detail"];
  /** @throws {Refused} for what is not there */
  hold(trx: Trx): What | Promise<What>;
  write(trx: Trx, held: What): Promise<void>;
  /** What it is now, for the audit: nothing of what is gone. */
  after(trx: Trx): object | Promise<object>;
  /** After the commit: who has to know. */
  tell?(buildingId: string): unknown;
}

/**
 * Changes a device: held, written and put into the audit in one transaction, then told. Who may was decided by the
 * gate, by the building that it is in.
 */
export async function changeDevice<What extends Held>(
  { db, clock }: Services,
  { actor, id, action, detail, hold, write, after, tell }: DeviceChange<What>,
): Promise<What> {
  const changed = await db.transaction().execute(async (trx) => {
    const held = await hold(trx);
    await write(trx, held);
    await writeAuditLine(trx, {
      buildingId: held.buildingId,
      actorId: actor.id,
      action,
      subjectId: id,
      detail: detail ?? {},
      change: changeOf(null, held.before, await after(trx)),
      at: clock.now(),
    });
    return held;
  });
  await tell?.(changed.buildingId);
  return changed;
}

/** The controller works with it from now on, and whoever has the building's screens open sees it. */
export async function tellOfDevice(
  services: Services,
  hub: ControllerHub,
  buildingId: string,
): Promise<void> {
  await Promise.all([tellController(services, hub, buildingId), tellOfBuilding(services, buildingId)]);
}

/** What tells one kind of device that a controller is told of from the others. */
interface DeviceKind<Row extends { id: string; buildingId: string }, State, Fields, Change> {
  /** Its actions in the audit are `doors.created`, `doors.changed`, `doors.deleted`. */
  room: "cameras" | "doors" | "inputs";
  unknown: ErrorCode;
  /** Its row, locked until the transaction ends. */
  lock(trx: Trx, id: string): Promise<Row | undefined>;
  /** What its building's administration sees of it, and what the audit compares: no secrets. */
  read(services: Services, db: Db, id: string): Promise<State | undefined>;
  insert(
    services: Services,
    trx: Trx,
    device: { id: string; buildingId: string },
    fields: Fields,
  ): Promise<void>;
  update(services: Services, trx: Trx, row: Row, change: Change): Promise<void>;
  /** @throws {Refused} for what is still needed */
  remove(trx: Trx, id: string): Promise<void>;
  /** What somebody is told of an error of the database: of two at once, it lets one. */
  refusalOf?(error: unknown): unknown;
}

/** From where a device is changed, and by whom. */
export interface Changing {
  services: Services;
  hub: ControllerHub;
  actor: Actor;
}

/** Makes, changes and removes devices of a kind: with its audit, and told to the controller and to who has its screens open. */
export class Devices<
  Row extends { id: string; buildingId: string },
  State extends object,
  Fields,
  Change extends object,
> {
  readonly #kind: DeviceKind<Row, State, Fields, Change>;

  constructor(kind: DeviceKind<Row, State, Fields, Change>) {
    this.#kind = kind;
  }

  async make(by: Changing, buildingId: string, fields: Fields): Promise<State> {
    const { services } = by;
    const id = services.newId();
    await this.#do(by, {
      id,
      action: `${this.#kind.room}.created`,
      hold: () => ({ buildingId, before: {} }),
      write: (trx) => this.#kind.insert(services, trx, { id, buildingId }, fields),
      after: (trx) => this.#read(services, trx, id),
    });
    return this.#read(services, services.db, id);
  }

  /** Changes what is named. @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine */
  async change(by: Changing, id: string, change: Change): Promise<State> {
    const { services } = by;
    const fields = Object.keys(change);
    if (fields.length > 0) {
      await this.#do(by, {
        id,
        action: `${this.#kind.room}.changed`,
        detail: { fields: fields.join(" ") },
        hold: (trx) => this.#hold(services, trx, id),
        write: (trx, { row }) => this.#kind.update(services, trx, row, change),
        after: (trx) => this.#read(services, trx, id),
      });
    }
    return this.#read(services, services.db, id);
  }

  async drop(by: Changing, id: string): Promise<{ ok: true }> {
    await this.#do(by, {
      id,
      action: `${this.#kind.room}.deleted`,
      hold: (trx) => this.#hold(by.services, trx, id),
      write: (trx) => this.#kind.remove(trx, id),
      after: () => ({}),
    });
    return { ok: true };
  }

  async #do<What extends Held>(
    { services, hub, actor }: Changing,
    change: Omit<DeviceChange<What>, "actor" | "tell">,
  ): Promise<void> {
    await changeDevice(services, {
      ...change,
      actor,
      tell: (buildingId) => tellOfDevice(services, hub, buildingId),
    }).catch((error: unknown) => {
      throw this.#kind.refusalOf?.(error) ?? error;
    });
  }

  async #hold(services: Services, trx: Trx, id: string): Promise<Held & { row: Row }> {
    const row = await this.#kind.lock(trx, id);
    if (!row) {
      throw new Refused(this.#kind.unknown);
    }
    return { row, buildingId: row.buildingId, before: await this.#read(services, trx, id) };
  }

  async #read(services: Services, db: Db, id: string): Promise<State> {
    const state = await this.#kind.read(services, db, id);
    if (state === undefined) {
      throw new Refused(this.#kind.unknown);
    }
    return state;
  }
}
