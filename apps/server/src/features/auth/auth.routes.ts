import { adminLogin, currentUser, logout, userLogin, useSpace } from "@umbral/contract/auth/auth.contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { cameDirectlyFromThisMachine } from "../../platform/address.ts";
import { publicRoute, route } from "../../platform/route.ts";
import { chooseSpace, describePerson, type SignInRequest, signIn, signOut } from "./auth.service.ts";
import type { SessionTokens } from "./session-tokens.ts";

export function authRoutes(app: FastifyInstance, tokens: SessionTokens): void {
  const { services } = app;

  // Each door opens for its own kind of account, whatever the body says.
  publicRoute(app, userLogin, ({ body, request }) =>
    signIn(services, tokens, { ...body, userType: "USER", ...whence(request) }),
  );
  publicRoute(app, adminLogin, ({ body, request }) =>
    signIn(services, tokens, { ...body, userType: "ADMIN", ...whence(request) }),
  );
  route(app, currentUser, ({ actor }) => describePerson(services, actor.id));
  route(app, logout, ({ actor }) => signOut(services, actor));
  route(app, useSpace, ({ actor, params }) => chooseSpace(services, actor, params.spaceId));
}

const whence = (request: FastifyRequest): Pick<SignInRequest, "address" | "isFromThisMachine"> => ({
  address: request.ip,
  isFromThisMachine: cameDirectlyFromThisMachine(request),
});
