import { availableParallelism } from "node:os";
import { FairQueue } from "../../platform/fair-queue.ts";
import { currentAsker } from "../../platform/origin.ts";
import { DigestProcesses } from "./digest-processes.ts";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Digests at once at most, each in a process of its own: on a large machine more sign-ins than that at once are a flood. */
const DIGESTS_AT_MOST = 8;

const atOnce = Math.min(Math.max(1, availableParallelism() - 1), DIGESTS_AT_MOST);
/** Somebody who signs in without end keeps nobody else from it, and one processor is left for all the rest. */
const queue = new FairQueue({
  atOnce,
  atOnceOfOne: 1,
  waiting: 512,
  waitingOfOne: 64,
});

/** Where the one place is half of the machine, sign-ins leave doors half of it. */
const compare: FairQueue["run"] = (asker, work) =>
  atOnce === 1 ? queue.runAndRest(asker, work) : queue.run(asker, work);

const digests = new DigestProcesses();

/** @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait */
export const hashPassword = (password: string): Promise<string> =>
  queue.run(currentAsker(), () => digests.hash(password, COST));

let nobodysDigest: Promise<string> | undefined;

/** Made once, whatever number of people ask for it at the same moment: each would be a process of its own. */
function digestOfNobody(): Promise<string> {
  nobodysDigest ??= digests.hash("nobody has this password", COST).catch((error: unknown) => {
    nobodysDigest = undefined;
    throw error;
  });
  return nobodysDigest;
}

/**
 * Does the password match? Somebody who does not exist, or has no password, takes as long to refuse as
 * somebody who does: the time tells nothing.
 * @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const nobodys = await digestOfNobody();
  const known = stored ?? nobodys;
  const matches = await compare(currentAsker(), () => digests.verify(known, password));
  return matches && stored !== null && stored !== undefined;
}
