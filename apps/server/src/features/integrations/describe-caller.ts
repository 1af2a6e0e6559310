import type { readOwnToken } from "@umbral/contract/integrations/outside.contract";
import type { z } from "zod";
import type { Services, TokenCaller } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { findBuildingCalled } from "./tokens.queries.ts";

/** What a program is told of its own token. */
export async function describeCaller(
  { db }: Services,
  { tokenId, name, rights, doorIds, expiresAt, buildingId }: TokenCaller,
): Promise<z.input<typeof readOwnToken.reply>> {
  const building = await findBuildingCalled(db, buildingId);
  if (!building) {
    throw new Refused("TOKEN_NOT_VALID");
  }
  return {
    token: {
      id: tokenId,
      name,
      rights: [...rights],
      doorIds: [...doorIds],
      expiresAt: expiresAt?.toISOString() ?? null,
    },
    building,
  };
}
