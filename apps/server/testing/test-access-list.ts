import { createHash, createPublicKey, verify } from "node:crypto";
import {
  AccessPage,
  type AccessPageAnswer,
  AccessPageBody,
  accessPageText,
  combineDigests,
  entryText,
  type KeptAccess,
  NO_ENTRIES,
} from "@umbral/contract/access-control/access-list";
import type { ControllerKey } from "@umbral/contract/controllers/controllers.contract";
import type { Socket } from "socket.io-client";

const PATIENCE_MS = 20_000;

/** A controller's access list in a test's hands: kept as real ones keep it. */
export class TestAccessList {
  kept: KeptAccess | null = null;
  /** Entries beyond the first ones that its controller says it knows. */
  knows: string[] = [];
  /** What stands in it, by key. */
  readonly entries = new Map<string, string>();
  /** Pages that came, in order. */
  readonly pages: AccessPageBody[] = [];
  /** What becomes of an answer; the default gives it at once. Null leaves the server without one. */
  answering: (answer: AccessPageAnswer) => Promise<AccessPageAnswer | null> = async (answer) => answer;
  /** What it does not take, for a reason of its own. */
  refuses: (page: AccessPageBody) => boolean = () => false;
  #digest = NO_ENTRIES;
  readonly #key: () => ControllerKey;
  readonly #waiting = new Set<() => void>();

  constructor(key: () => ControllerKey) {
    this.#key = key;
  }

  /** Takes pages from this line from now on. */
  hear(raw: Socket): void {
    raw.on("access:page", (page: unknown, acknowledge: (answer: AccessPageAnswer) => void) => {
      const answer = this.#take(AccessPage.parse(page));
      void this.answering(answer).then((given) => given && acknowledge(given));
      for (const look of [...this.#waiting]) {
        look();
      }
    });
  }

  /** Resolves as soon as a page makes it true. */
  async until(isTrue: () => boolean, what: string): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const look = () => {
        if (isTrue()) {
          clearTimeout(timer);
          this.#waiting.delete(look);
          resolve();
        }
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(look);
        reject(new Error(`never: ${what}; has ${JSON.stringify(this.kept)}`));
      }, PATIENCE_MS);
      this.#waiting.add(look);
      look();
    });
  }

  /** The entry under this key. */
  entry(key: string): unknown {
    const body = this.entries.get(key);
    return body === undefined ? undefined : JSON.parse(body);
  }

  #take({ body, signature }: AccessPage): AccessPageAnswer {
    const page = AccessPageBody.parse(JSON.parse(body));
    this.pages.push(page);
    const isSigned = verify(
      null,
      Buffer.from(accessPageText(body)),
      createPublicKey({ key: this.#key(), format: "jwk" }),
      Buffer.from(signature, "base64url"),
    );
    const isNext =
      page.from === 0
        ? page.epoch >= (this.kept?.epoch ?? 0)
        : page.epoch === this.kept?.epoch && page.from === this.kept.number;
    if (!isSigned || !isNext || this.refuses(page)) {
      return { outcome: "refused", kept: this.kept };
    }
    if (page.from === 0) {
      this.entries.clear();
      this.#digest = NO_ENTRIES;
    }
    for (const { key, body: entry } of page.entries) {
      this.#put(key, entry);
    }
    this.kept = { epoch: page.epoch, number: page.to, digest: this.#digest };
    return { outcome: "kept", kept: this.kept };
  }

  #put(key: string, entry: string | null): void {
    const before = this.entries.get(key);
    if (before !== undefined) {
      this.#digest = combineDigests(this.#digest, digestOf(key, before));
    }
    if (entry === null) {
      this.entries.delete(key);
    } else {
      this.entries.set(key, entry);
      this.#digest = combineDigests(this.#digest, digestOf(key, entry));
    }
  }
}

const digestOf = (key: string, body: string): string =>
  createHash("sha256").update(entryText(key, body)).digest("hex");
