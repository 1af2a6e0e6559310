import type { Log } from "./log.ts";

/**
 * Whatever ends the process, also a fault in it: `cut` runs before it is gone, and a supervisor starts
 * another. Only a kill or a power cut is quicker, and then nobody holds the relays either.
 * @param cut takes the current from every relay, at once and without waiting
 */
export function atTheEnd(cut: () => void, log: Log): void {
  process.on("exit", cut);
  const crash = (error: unknown) => {
    cut();
    log.fatal({ err: error }, "the controller crashed");
    process.exit(1);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
}
