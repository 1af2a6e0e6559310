import { type ApiToken, TOKENS_AT_MOST, type TokenForm } from "@umbral/contract/integrations/tokens.contract";
import type { Actor, Services } from "../../platform/context.ts";
import { apiToken } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { insertTokenAccount } from "../accounts/index.ts";
import { writeAction } from "../audit/audit.service.ts";
import { newTokenSecret } from "./token-secret.ts";
import {
  findTokens,
  insertToken,
  insertTokenDoors,
  lockTokensOf,
  markTokenTakenBack,
  type TokenRow,
} from "./tokens.queries.ts";

/** The tokens of a building. */
export async function tokensOf({ db, clock }: Services, buildingId: string): Promise<{ tokens: ApiToken[] }> {
  const now = clock.now();
  return { tokens: (await findTokens(db, { buildingId })).map((row) => asToken(row, now)) };
}

const asToken = (row: TokenRow, now: Date): ApiToken => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt?.toISOString() ?? null,
  isExpired: row.expiresAt !== null && row.expiresAt <= now,
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
});

/**
 * Makes a token of a building: what is answered here is known nowhere else.
 * @throws {Refused} TOO_MANY_TOKENS, TOKEN_DOORS_ASKED, DOOR_NOT_FOUND, GRANT_IN_THE_PAST
 */
export async function makeTokenAt(
  services: Services,
  actor: Actor,
  buildingId: string,
  { name, rights, expiresAt, ...form }: TokenForm,
): Promise<{ token: ApiToken; secret: string }> {
  const { db, clock, newId } = services;
  const [id, userId, now] = [newId(), newId(), clock.now()];
  const doorIds = [...new Set(form.doorIds)];
  if (rights.includes("doors:open") && doorIds.length === 0) {
    throw new Refused("TOKEN_DOORS_ASKED");
  }
  const ends = expiresAt === null ? null : new Date(expiresAt);
  // It would be shown as one that may do something, and be good for nothing.
  if (ends !== null && ends <= now) {
    throw new Refused("GRANT_IN_THE_PAST");
  }
  const { secret, prefix, digest } = newTokenSecret();
  await db.transaction().execute(async (trx) => {
    if ((await lockTokensOf(trx, buildingId)) >= TOKENS_AT_MOST) {
      throw new Refused("TOO_MANY_TOKENS");
    }
    await insertTokenAccount(trx, { id: userId, name });
    await insertToken(trx, {
      id,
      buildingId,
      userId,
      name,
      digest,
      prefix,
      rights,
      createdBy: actor.id,
      createdAt: now,
      expiresAt: ends,
    });
    const placed = doorIds.length > 0 ? await insertTokenDoors(trx, { tokenId: id, buildingId, doorIds }) : 0;
    if (placed !== doorIds.length) {
      throw new Refused("DOOR_NOT_FOUND");
    }
    // About the account: it is by that name that the audit knows the token.
    await writeAction(services, trx, actor, {
      buildingId,
      action: "integrations.token-made",
      subjectId: userId,
      detail: { rights: rights.join(" ") },
    });
  });
  const [row] = await findTokens(db, { id });
  if (!row) {
    throw new Refused("TOKEN_NOT_FOUND");
  }
  return { token: asToken(row, now), secret };
}

/**
 * Takes a token back: it is good for nothing at once, on HTTP and on its sockets.
 * @throws {Refused} TOKEN_NOT_FOUND
 */
export async function takeTokenBackAt(
  services: Services,
  actor: Actor,
  token: { id: string; buildingId: string },
): Promise<{ ok: true }> {
  const { db, clock, live } = services;
  await db.transaction().execute(async (trx) => {
    const taken = await markTokenTakenBack(trx, token, clock.now());
    if (!taken) {
      throw new Refused("TOKEN_NOT_FOUND");
    }
    await writeAction(services, trx, actor, {
      buildingId: token.buildingId,
      action: "integrations.token-taken-back",
      subjectId: taken.userId,
    });
  });
  live.dismiss(apiToken(token.id));
  return { ok: true };
}
