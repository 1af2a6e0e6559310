import { randomUUID } from "node:crypto";
import {
  type AccessClaim,
  type AccessPage,
  type AccessPageAnswer,
  type KeptAccess,
  KNOWS_PASSES,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import type { DoorState } from "@umbral/contract/access-control/decision";
import type { PassEntryOrder, PassHandover } from "@umbral/contract/controllers/controller-orders.contract";
import type {
  ControllerConfiguration,
  ControllerKey,
} from "@umbral/contract/controllers/controllers.contract";
import { hasKeypad } from "@umbral/contract/doors/door-devices";
import { PASS_CODE } from "@umbral/contract/passes/passes.contract";
import type { Clock } from "../../platform/clock.ts";
import { machineRun } from "../../platform/machine-run.ts";
import type { Store } from "../../platform/store.ts";
import { PassUses } from "../passes/pass-uses.ts";
import { Passes } from "../passes/passes.ts";
import { AccessControlFeature, type AccessControlParts } from "./access-control.feature.ts";
import { AccessKey } from "./access-key.ts";
import { AccessList } from "./access-list.ts";
import { type AccessMoment, AccessTime } from "./access-time.ts";
import { Keypads, type KeypadsParts } from "./keypads.ts";
import { PinKey, type PinKeyFile } from "./pin-key.ts";

type Parts = Omit<AccessControlParts, "list" | "time" | "passes" | "newId"> & {
  store: Store;
  buildingId: () => string;
  controllerId: () => string;
  /** The machine's own clock, whatever date it shows. */
  wall: Clock;
  /** The server's date as far as it is known now. */
  serverTime: () => number | undefined;
  /** The list or the clock may say something else now. */
  onChanged: () => void;
  pinKeyFile: PinKeyFile;
  /** Somebody tries codes at a door. @returns what to call when that is over */
  intrude: KeypadsParts["intrude"];
};

/** All that a building needs to know by itself who comes in: the list, its key, the time, and who decides. */
export class AccessControl {
  readonly #key: AccessKey;
  readonly #list: AccessList;
  readonly #time: AccessTime;
  readonly #feature: AccessControlFeature;
  readonly #onChanged: () => void;
  readonly #pinKey: PinKey;
  readonly #keypads: Keypads;
  readonly #passUses: PassUses;
  readonly #passes: Passes;
  /** Doors at whose reader codes are typed, or held to it as a QR. */
  #codeDoors = new Set<string>();

  constructor(parts: Parts) {
    const { store, clock, wall, log, buildingId, serverTime } = parts;
    this.#onChanged = parts.onChanged;
    this.#key = new AccessKey(store, log);
    this.#list = new AccessList({ store, key: this.#key, buildingId, clock, log });
    this.#time = new AccessTime({ store, clock: wall, serverTime, machineRun, log });
    this.#passUses = new PassUses(store, log);
    const { controllerId } = parts;
    const passes = new Passes({ list: this.#list, uses: this.#passUses, controllerId, log });
    this.#passes = passes;
    this.#list.onChange((entry) => passes.hear(entry));
    this.#list.onWhole(() => passes.hearWhole());
    this.#feature = new AccessControlFeature({
      ...parts,
      list: this.#list,
      passes,
      time: this.#time,
      newId: randomUUID,
    });
    this.#pinKey = new PinKey(parts.pinKeyFile, log);
    this.#keypads = new Keypads({
      ...parts,
      longest: () => this.#list.find("pins")?.digits ?? 0,
      enter: (doorId, digits) => this.#feature.enter(doorId, this.#pinKey.digestOf(digits)),
    });
  }

  start(): void {
    this.#list.start();
    this.#pinKey.start();
    this.#keypads.start();
    this.#passUses.start();
    this.#passes.start();
    this.#time.start();
  }

  stop(): void {
    this.#keypads.stop();
    this.#feature.stop();
    this.#list.stop();
    this.#time.stop();
  }

  configure({ building, doors }: Pick<ControllerConfiguration, "building" | "doors">): void {
    this.#feature.configure(doors, building.timeZone);
    this.#keypads.configure(doors);
    this.#codeDoors = new Set(doors.filter(({ reader }) => reader && hasKeypad(reader)).map(({ id }) => id));
  }

  onSignedIn({ accessKey, pinKey }: { accessKey: ControllerKey; pinKey?: string | undefined }): void {
    this.#key.hear(accessKey);
    if (pinKey !== undefined) {
      this.#pinKey.hear(pinKey);
    }
    this.#list.onSignedIn();
  }

  /** The server's clock was read. */
  onServerHeard(): void {
    this.#time.look();
    this.#onChanged();
  }

  /** The list by which it is decided now; null before there is one. */
  get kept(): KeptAccess | null {
    return this.#list.kept;
  }

  /** What the server is told of it, and that passes may stand in it. */
  get claim(): AccessClaim {
    return { ...(this.#list.kept ?? { epoch: 0, number: 0, digest: NO_ENTRIES }), knows: [KNOWS_PASSES] };
  }

  take(page: AccessPage): AccessPageAnswer {
    const answer = this.#list.take(page);
    this.#onChanged();
    return answer;
  }

  /** What a door is now, by the list and its hours. */
  stateOf(doorId: string): DoorState {
    return this.#feature.stateOf(doorId);
  }

  /** What time it is, and whether that is sure. */
  look(): AccessMoment {
    return this.#time.look();
  }

  /** The date of what is told, as {@link AccessTime.date}. */
  get date(): Date {
    return this.#time.date;
  }

  /** Cards as the list has them, for the boards at doors that decide while this controller is away. */
  get cards() {
    return {
      find: (tag: string) => this.#list.find("card", tag),
      tagsAfter: (tag: string, most: number) => this.#list.tagsAfter(tag, most),
      alwaysAt: (tag: string, doorId: string) => this.#feature.alwaysAt(tag, doorId),
    };
  }

  /** The desk asks whether so many more come in by a pass. @throws when it cannot be written down */
  enterAtDesk(order: Omit<PassEntryOrder, "issuedAt">): "granted" | "used-up" {
    return this.#passUses.grant(order, this.#time.look().nowMs) ? "granted" : "used-up";
  }

  /** Another controller is to count a pass. @throws when it cannot be written down */
  handOver(asked: PassHandover): "handed-over" | "counted-more" {
    return this.#passUses.handOver(asked, this.#time.look().nowMs) ? "handed-over" : "counted-more";
  }

  /**
   * A card was held to the reader of this door, or a QR with the code of a pass: where codes are taken, as many digits as
   * a code has are one, unless they are somebody's card.
   */
  read(doorId: string, reading: string, alongside?: () => void): Promise<void> {
    const code = reading.trim();
    if (this.#codeDoors.has(doorId) && PASS_CODE.test(code) && !this.#list.find("card", code)) {
      this.#keypads.scan(doorId, code);
      return Promise.resolve();
    }
    return this.#feature.read(doorId, reading, alongside);
  }

  /** Keys were pressed at the reader of this door. */
  type(doorId: string, keys: string): void {
    this.#keypads.type(doorId, keys);
  }
}
