import type { acceptInvitation } from "@umbral/contract/users/invitations.contract";
import type { z } from "zod";
import { networkOf } from "../../platform/address.ts";
import { type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { writeMessages, writeToMany } from "../notifications/notifications.service.ts";
import { NOTICE_MS, warningPush, warningTo } from "./invitation-words.ts";
import { type InvitationRow, keepConflict } from "./invitations.queries.ts";
import type { AccountRow } from "./invited-accounts.queries.ts";

/*
 * An invitation to a home names nobody's document: who accepts says theirs, once their address is proved.
 */

/** Documents in 15 minutes, with one invitation and from one network address: nobody leafs through people by them. */
const DOCUMENTS = 20;
const DOCUMENTS_FROM = 60;
/** Warnings to one account in 15 minutes. */
const WARNED = 1;

/** Where a request comes from. */
export interface RequestSource {
  /** As far as the trusted proxies tell. */
  address: string;
  /** From this machine itself and through no proxy: demonstration accounts need that. */
  isFromThisMachine: boolean;
}

/** An invitation whose person's document is known. */
export type NamedRow = InvitationRow & { cedula: string };
type Document = z.output<(typeof acceptInvitation)["body"]>["document"];

/**
 * With the number that was invited, which nobody else's takes the place of, or the one that they say; null for none.
 * @throws {Refused} TOO_OFTEN
 */
export async function withDocument(
  services: Services,
  row: InvitationRow,
  document: Document,
  { address }: RequestSource,
): Promise<NamedRow | null> {
  if (row.cedula !== null) {
    return { ...row, cedula: row.cedula };
  }
  if (document === undefined) {
    return null;
  }
  await refuseTooOften(services, [
    { subject: ["invitation-documents", row.id], most: DOCUMENTS },
    { subject: ["invitation-documents-from", networkOf(address)], most: DOCUMENTS_FROM },
  ]);
  return { ...row, cedula: document.cedula, documentType: document.documentType };
}

/**
 * The number that was said has an account with other addresses: whoever invited sees it in the list, and the account is
 * told (decisions §5), once in a while however often it is tried. Without an account the number before was mistyped.
 */
export async function noteConflict(
  services: Services,
  row: InvitationRow,
  account: AccountRow | undefined,
): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  if (!account) {
    await keepConflict(db, row.id, null);
    return;
  }
  const { id, active } = account;
  const isSaid = (await takeAttempt(db, [{ subject: ["invitation-warning", id], most: WARNED }], now)) > 0;
  await db.transaction().execute(async (trx) => {
    await keepConflict(trx, row.id, id);
    if (active && !isSaid) {
      const expiresAt = new Date(now.getTime() + NOTICE_MS);
      await writeMessages(services, trx, warningTo(services, row, account));
      await writeToMany(
        services,
        trx,
        { pushes: [id], sms: [] },
        { ...warningPush(row.buildingName), expiresAt },
      );
    }
  });
  services.wakeOutbox();
}

/** @throws {Refused} TOO_OFTEN */
export async function refuseTooOften({ db, clock }: Services, limits: readonly Limit[]): Promise<void> {
  const retryAfter = await takeAttempt(db, limits, clock.now());
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}
