import type { ChildProcess } from "node:child_process";

/**
 * Answers the benchmark over the process's channel: what this process spent between "begin" and "end".
 * @param source of frames, which it sends from "film" to "still"
 */
export function meterThisProcess(source?: ChildProcess): void {
  let before = process.cpuUsage();
  process.on("message", (message: { kind: "film" | "still" | "begin" | "end" }) => {
    if (message.kind === "film" || message.kind === "still") {
      source?.send(message.kind);
      return;
    }
    if (message.kind === "begin") {
      before = process.cpuUsage();
    }
    if (message.kind !== "end") {
      return;
    }
    const { user, system } = process.cpuUsage(before);
    process.send?.({ cpuMs: (user + system) / 1000, residentMb: process.memoryUsage.rss() / 1_048_576 });
  });
}

/** Answers with how many frames came between "begin" and "end". */
export function countFrames(): { one(): void } {
  let count = 0;
  process.on("message", (message: { kind: "begin" | "end" }) => {
    if (message.kind === "begin") {
      count = 0;
    } else {
      process.send?.(count);
    }
  });
  return {
    one() {
      count += 1;
    },
  };
}

/** Sends so often while the benchmark lets it, over the process's channel: from "film" to "still". */
export function filmsWhenTold(send: () => void, perSecond: number): void {
  let filming: NodeJS.Timeout | undefined;
  process.on("message", (message) => {
    clearInterval(filming);
    filming = message === "film" ? setInterval(send, 1000 / perSecond) : undefined;
  });
}
