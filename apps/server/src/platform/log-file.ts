import { appendFileSync, mkdirSync, readFileSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";

/** Lines of a file before the next one is begun. */
const FILE_BYTES = 5_000_000;
const FILES = 4;

const nameOf = (age: number): string => (age === 0 ? "server.log" : `server.log.${age}`);
export const logsFolder = (dataDir: string): string => join(dataDir, "logs");

/**
 * The last lines of the log in a folder of their own, so that whoever helps can be sent them: a file of 5 MB and the three before it.
 * A disk that takes none of it keeps nobody from working.
 */
export class LogFile {
  readonly #folder: string;
  readonly #fileBytes: number;
  #bytes: number | undefined;

  constructor(folder: string, fileBytes = FILE_BYTES) {
    this.#folder = folder;
    this.#fileBytes = fileBytes;
  }

  write(line: string): void {
    const path = join(this.#folder, nameOf(0));
    try {
      this.#bytes ??= this.#begin(path);
      if (this.#bytes + line.length > this.#fileBytes && this.#bytes > 0) {
        this.#rotate();
        this.#bytes = 0;
      }
      appendFileSync(path, line, { mode: 0o600 });
      this.#bytes += Buffer.byteLength(line);
    } catch {
      // The other place that it is written to has it.
    }
  }

  #begin(path: string): number {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  }

  #rotate(): void {
    for (let age = FILES - 2; age >= 0; age -= 1) {
      const path = join(this.#folder, nameOf(age));
      if (statSync(path, { throwIfNoEntry: false })) {
        renameSync(path, join(this.#folder, nameOf(age + 1)));
      }
    }
  }
}

/** The newest lines that are kept there, the oldest of them first. */
export function lastLines(folder: string, most: number): string[] {
  const lines: string[] = [];
  for (let age = 0; age < FILES && lines.length < most; age += 1) {
    try {
      const text = readFileSync(join(folder, nameOf(age)), "utf8");
      lines.unshift(...text.split("\n").filter((line) => line !== ""));
    } catch {
      // There are no more.
      break;
    }
  }
  return lines.slice(-most);
}
