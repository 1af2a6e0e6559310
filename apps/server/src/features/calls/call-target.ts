import { isResident } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { findLobbySpaces } from "./call-target.queries.ts";
import { findRingingSpace } from "./calls.queries.ts";

/** Whom a call rings: a person of an apartment, or the lobby; undefined when nobody may be called so. */
export async function findTarget({ db, clock }: Services, spaceId: string) {
  const now = clock.now();
  const home = await findRingingSpace(db, spaceId, now);
  if (home) {
    return { ...home, isToLobby: false };
  }
  const [lobby] = await findLobbySpaces(db, { spaceId }, now);
  return lobby && { ...lobby, isToLobby: true };
}

/** Where somebody who calls the lobby lives, if they live in that building; else where they work or visit. */
export function apartmentOf(actor: Actor, buildingId: string): string | null {
  const there = actor.spaces.filter((space) => space.buildingId === buildingId && space.apartmentId !== null);
  return (there.find(({ role }) => isResident(role)) ?? there[0])?.apartmentId ?? null;
}

/** The lobby's account that is on line, else any (decisions §5). */
export async function findLobbyUser(
  { db, clock, live }: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ user: { id: string; apartmentUser: { id: string } } }> {
  const spaces = (await findLobbySpaces(db, { buildingId }, clock.now())).filter(
    ({ userId }) => userId !== actor.id,
  );
  const devices = await Promise.all(spaces.map(({ userId }) => live.count(person(userId))));
  const chosen = spaces[devices.findIndex((count) => count > 0)] ?? spaces[0];
  if (!chosen) {
    throw new Refused("NOT_FOUND");
  }
  return { user: { id: chosen.userId, apartmentUser: { id: chosen.id } } };
}
