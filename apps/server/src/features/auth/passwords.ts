import { hash, verify } from "@node-rs/argon2";

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. Runs in threads, never on the event loop. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

let nobodysHash: Promise<string> | undefined;

/**
 * Does the password match? Somebody who does not exist, or has no password, takes as long to refuse as
 * somebody who does: the time tells nothing.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword("nobody has this password");
  const matches = await verify(stored ?? (await nobodysHash), password);
  return matches && stored !== null && stored !== undefined;
}
