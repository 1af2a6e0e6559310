/** What a server of this benchmark is asked over its process's channel: what it weighs, and to tell everybody something. */
export type Asked = "weigh" | "tell";

/** Bytes that the process holds once what nobody needs is collected; or when it began to tell, in milliseconds since 1970. */
export function answersWith(tell: () => void): void {
  process.on("message", (asked: Asked) => {
    if (asked === "weigh") {
      globalThis.gc?.();
      globalThis.gc?.();
      process.send?.(process.memoryUsage.rss());
      return;
    }
    const began = performance.timeOrigin + performance.now();
    tell();
    process.send?.(began);
  });
  // Whoever started it may have been killed.
  process.on("disconnect", () => process.exit());
}
