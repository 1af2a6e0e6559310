import { randomUUID } from "node:crypto";
import type { AccessPage, AccessPageAnswer, KeptAccess } from "@umbral/contract/access-control/access-list";
import type { DoorState } from "@umbral/contract/access-control/decision";
import type {
  ControllerConfiguration,
  ControllerKey,
} from "@umbral/contract/controllers/controllers.contract";
import { machineRun } from "../../platform/machine-run.ts";
import type { Store } from "../../platform/store.ts";
import { AccessControlFeature, type AccessControlParts } from "./access-control.feature.ts";
import { AccessKey } from "./access-key.ts";
import { AccessList } from "./access-list.ts";
import { type AccessMoment, AccessTime } from "./access-time.ts";
import { Keypads, type KeypadsParts } from "./keypads.ts";
import { PinKey, type PinKeyFile } from "./pin-key.ts";

type Parts = Omit<AccessControlParts, "list" | "time" | "newId"> & {
  store: Store;
  buildingId: () => string;
  /** The server's clock as far as it is known now. */
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

  constructor(parts: Parts) {
    const { store, clock, log, buildingId, serverTime } = parts;
    this.#onChanged = parts.onChanged;
    this.#key = new AccessKey(store, log);
    this.#list = new AccessList({ store, key: this.#key, buildingId, clock, log });
    this.#time = new AccessTime({ store, clock, serverTime, machineRun, log });
    this.#feature = new AccessControlFeature({
      ...parts,
      list: this.#list,
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

  /** Cards as the list has them, for the boards at doors that decide while this controller is away. */
  get cards() {
    return {
      find: (tag: string) => this.#list.find("card", tag),
      tagsAfter: (tag: string, most: number) => this.#list.tagsAfter(tag, most),
      alwaysAt: (tag: string, doorId: string) => this.#feature.alwaysAt(tag, doorId),
    };
  }

  /** A card was held to the reader of this door. */
  read(doorId: string, reading: string, alongside?: () => void): Promise<void> {
    return this.#feature.read(doorId, reading, alongside);
  }

  /** Keys were pressed at the reader of this door. */
  type(doorId: string, keys: string): void {
    this.#keypads.type(doorId, keys);
  }
}
