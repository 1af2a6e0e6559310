// @ts-check
// Plain JavaScript: from the sources a thread would need somebody to read TypeScript for it, which takes longer than a digest.
import { getPriority, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";

/** A tenth of what somebody else gets who wants the processor as much, and all of it where nobody does. */
const LESS_THAN_ALL_ELSE = 10;
/** The least there is. */
const LEAST = 19;

// On Linux a priority is a thread's: elsewhere this would be the whole program's.
if (process.platform === "linux") {
  setPriority(Math.min(getPriority() + LESS_THAN_ALL_ELSE, LEAST));
}

parentPort?.on("message", (/** @type {import("./digest-threads.ts").DigestWork} */ work) => {
  parentPort?.postMessage(
    work.kind === "hash" ? hashSync(work.password, work.cost) : verifySync(work.digest, work.password),
  );
});
