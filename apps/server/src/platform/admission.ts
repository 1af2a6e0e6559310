import type { Access, ProofPurpose } from "@umbral/contract/lib/endpoint";
import type { FastifyRequest } from "fastify";
import type { GuestOfActor, VisitorOfActor } from "./actor.ts";
import { cameDirectlyFromThisMachine } from "./address.ts";
import type { Actor, Services } from "./context.ts";
import { authorise, authoriseToken } from "./gate.ts";
import { Refused } from "./refused.ts";

/** Lets in who may, and remembers who it is; refuses everybody else. Before anything else of a request is read. */
export async function admit(services: Services, request: FastifyRequest, access: Access): Promise<void> {
  if (access.kind === "proof") {
    return admitProof(services, request, access.of);
  }
  if (access.kind === "token") {
    return admitToken(services, request, access);
  }
  const token = tokenOf(request.headers.authorization);
  request.actor = token === null ? null : await services.gate.actorOfToken(token);
  if (request.actor !== null) {
    services.lines.signedIn(request.raw.socket);
  }
  if (access.kind === "public") {
    // Of what is open to anybody a guest hears as much as who has not signed in.
    request.actor = request.actor?.guest === undefined ? request.actor : null;
    return;
  }
  if (access.kind === "loopback") {
    if (!cameDirectlyFromThisMachine(request)) {
      throw new Refused("NOT_FOUND");
    }
    return;
  }
  if (access.kind === "guest") {
    guestOf(signedIn(request));
    return;
  }
  if (access.kind === "sign") {
    visitorOf(signedIn(request));
    return;
  }
  if (request.actor === null || (access.kind !== "permission" && access.kind !== "party")) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  const named: unknown = namesBuildings(access) ? request.query : request.params;
  await authorise(services.gate, request.actor, access, (name) =>
    typeof named === "object" && named !== null ? Reflect.get(named, name) : undefined,
  );
}

/** A filter stands in the query, every other place in the address. */
const namesBuildings = (access: Access): boolean =>
  access.kind === "permission" && access.place !== "somewhere" && "buildings" in access.place;

/** No session counts here, and no token anywhere else. */
async function admitToken(
  { gate, lines }: Services,
  request: FastifyRequest,
  access: Extract<Access, { kind: "token" }>,
): Promise<void> {
  const { authorization } = request.headers;
  const token = authorization?.startsWith("Bearer ") ? authorization.slice("Bearer ".length) : "";
  request.caller = await gate.callerOfToken(token, request.ip);
  if (request.caller === null) {
    throw new Refused("TOKEN_NOT_VALID");
  }
  lines.signedIn(request.raw.socket);
  authoriseToken(request.caller, access);
}

/** No session is named by the request: the proof names the one whose device was pushed to. */
async function admitProof(
  { proofs, gate }: Services,
  request: FastifyRequest,
  purpose: ProofPurpose,
): Promise<void> {
  const { authorization } = request.headers;
  const proof = authorization?.startsWith("Proof ") ? authorization.slice("Proof ".length) : "";
  request.proven = await proofs.read(purpose, proof);
  request.actor = request.proven && (await gate.actorOfSession(request.proven.sessionId));
  if (request.actor === null) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
}

function tokenOf(header: string | undefined): string | null {
  return header?.startsWith("JWT ") ? header.slice("JWT ".length) : null;
}

/** @throws {Refused} SIGN_IN_REQUIRED */
export function signedIn({ actor }: FastifyRequest): Actor {
  if (actor === null) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  return actor;
}

/** @throws {Refused} SIGN_IN_REQUIRED */
export function guestOf({ guest }: Actor): GuestOfActor {
  if (guest === undefined || !("passId" in guest)) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  return guest;
}

/** @throws {Refused} SIGN_IN_REQUIRED */
export function visitorOf({ guest }: Actor): VisitorOfActor {
  if (guest === undefined || !("signId" in guest)) {
    throw new Refused("SIGN_IN_REQUIRED");
  }
  return guest;
}
