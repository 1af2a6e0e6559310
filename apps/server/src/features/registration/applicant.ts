import { takesSms } from "@umbral/contract/registration/personal-data";
import type { Services } from "../../platform/context.ts";
import { beginGuess } from "../../platform/guesses.ts";
import { Refused } from "../../platform/refused.ts";
import { refuseWeakPassword } from "../auth/password-rules.ts";
import { passwordMatches } from "../auth/passwords.ts";
import { isOwnPlace } from "../auth/sign-in-networks.ts";
import { type Claim, proveClaim, sendClaimCode } from "./claims.ts";
import { findAccount, isEmailTaken } from "./registration.queries.ts";

/** Who registers, as far as was proved. */
export type Applicant =
  | { kind: "new" }
  /** Has an account and its password. */
  | { kind: "known"; userId: string; email: string }
  /** Has the telephone of a quick account. */
  | { kind: "claiming"; userId: string; email: string; claim: Claim };

/** Where a registration comes from. */
export interface RequestSource {
  /** As far as the trusted proxies tell. */
  address: string;
  /** From this machine itself and through no proxy: demonstration accounts need that. */
  isFromThisMachine: boolean;
}

interface Papers {
  cedula: string;
  claimCode?: string | undefined;
}

/**
 * Finds out whether the person is new, has an account and proves it, or is refused: a known cédula without
 * its password `already exists` (decisions §3, §5). A wrong password counts as it does where one signs in.
 * @param source demonstration accounts are nobody's from elsewhere than this machine
 * @throws {Refused} ALREADY_EXISTS, TOO_OFTEN, PASSWORD_NOT_ACCEPTED, CLAIM_CODE_SENT, CLAIM_CODE_NOT_VALID,
 * CLAIM_USED_UP, CLAIM_NOT_HERE
 */
export async function recognise(
  services: Services,
  papers: Papers & { password: string; email: string },
  { address, isFromThisMachine }: RequestSource,
): Promise<Applicant> {
  const account = await findAccount(services.db, papers.cedula);
  if (!account || account.isQuick) {
    refuseWeakPassword(papers.password, papers.cedula);
    await refuseTakenEmail(services, papers.email, account?.id ?? null);
    return account ? claimOf(services, account, papers) : { kind: "new" };
  }
  const guess = await beginGuess(services, {
    what: "login",
    account: papers.cedula,
    address,
    isOwnPlace: () => isOwnPlace(services, account.id, address),
  });
  const isTheirs =
    (await passwordMatches(account.passwordHash, papers.password)) &&
    account.active &&
    account.userType === "USER" &&
    (!account.isDemonstration || isFromThisMachine);
  if (!isTheirs) {
    throw alreadyExists("cedula");
  }
  await guess.succeeded(services.db);
  return { kind: "known", userId: account.id, email: account.email };
}

/**
 * The same for the quick form, which has no password: an account that has one is not opened by it, and one
 * that has none by the code that its telephone gets. Of which buildings it is nobody else is told.
 */
export async function recogniseQuickly(services: Services, papers: Papers): Promise<Applicant> {
  const account = await findAccount(services.db, papers.cedula);
  if (!account) {
    return { kind: "new" };
  }
  if (!account.isQuick) {
    throw alreadyExists("cedula");
  }
  return claimOf(services, account, papers);
}

async function claimOf(
  services: Services,
  account: { id: string; phone: string; email: string },
  { claimCode }: Papers,
): Promise<Applicant> {
  if (claimCode !== undefined) {
    const claim = await proveClaim(services, account.id, claimCode);
    return { kind: "claiming", userId: account.id, email: account.email, claim };
  }
  if (!takesSms(account.phone)) {
    throw alreadyExists("cedula");
  }
  if (!services.ways.includes("sms")) {
    throw new Refused("CLAIM_NOT_HERE", { errors: [{ property: "cedula", message: "already exists" }] });
  }
  await sendClaimCode(services, { userId: account.id, phone: account.phone });
  throw new Refused("CLAIM_CODE_SENT", {
    errors: [{ property: "claimCode", message: "should not be null" }],
  });
}

async function refuseTakenEmail(
  services: Services,
  email: string,
  exceptUserId: string | null,
): Promise<void> {
  if (await isEmailTaken(services.db, email, exceptUserId)) {
    throw alreadyExists("email");
  }
}

/** In the words that the specification's client knows (§8). */
export const alreadyExists = (property: "cedula" | "email"): Refused =>
  new Refused("ALREADY_EXISTS", { errors: [{ property, message: "already exists" }] });
