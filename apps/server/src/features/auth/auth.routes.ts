import {
  adminLogin,
  currentUser,
  logout,
  type SignedIn,
  userLogin,
  useSpace,
} from "@umbral/contract/auth/auth.contract";
import {
  createPasskey,
  listPasskeys,
  offerPasskey,
  removePasskey,
} from "@umbral/contract/auth/passkeys.contract";
import { forgotPassword, resetPassword as reset } from "@umbral/contract/auth/recovery.contract";
import {
  askSecondFactor,
  confirmSecondFactor,
  newRecoveryCodes,
  offerSecondFactor,
  ownSecondFactor,
  showOwnSecondFactor,
} from "@umbral/contract/auth/second-factor.contract";
import {
  changePassword as change,
  closeOtherSessions,
  closeSession,
  listSessions,
} from "@umbral/contract/auth/sessions.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import type { Actor } from "../../platform/context.ts";
import { publicRoute, route } from "../../platform/route.ts";
import { chooseSpace, describePerson, type SignInRequest, signIn, signOut } from "./auth.service.ts";
import { createPasskeyOf, offerPasskeyTo, passkeysOf, removePasskeyOf } from "./passkeys.service.ts";
import { askForLink, type DropShiftPin, resetPassword } from "./recovery.service.ts";
import type { RecoveryClerk } from "./recovery-clerk.ts";
import type { RefusedSignIns } from "./refused-sign-ins.ts";
import {
  askForSecondFactor,
  confirmOwnSecondFactor,
  makeRecoveryCodes,
  offerSecondFactorTo,
  secondFactorOf,
  showSecondFactor,
} from "./second-factor.service.ts";
import type { SessionTokens } from "./session-tokens.ts";
import { changePassword, endOtherSessions, endOwnSession, sessionsOf } from "./sessions.service.ts";

/** Characters that are kept of what a browser says of itself. */
const USER_AGENT_LENGTH = 300;

/** What the routes hand their work to. */
interface Parts {
  tokens: SessionTokens;
  clerk: RecoveryClerk;
  refused: RefusedSignIns;
  /** The person who asks, at a device of a lobby. */
  describeAtKiosk: (actor: Actor) => Promise<Omit<SignedIn, "token">>;
  dropShiftPin: DropShiftPin;
}

export function authRoutes(app: FastifyInstance, parts: Parts): void {
  const { tokens, clerk, refused, describeAtKiosk, dropShiftPin } = parts;
  const { services } = app;

  // Each door opens for its own kind of account, whatever the body says.
  publicRoute(app, userLogin, ({ body, request }) =>
    signIn(services, { tokens, refused }, { ...body, userType: "USER", ...source(request) }),
  );
  publicRoute(app, adminLogin, ({ body, request }) =>
    signIn(services, { tokens, refused }, { ...body, userType: "ADMIN", ...source(request) }),
  );
  route(app, currentUser, ({ actor }) =>
    actor.kiosk ? describeAtKiosk(actor) : describePerson(services, actor.id),
  );
  route(app, logout, ({ actor }) => signOut(services, actor));
  route(app, useSpace, ({ actor, params }) => chooseSpace(services, actor, params.spaceId));

  publicRoute(app, forgotPassword, async ({ body, request }) => {
    const asked = await askForLink(services, { ...body, address: request.ip });
    clerk.wake();
    return asked;
  });
  publicRoute(app, reset, ({ body, request }) =>
    resetPassword(services, dropShiftPin, { ...body, address: request.ip }),
  );

  route(app, ownSecondFactor, ({ actor }) => secondFactorOf(services, actor));
  route(app, askSecondFactor, ({ actor }) => askForSecondFactor(services, actor));
  route(app, showOwnSecondFactor, ({ actor, body, request }) =>
    showSecondFactor(services, { actor, refused }, { ...body, address: request.ip }),
  );
  route(app, offerSecondFactor, ({ actor, body }) =>
    offerSecondFactorTo(services, actor, body.currentPassword),
  );
  route(app, confirmSecondFactor, ({ actor, body, request }) =>
    confirmOwnSecondFactor(services, actor, { ...body, address: request.ip }),
  );
  route(app, newRecoveryCodes, ({ actor, body }) => makeRecoveryCodes(services, actor, body.currentPassword));

  route(app, listPasskeys, ({ actor }) => passkeysOf(services, actor));
  route(app, offerPasskey, ({ actor, body }) => offerPasskeyTo(services, actor, body.currentPassword));
  route(app, createPasskey, ({ actor, body }) => createPasskeyOf(services, actor, body));
  route(app, removePasskey, ({ actor, params, body }) =>
    removePasskeyOf(services, actor, params.id, body.currentPassword),
  );

  route(app, listSessions, ({ actor }) => sessionsOf(services, actor));
  route(app, closeSession, ({ actor, params }) => endOwnSession(services, actor, params.sessionId));
  route(app, closeOtherSessions, ({ actor }) => endOtherSessions(services, actor));
  route(app, change, ({ actor, body }) => changePassword(services, actor, body));
}

const source = (
  request: FastifyRequest,
): Pick<SignInRequest, "address" | "isFromThisMachine" | "userAgent"> => ({
  address: request.ip,
  userAgent: (request.headers["user-agent"] ?? "").slice(0, USER_AGENT_LENGTH),
  isFromThisMachine: cameDirectlyFromThisMachine(request),
});
