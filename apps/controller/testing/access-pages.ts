import {
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  randomBytes,
  randomUUID,
  sign,
} from "node:crypto";
import {
  type AccessEntry,
  type AccessPage,
  type AccessPageBody,
  accessPageText,
  combineDigests,
  entryText,
  keyOfEntry,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import { pinText } from "@umbral/contract/access-control/pins";
import { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import { newKeyText } from "../src/platform/key-store.ts";

type EntryOf<Kind extends AccessEntry["kind"]> = Extract<AccessEntry, { kind: Kind }>;

/** A server's access list: entries with their numbers, told in signed pages. */
export class AccessPages {
  readonly buildingId: string;
  epoch = 1000;
  number = 0;
  /** By which PINs are known. */
  readonly pinKey = randomBytes(32).toString("base64url");
  #key = createPrivateKey(newKeyText());
  /** Null for one that is gone. */
  readonly #entries = new Map<string, { body: string | null; number: number }>();
  #digest = NO_ENTRIES;

  constructor(buildingId: string) {
    this.buildingId = buildingId;
  }

  get key(): ControllerKey {
    return ControllerKey.parse(createPublicKey(this.#key).export({ format: "jwk" }));
  }

  /** From now on another key signs, as where somebody replaced it. */
  replaceKey(): void {
    this.#key = createPrivateKey(newKeyText());
  }

  get digest(): string {
    return this.#digest;
  }

  get version() {
    return { epoch: this.epoch, number: this.number, digest: this.#digest };
  }

  put(...entries: AccessEntry[]): void {
    for (const entry of entries) {
      this.#change(keyOfEntry(entry), JSON.stringify(entry));
    }
  }

  remove(entry: AccessEntry): void {
    this.#change(keyOfEntry(entry), null);
  }

  /** What changed after `from` up to `to`. */
  bodyOf(from = 0, to = this.number): AccessPageBody {
    const changed = [...this.#entries].filter(([, { number }]) => number > from && number <= to);
    return {
      buildingId: this.buildingId,
      epoch: this.epoch,
      from,
      to,
      head: this.number,
      digest: this.#digest,
      entries: changed.map(([key, { body }]) => ({ key, body })),
    };
  }

  page(from = 0, to = this.number): AccessPage {
    return this.sign(JSON.stringify(this.bodyOf(from, to)));
  }

  sign(body: string, key = this.#key): AccessPage {
    return { body, signature: sign(null, Buffer.from(accessPageText(body)), key).toString("base64url") };
  }

  /** A card with a holder of its own who comes in where and when this area says. */
  giveCard(
    tag: string,
    areaId: string,
    more: { card?: Partial<EntryOf<"card">>; holder?: Partial<EntryOf<"holder">> } = {},
  ) {
    const holder = newHolder(areaId, more.holder);
    const card: EntryOf<"card"> = {
      kind: "card",
      id: randomUUID(),
      tag,
      holderId: holder.id,
      state: "active",
      ...ALWAYS,
      ...more.card,
    };
    this.put(holder, card);
    return { holder, card };
  }

  /** A PIN with a holder of its own, as {@link giveCard}. */
  givePin(
    digits: string,
    areaId: string,
    more: { pin?: Partial<EntryOf<"pin">>; holder?: Partial<EntryOf<"holder">> } = {},
  ) {
    const holder = newHolder(areaId, more.holder);
    const pin: EntryOf<"pin"> = {
      kind: "pin",
      id: randomUUID(),
      digest: this.digestOf(digits),
      holderId: holder.id,
      state: "active",
      ...ALWAYS,
      ...more.pin,
    };
    this.put(holder, pin);
    return { holder, pin };
  }

  /** A pass for one entry, by a way of its own. Without a decider the server counts it. */
  givePass(
    digits: string,
    { perimeter, inner = [], ...pass }: Partial<EntryOf<"pass">> & { perimeter: string[]; inner?: string[] },
  ) {
    const way: EntryOf<"way"> = { kind: "way", id: randomUUID(), perimeter, inner };
    const given: EntryOf<"pass"> = {
      kind: "pass",
      id: randomUUID(),
      digest: this.digestOf(digits),
      wayId: way.id,
      from: "1970-01-01T00:00:00.000Z",
      until: "2100-01-01T00:00:00.000Z",
      hours: null,
      entries: 1,
      used: 0,
      enteredAt: null,
      decider: null,
      ...pass,
    };
    this.put(way, given);
    return given;
  }

  /** By what a list knows what is typed. */
  digestOf(digits: string): string {
    return createHmac("sha256", Buffer.from(this.pinKey, "base64url")).update(pinText(digits)).digest("hex");
  }

  #change(key: string, body: string | null): void {
    const old = this.#entries.get(key)?.body;
    for (const of of [old, body]) {
      if (typeof of === "string") {
        const digest = createHash("sha256").update(entryText(key, of)).digest("hex");
        this.#digest = combineDigests(this.#digest, digest);
      }
    }
    this.number += 1;
    this.#entries.set(key, { body, number: this.number });
  }
}

const ALWAYS = { from: null, until: null };

const newHolder = (areaId: string, holder: Partial<EntryOf<"holder">> = {}): EntryOf<"holder"> => ({
  kind: "holder",
  id: randomUUID(),
  isSuspended: false,
  areas: [{ areaId, ...ALWAYS }],
  ...holder,
});

/** An area that is open always, unless it says otherwise. */
export const newArea = (doorIds: string[], area: Partial<EntryOf<"area">> = {}): EntryOf<"area"> => ({
  kind: "area",
  id: randomUUID(),
  levelId: randomUUID(),
  doorIds,
  scheduleId: null,
  passesLocked: false,
  outlastsServer: false,
  ...area,
});
