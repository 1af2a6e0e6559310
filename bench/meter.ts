/** Answers the benchmark over the process's channel: what this process spent between "begin" and "end". */
export function meterThisProcess(): void {
  let before = process.cpuUsage();
  process.on("message", (message: { kind: "begin" | "end" }) => {
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
