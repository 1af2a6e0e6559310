import type { TokenRight } from "@umbral/contract/lib/token-rights";
import { newTokenSecret } from "../src/features/integrations/token-secret.ts";
import type { TestServer } from "./test-server.ts";

export interface TestToken {
  id: string;
  accountId: string;
  /** The token itself. */
  token: string;
  headers: { authorization: string };
}

/** A program's API token of a building. */
export async function newToken(
  { app, db, clock }: Pick<TestServer, "app" | "db" | "clock">,
  buildingId: string,
  rights: TokenRight[],
  {
    doorIds = [],
    expiresAt = null,
    name = "Domótica",
  }: { doorIds?: string[]; expiresAt?: Date | null; name?: string } = {},
): Promise<TestToken> {
  const { newId } = app.services;
  const [id, accountId] = [newId(), newId()];
  const { secret, prefix, digest } = newTokenSecret();
  await db.insertInto("users").values({ id: accountId, name, cedula: null, user_type: "TOKEN" }).execute();
  await db
    .insertInto("api_tokens")
    .values({
      id,
      building_id: buildingId,
      user_id: accountId,
      name,
      digest,
      prefix,
      rights,
      created_at: clock.now(),
      expires_at: expiresAt,
    })
    .execute();
  for (const doorId of doorIds) {
    await db.insertInto("api_token_doors").values({ token_id: id, door_id: doorId }).execute();
  }
  return { id, accountId, token: secret, headers: { authorization: `Bearer ${secret}` } };
}
