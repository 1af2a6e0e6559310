import { ringsAt } from "@umbral/contract/entrance-sign/sign-hours";
import type { SignPage, SignState } from "@umbral/contract/entrance-sign/sign-page.contract";
import type { VisitorOfActor } from "../../platform/actor.ts";
import { networkOf } from "../../platform/address.ts";
import { giveBackAttempt, type Limit, takeAttempt } from "../../platform/attempts.queries.ts";
import type { Services } from "../../platform/context.ts";
import { Refused } from "../../platform/refused.ts";
import { clockOf } from "../access-control/index.ts";
import { insertGuestAccount } from "../accounts/index.ts";
import { openSignSession } from "../auth/guest-sessions.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import {
  findHomesOf,
  findSign,
  insertVisitorOf,
  lockSign,
  lockVisitor,
  type SignRow,
  touchVisitor,
} from "./entrance-sign.queries.ts";
import { digestOfBrowser, digestOfSignSecret } from "./sign-secret.ts";

/** Secrets that nobody has, from one network in 15 minutes. */
const WRONG_SECRETS = 10;
/** How often one sign is opened in 15 minutes: from one network, where a building's own may be, and by everybody. */
const OPENED_FROM_NETWORK = 60;
const OPENED = 600;

/** What somebody is called of whom nothing is known. */
const VISITOR = "Visitante";

/** Whether a building's lobby can be rung. */
export type HasLobby = (buildingId: string) => Promise<boolean>;

/**
 * Trades the secret of a sign for a session. Only what nobody has is counted as a failure; what was renewed is that too.
 * @throws {Refused} SIGN_NOT_VALID, TOO_OFTEN
 */
export async function beginSessionAtSign(
  services: Services,
  tokens: SessionTokens,
  hasLobby: HasLobby,
  { secret, browser, address }: { secret: string; browser: string; address: string },
): Promise<{ token: string; expiresAt: string; sign: SignPage }> {
  const { db, clock, newId, digest } = services;
  const network = networkOf(address);
  const wrong: Limit[] = [{ subject: ["sign-page", network], most: WRONG_SECRETS }];
  const now = clock.now();
  await take(services, wrong, now);
  const secretDigest = digestOfSignSecret(digest, secret);
  const sign = await findSign(db, { secretDigest });
  if (!sign) {
    throw new Refused("SIGN_NOT_VALID");
  }
  await giveBackAttempt(db, wrong, now);
  await take(
    services,
    [
      { subject: ["sign-opened", sign.id], most: OPENED },
      { subject: ["sign-opened", sign.id, network], most: OPENED_FROM_NETWORK },
    ],
    now,
  );
  const session = await db.transaction().execute(async (trx) => {
    if (!(await lockSign(trx, secretDigest))) {
      throw new Refused("SIGN_NOT_VALID");
    }
    const browserDigest = digestOfBrowser(digest, sign.id, browser);
    const known = await lockVisitor(trx, sign.id, browserDigest);
    const userId = known?.userId ?? newId();
    if (known) {
      await touchVisitor(trx, userId, now);
    } else {
      await insertGuestAccount(trx, { id: userId, name: VISITOR });
      await insertVisitorOf(trx, { userId, signId: sign.id, browserDigest, at: now });
    }
    return openSignSession(services, trx, { signId: sign.id, userId });
  });
  return {
    token: await tokens.issueToGuest(session),
    expiresAt: session.expiresAt.toISOString(),
    sign: await asPage(services, hasLobby, sign),
  };
}

async function take({ db }: Services, limits: readonly Limit[], now: Date): Promise<void> {
  const retryAfter = await takeAttempt(db, limits, now);
  if (retryAfter > 0) {
    throw new Refused("TOO_OFTEN", { retryAfter });
  }
}

/** @throws {Refused} SIGN_NOT_VALID */
export async function pageOfVisitor(
  services: Services,
  hasLobby: HasLobby,
  { signId }: VisitorOfActor,
): Promise<{ sign: SignPage }> {
  const sign = await findSign(services.db, { signId });
  if (!sign) {
    throw new Refused("SIGN_NOT_VALID");
  }
  return { sign: await asPage(services, hasLobby, sign) };
}

/** Whether a sign rings now, by its building's own clock. */
export function stateOf({ isOn, from, to, timeZone }: SignRow, now: Date): SignState {
  if (!isOn) {
    return "off";
  }
  return ringsAt({ from, to }, clockOf(timeZone).read(now).minute) ? "rings" : "closed";
}

async function asPage(services: Services, hasLobby: HasLobby, sign: SignRow): Promise<SignPage> {
  const { buildingId, buildingName, isOn, from, to } = sign;
  return {
    building: { name: buildingName },
    state: stateOf(sign, services.clock.now()),
    hours: { from, to },
    hasLobby: isOn && (await hasLobby(buildingId)),
    towers: isOn ? inTowers(await findHomesOf(services.db, buildingId)) : [],
  };
}

type HomeRow = Awaited<ReturnType<typeof findHomesOf>>[number];
type Tower = SignPage["towers"][number];

/** Rows in their order, as the towers and floors that they name. */
function inTowers(rows: readonly HomeRow[]): Tower[] {
  const towers: Tower[] = [];
  let before: HomeRow | undefined;
  for (const row of rows) {
    const isSameTower = before?.towerId === row.towerId;
    const tower = (isSameTower ? towers.at(-1) : undefined) ?? { name: row.tower, floors: [] };
    if (!isSameTower) {
      towers.push(tower);
    }
    const isSameFloor = before?.floorId === row.floorId;
    const floor = (isSameFloor ? tower.floors.at(-1) : undefined) ?? { name: row.floor, homes: [] };
    if (!isSameFloor) {
      tower.floors.push(floor);
    }
    floor.homes.push({ id: row.id, name: row.name });
    before = row;
  }
  return towers;
}
