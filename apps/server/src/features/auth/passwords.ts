import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { FairQueue } from "../../platform/fair-queue.ts";
import { currentAsker } from "../../platform/origin.ts";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. Runs in threads, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Somebody who signs in without end keeps nobody else from it, and one processor is left for all the rest. */
const queue = new FairQueue({
  atOnce: Math.max(1, availableParallelism() - 1),
  atOnceOfOne: 1,
  waiting: 512,
  waitingOfOne: 64,
});

/** @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait */
export const hashPassword = (password: string): Promise<string> =>
  queue.run(currentAsker(), () => hash(password, COST));

let nobodysHash: Promise<string> | undefined;

/**
 * Does the password match? Somebody who does not exist, or has no password, takes as long to refuse as
 * somebody who does: the time tells nothing.
 * @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hash("nobody has this password", COST);
  const known = stored ?? (await nobodysHash);
  const matches = await queue.run(currentAsker(), () => verify(known, password));
  return matches && stored !== null && stored !== undefined;
}
