import { isResident } from "@umbral/contract/lib/policy";
import type { Actor, Services } from "../../platform/context.ts";
import { person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import { findLobbyDevice, lobbyDevicesOf } from "../kiosks/lobby-devices.ts";
import type { RingingPass } from "../passes/guest-page.ts";
import { findHomeSpaces, findLobbySpaces } from "./call-target.queries.ts";
import { findRingingSpace } from "./calls.queries.ts";

/** Whom a call rings, and the home that it is about. */
export interface CallTarget {
  /** The space; null for a device of the lobby. */
  id: string | null;
  userId: string;
  buildingId: string;
  apartmentId: string | null;
  isToLobby: boolean;
}

/** Whom a call rings: a person of an apartment, or the lobby; undefined when nobody may be called so. */
export async function findTarget(services: Services, spaceId: string): Promise<CallTarget | undefined> {
  const { db, clock } = services;
  const now = clock.now();
  const home = await findRingingSpace(db, spaceId, now);
  if (home) {
    return { ...home, isToLobby: false };
  }
  const [lobby] = await findLobbySpaces(db, { spaceId }, now);
  if (lobby) {
    return { ...lobby, isToLobby: true };
  }
  const device = await findLobbyDevice(services, spaceId);
  return device && { id: null, ...device, apartmentId: null, isToLobby: true };
}

/** Where somebody who calls the lobby lives, if they live in that building; else where they work or visit. */
export function apartmentOf(actor: Actor, buildingId: string): string | null {
  const there = actor.spaces.filter((space) => space.buildingId === buildingId && space.apartmentId !== null);
  return (there.find(({ role }) => isResident(role)) ?? there[0])?.apartmentId ?? null;
}

/**
 * Who answers for the lobby (decisions §5): of what is on line a device with somebody on shift, else an account, else a
 * device that nobody stands at; with nothing on line any account, else any device.
 */
export async function findLobbyUser(
  services: Services,
  actor: Actor,
  buildingId: string,
): Promise<{ user: { id: string; apartmentUser: { id: string } } }> {
  const chosen = await lobbyOf(services, actor.id, buildingId);
  if (!chosen) {
    throw new Refused("NOT_FOUND");
  }
  return { user: { id: chosen.userId, apartmentUser: { id: chosen.id } } };
}

/** @param callerId who is not to answer themselves; null for nobody */
async function lobbyOf(
  services: Services,
  callerId: string | null,
  buildingId: string,
): Promise<{ id: string; userId: string } | undefined> {
  const { db, clock, live } = services;
  const spaces = await findLobbySpaces(db, { buildingId }, clock.now());
  const accounts = spaces.filter(({ userId }) => userId !== callerId);
  const devices = await lobbyDevicesOf(services, buildingId);
  const attended = devices.filter(({ isOnShift }) => isOnShift);
  const alone = devices.filter(({ isOnShift }) => !isOnShift);
  const inOrder = [...attended, ...accounts, ...alone];
  const sockets = await Promise.all(inOrder.map(({ userId }) => live.count(person(userId))));
  return inOrder[sockets.findIndex((count) => count > 0)] ?? accounts[0] ?? devices[0];
}

/** Is there a lobby that can be rung in this building? */
export const hasLobby = async (services: Services, buildingId: string): Promise<boolean> =>
  (await lobbyOf(services, null, buildingId)) !== undefined;

/** Everybody whom a call to this home rings. */
export async function targetsOfHome({ db, clock }: Services, apartmentId: string): Promise<CallTarget[]> {
  const home = await findHomeSpaces(db, apartmentId, clock.now());
  return home.map((space) => ({ ...space, isToLobby: false }));
}

/** Everybody whom a page without an account rings: a home, or the lobby for a guest of the building. */
export async function targetsOfPlace(
  services: Services,
  { buildingId, apartmentId, isOfHome }: Pick<RingingPass, "buildingId" | "apartmentId" | "isOfHome">,
): Promise<CallTarget[]> {
  if (apartmentId !== null) {
    return targetsOfHome(services, apartmentId);
  }
  // A home that is gone is not the lobby.
  const lobby = isOfHome ? undefined : await lobbyOf(services, null, buildingId);
  const found = lobby && (await findTarget(services, lobby.id));
  return found ? [{ ...found, apartmentId: null }] : [];
}
