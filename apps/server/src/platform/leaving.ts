import { setTimeout as after } from "node:timers/promises";

/** So long what is still asked of a disk may take, once all else has ended in order. */
const PATIENCE_MS = 1000;
const LOOK_EVERY_MS = 10;

/**
 * Ends this process. `process.exit` waits for every thread, and one that asks a disk which does not answer (a folder of another
 * machine that is away) holds it for as long as that is so: then the process is killed, which takes no such thread along.
 */
export async function leave(code: number): Promise<never> {
  for (const until = performance.now() + PATIENCE_MS; isDiskAsked(); await after(LOOK_EVERY_MS)) {
    if (performance.now() > until) {
      process.kill(process.pid, "SIGKILL");
    }
  }
  process.exit(code);
}

const isDiskAsked = (): boolean =>
  process.getActiveResourcesInfo().some((resource) => resource.startsWith("FSReq"));
