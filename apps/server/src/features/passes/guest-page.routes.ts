import { beginGuestSession, readOwnPass } from "@umbral/contract/passes/guest-page.contract";
import type { FastifyInstance } from "fastify";
import { originOf } from "../../platform/origin.ts";
import { guestRoute, publicRoute } from "../../platform/route.ts";
import type { SessionTokens } from "../auth/session-tokens.ts";
import { type AnybodyToRing, beginSessionOfGuest, ownPassOf } from "./guest-page.ts";

/** @param isAnybodyToRing what the room `calls` knows of whom a pass rings */
export function guestPageRoutes(
  app: FastifyInstance,
  tokens: SessionTokens,
  isAnybodyToRing: AnybodyToRing,
): void {
  const { services } = app;
  publicRoute(app, beginGuestSession, ({ body, request }) =>
    beginSessionOfGuest(services, tokens, isAnybodyToRing, {
      ...body,
      address: request.ip,
      userAgent: originOf(request.ip, request.headers).userAgent,
    }),
  );
  guestRoute(app, readOwnPass, ({ guest }) => ownPassOf(services, isAnybodyToRing, guest));
}
