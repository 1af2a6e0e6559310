import { createHash, randomBytes } from "node:crypto";
import { RESET_LINK_MS, RESET_PATH } from "@umbral/contract/auth/recovery.contract";
import { CONFIRM_EMAIL_PATH, EMAIL_LINK_MS } from "@umbral/contract/users/profile.contract";
import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { publicUrlOf } from "../../platform/env.ts";
import { dropLinksOf, findWaitingLink, type LinkPurpose, replaceLink, useLink } from "./links.queries.ts";

const SECRET_BYTES = 32;

/** What is kept of a secret: a digest is enough for one that nobody can guess. */
export const digestOf = (secret: string): Buffer => createHash("sha256").update(secret).digest();

interface Link {
  userId: string;
  purpose: LinkPurpose;
  path: string;
  lifeMs: number;
  email: string | null;
}

async function newLink(
  { clock, env }: Services,
  trx: Trx,
  link: Link,
): Promise<{ url: string; expiresAt: Date }> {
  const secret = randomBytes(SECRET_BYTES).toString("base64url");
  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + link.lifeMs);
  const { userId, purpose, email } = link;
  await replaceLink(trx, { userId, purpose, email, tokenHash: digestOf(secret), createdAt, expiresAt });
  return { url: `${publicUrlOf(env)}${link.path}?token=${secret}`, expiresAt };
}

/**
 * A link with which this person sets a password, once. It takes the place of an older one.
 * @param lifeMs how long it lives: half an hour for who forgot it, longer for who is invited
 */
export const newPasswordLink = (services: Services, trx: Trx, userId: string, lifeMs = RESET_LINK_MS) =>
  newLink(services, trx, { userId, purpose: "password", path: RESET_PATH, lifeMs, email: null });

/** A link with which this person confirms that a new address is theirs. */
export const newEmailLink = (services: Services, trx: Trx, userId: string, email: string) =>
  newLink(services, trx, {
    userId,
    purpose: "email",
    path: CONFIRM_EMAIL_PATH,
    lifeMs: EMAIL_LINK_MS,
    email,
  });

/** The address that waits to be confirmed by this person. */
export async function waitingEmailOf(
  { db, clock }: Services,
  userId: string,
): Promise<{ email: string; expiresAt: Date } | null> {
  const link = await findWaitingLink(db, userId, "email", clock.now());
  return link && link.email !== null ? { email: link.email, expiresAt: link.expiresAt } : null;
}

/** Uses up the link of a new address; null unless it is this person's and still good. */
export async function takeEmailLink(
  { clock }: Services,
  trx: Trx,
  userId: string,
  secret: string,
): Promise<string | null> {
  const used = await useLink(trx, "email", digestOf(secret), clock.now());
  return used?.userId === userId ? used.email : null;
}

/** Every link that was sent to this person is worth nothing any more. */
export const voidLinksOf = (trx: Trx, userId: string): Promise<void> => dropLinksOf(trx, userId);

/**
 * One of somebody's addresses is not theirs any more: a link to a new password that went there is nobody's. It goes by mail to
 * who has one, where mails leave from here, and else by SMS; what went to the other address stays good.
 * @param before as they were reached until now
 */
export async function voidPasswordLinkTo(
  { ways }: Pick<Services, "ways">,
  trx: Trx,
  changed: "email" | "phone",
  before: { id: string; email: string },
): Promise<void> {
  const went = before.email !== "" && ways.includes("mail") ? "email" : "phone";
  if (went === changed) {
    await dropLinksOf(trx, before.id, ["password"]);
  }
}
