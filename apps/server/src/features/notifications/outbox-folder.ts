import { mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OutboxMessage } from "@umbral/contract/notifications/notifications.contract";

/** How many messages are shown. */
const SHOWN = 100;

/** Where the demonstration puts what nobody could deliver: one file a message, named by its time. */
export class OutboxFolder {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Whole or not at all. A message that is put twice is there once. */
  async put(message: OutboxMessage): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const name = `${message.createdAt.replace(/[:.]/g, "-")}-${message.id}`;
    const unfinished = join(this.#folder, `${name}.part`);
    await writeFile(unfinished, `${JSON.stringify(message, null, 2)}\n`, { mode: 0o600 });
    await rename(unfinished, join(this.#folder, `${name}.json`));
  }

  /** The newest messages, newest first. */
  async newest(): Promise<OutboxMessage[]> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    const names = (await readdir(this.#folder)).filter((name) => name.endsWith(".json")).sort();
    const texts = await Promise.all(
      names
        .slice(-SHOWN)
        .reverse()
        .map((name) => readFile(join(this.#folder, name), "utf8")),
    );
    return texts.map((text) => OutboxMessage.parse(JSON.parse(text)));
  }
}
