import type { CurrentUser, SignedIn, Space } from "@umbral/contract/auth/auth.contract";
import type { PasskeyAnswer } from "@umbral/contract/lib/passkeys";
import { networkOf } from "../../platform/address.ts";
import type { Actor, Services } from "../../platform/context.ts";
import { FairQueue } from "../../platform/fair-queue.ts";
import { beginGuess } from "../../platform/guesses.ts";
import { Refused } from "../../platform/refused.ts";
import { writeAuditLine } from "../audit/audit.service.ts";
import { listSpaces, standingOf, touchSpace } from "../spaces/index.ts";
import { findPerson, findUser, findUserByCedula, holdsPassword, insertSession } from "./auth.queries.ts";
import { endSessions } from "./ending-sessions.ts";
import { passwordMatches } from "./passwords.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";
import { secondStepOf } from "./second-factor.service.ts";
import { sessionEnd } from "./session-length.ts";
import type { SessionTokens } from "./session-tokens.ts";
import { isOwnPlace, rememberPlace } from "./sign-in-networks.ts";

const NOBODY = "00000000-0000-0000-0000-000000000000";

export interface SignInRequest {
  cedula: string;
  password: string;
  userType: "USER" | "ADMIN";
  /** Of an administrator's second factor. */
  code?: string | undefined;
  passkey?: PasskeyAnswer | undefined;
  /** Where it comes from, as far as the trusted proxies tell. */
  address: string;
  /** From this machine itself and through no proxy: demonstration accounts need that. */
  isFromThisMachine: boolean;
  /** What the browser says of itself. */
  userAgent: string;
}

/** One network signs in one after the other: who floods with it waits behind themselves. */
const lane = new FairQueue({ atOnce: 8, atOnceOfOne: 1, waiting: 4000, waitingOfOne: 400 });

/**
 * Opens a session. Every failure looks the same: * Usuario o contraseña inválidos.
 * @param refused hears of those that opened nothing
 * @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait
 */
export const signIn = (
  services: Services,
  { tokens, refused }: { tokens: SessionTokens; refused: RefusedSignIns },
  request: SignInRequest,
): Promise<SignedIn & { recoveryCodes?: string[] }> =>
  lane.run(networkOf(request.address), async () => {
    try {
      return await signInNow(services, tokens, request);
    } catch (error) {
      refused.note({ cedula: request.cedula, userType: request.userType }, error);
      throw error;
    }
  });

async function signInNow(
  services: Services,
  tokens: SessionTokens,
  request: SignInRequest,
): Promise<SignedIn & { recoveryCodes?: string[] }> {
  const { db, clock } = services;
  const now = clock.now();
  const { cedula, address } = request;
  const guess = await beginGuess(services, {
    what: "login",
    account: cedula,
    address,
    isOwnPlace: async () => {
      const owner = await findUserByCedula(db, cedula, request.userType);
      // Nobody's places are looked for all the same: an unknown cédula takes as long.
      return isOwnPlace(services, owner?.id ?? NOBODY, address);
    },
  });

  const user = await findUserByCedula(db, cedula, request.userType);
  const matches = await passwordMatches(user?.password_hash, request.password);
  if (!user || !matches || !user.active || (user.is_demonstration && !request.isFromThisMachine)) {
    throw new Refused("BAD_CREDENTIALS");
  }
  // The password is right: what may still be wrong is counted by the second factor.
  await guess.succeeded(db);
  const second = request.userType === "ADMIN" ? await secondStepOf(services, user, request) : undefined;

  const person = (await findPerson(db, user.id, now)) ?? { userType: request.userType, spaces: [] };
  const session = {
    id: services.newId(),
    userId: user.id,
    createdAt: now,
    expiresAt: sessionEnd(person, now),
    userAgent: request.userAgent,
  };
  const recoveryCodes = await db.transaction().execute(async (trx) => {
    // It may have been changed while it was compared, and the sessions of the old one ended.
    if (!(await holdsPassword(trx, user.id, user.password_hash))) {
      throw new Refused("BAD_CREDENTIALS");
    }
    const codes = await second?.take(trx);
    await insertSession(trx, session);
    await rememberPlace(services, trx, user.id, address);
    await writeAuditLine(trx, {
      buildingId: null,
      actorId: user.id,
      action: "auth.signed-in",
      subjectId: session.id,
      detail: { userType: request.userType },
      at: now,
    });
    return codes;
  });
  if (second) {
    services.wakeOutbox();
  }
  return {
    token: await tokens.issue(session),
    ...(await describePerson(services, user.id)),
    ...(recoveryCodes && { recoveryCodes }),
  };
}

/** Ends the session that asks, on HTTP, on its sockets and in its calls. */
export async function signOut(services: Services, actor: Actor): Promise<{ ok: true }> {
  const { leave } = await services.db.transaction().execute(async (trx) => {
    const which = { only: actor.sessionId };
    const ended = await endSessions(services, trx, { userId: actor.id, which, by: actor });
    if (ended.ids.length > 0) {
      await writeAuditLine(trx, {
        buildingId: null,
        actorId: actor.id,
        action: "auth.signed-out",
        subjectId: actor.sessionId,
        detail: {},
        at: services.clock.now(),
      });
    }
    return ended;
  });
  leave();
  return { ok: true };
}

/** Makes one of the person's spaces the current one. */
export async function chooseSpace(
  services: Services,
  actor: Actor,
  spaceId: string,
): Promise<{ user: CurrentUser; spaces: Space[] }> {
  const at = services.clock.now();
  await services.db.transaction().execute(async (trx) => {
    const space = await touchSpace(trx, actor.id, spaceId, at);
    if (!space) {
      throw new Refused("NOT_FOUND");
    }
    await writeAuditLine(trx, {
      buildingId: space.buildingId,
      actorId: actor.id,
      action: "auth.space-chosen",
      subjectId: spaceId,
      detail: {},
      at,
    });
  });
  return describePerson(services, actor.id);
}

/** The person and their spaces, as the screens know them. */
export async function describePerson(
  { db, clock, addresses }: Services,
  userId: string,
): Promise<{ user: CurrentUser; spaces: Space[] }> {
  const [row, spaces] = await Promise.all([findUser(db, userId), listSpaces(db, userId, clock.now())]);
  if (!row) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  const [first] = spaces;
  const standing =
    first === undefined && row.user_type === "USER" ? await standingOf(db, userId, clock.now()) : undefined;
  return {
    user: {
      id: row.id,
      cedula: row.cedula,
      name: row.name,
      email: row.email,
      phone: row.phone,
      userType: row.user_type,
      tokenFirebase: row.token_firebase,
      photo: await addresses.forFile(row.photo_file_id),
      ...(first ? { role: first.role.name, apartment: first.apartment, building: first.building } : {}),
      ...(standing ? { standing } : {}),
    },
    spaces,
  };
}
