import type { Access } from "@umbral/contract/lib/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import { networkOf } from "./address.ts";
import { admit } from "./admission.ts";
import type { Services } from "./context.ts";
import { FairQueue } from "./fair-queue.ts";

/** Looking at who asks: one address never takes all of the database's connections. */
const admissions = new FairQueue({ atOnce: 12, atOnceOfOne: 6, waiting: 20_000, waitingOfOne: 4000 });
/** A browser has six lines, or one with a hundred requests in it: those wait a little for each other. */
const ofPeople = new FairQueue({ atOnce: 2000, atOnceOfOne: 8, waiting: 20_000, waitingOfOne: 400 });
/** Who has not signed in shares with everybody of their address; eight uploads may be under way for each form there. */
const ofAddresses = new FairQueue({ atOnce: 2000, atOnceOfOne: 96, waiting: 20_000, waitingOfOne: 1000 });

/**
 * Lets in who may, then waits until it is their turn: of every request, before anything else of it is read.
 * @throws {Refused} for who may not, and when too many wait
 */
export async function admitInTurn(
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  access: Access,
): Promise<void> {
  await inTurnOfAddress(request, () => admit(services, request, access));
  await takeTurnOf(request, reply);
}

/** Finds out who asks, in fair shares of the addresses; what needs no answer of the database waits for nothing. */
const inTurnOfAddress = (request: FastifyRequest, admit: () => Promise<void>): Promise<void> =>
  request.headers.authorization === undefined ? admit() : admissions.run(networkOf(request.ip), admit);

/**
 * Waits until it is this asker's turn, and holds their place until the answer has left.
 * @throws {Refused} TOO_OFTEN or UNAVAILABLE when too many wait
 */
async function takeTurnOf(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const askerId = request.actor?.id ?? request.caller?.accountId;
  const leave =
    askerId === undefined ? await ofAddresses.enter(networkOf(request.ip)) : await ofPeople.enter(askerId);
  if (reply.raw.closed) {
    // Whoever asked has hung up while they waited.
    leave();
  } else {
    reply.raw.once("close", leave);
  }
}
