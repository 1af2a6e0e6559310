import { randomBytes } from "node:crypto";
import { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { keepChallenge, takeChallenge } from "./passkeys.queries.ts";
import { relyingPartyOf } from "./relying-party.ts";

/** A challenge is answered within this. */
export const CHALLENGE_MS = 5 * 60_000;
const CHALLENGE_BYTES = 32;

type Purpose = "registration" | "sign-in";

/** Loaded when somebody first uses a passkey: it is large, and no server should start more slowly for it. */
export const webAuthn = () => import("@simplewebauthn/server");

/** What a browser says that a device signed for. */
const ClientData = z.object({ challenge: z.string(), origin: z.string() });

/** What an answer must hold, now that its challenge is used up. */
export interface SignedText {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
}

export const newChallenge = (): Uint8Array<ArrayBuffer> => new Uint8Array(randomBytes(CHALLENGE_BYTES));

/** Writes down what this person's device has to sign. An older challenge for the same is void. */
export async function signedFor(
  { db, clock }: Services,
  userId: string,
  purpose: Purpose,
  challenge: string,
): Promise<void> {
  const until = new Date(clock.now().getTime() + CHALLENGE_MS);
  await keepChallenge(db, { userId, purpose, challenge, until });
}

/**
 * Uses up the challenge that an answer is to, before the answer is looked at: none is tried twice.
 * @returns undefined for one of another person, another purpose, too old or used, and for another origin's
 */
export async function signedChallengeOf(
  { db, clock, env }: Services,
  userId: string,
  purpose: Purpose,
  clientDataJSON: string,
): Promise<SignedText | undefined> {
  const said = clientDataOf(clientDataJSON);
  const party = relyingPartyOf(env);
  if (said === undefined || party === null) {
    return undefined;
  }
  const { challenge, origin } = said;
  const isLive = await takeChallenge(db, { userId, purpose, challenge, at: clock.now() });
  return isLive && party.accepts(origin)
    ? { expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: party.id }
    : undefined;
}

function clientDataOf(written: string): z.infer<typeof ClientData> | undefined {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(written, "base64url").toString("utf8")));
  } catch {
    // Not what a browser writes, so it answers no challenge.
    return undefined;
  }
}
