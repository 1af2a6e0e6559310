// @ts-check
// Plain JavaScript: from the sources a process would need somebody to read TypeScript for it, which takes longer than a digest.
import { writeFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";
import { hashSync, verifySync } from "@node-rs/argon2";

/** @typedef {import("./digest-processes.ts").DigestWork} DigestWork */
/** @typedef {import("./digest-processes.ts").DigestAnswer} DigestAnswer */

/**
 * A third of what somebody else gets who wants the processor as much, and all of it where nobody does. With a fiftieth of it
 * the others waited longer (Linux 6.18): who comes back to a processor first makes good what it took too much of, weighed by who runs there.
 */
const LESS_THAN_ALL_ELSE = 5;
/** The least there is. */
const LEAST = 19;

setPriority(Math.min(getPriority() + LESS_THAN_ALL_ELSE, LEAST));
try {
  // Where Linux shares processors by sessions a priority counts within one of them only. This is what the session gets.
  writeFileSync("/proc/self/autogroup", String(LESS_THAN_ALL_ELSE));
} catch {
  // Another system, one that shares otherwise, or one that several asked at the same moment.
}

/** @param {DigestWork} work @returns {DigestAnswer} */
function answer(work) {
  try {
    return {
      done:
        work.kind === "hash" ? hashSync(work.password, work.cost) : verifySync(work.digest, work.password),
    };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : "unknown" };
  }
}

process.on("message", (/** @type {DigestWork} */ work) => process.send?.(answer(work)));
// Who stops the server may ask all of its processes to end: what it has begun it may finish, and this one ends after it.
process.on("SIGTERM", () => undefined);
process.on("disconnect", () => process.exit());
