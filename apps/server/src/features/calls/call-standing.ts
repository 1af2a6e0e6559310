import { isOver, statusAt } from "@umbral/contract/calls/call-machine";
import type { Call } from "@umbral/contract/calls/calls.contract";
import type { Server, Socket } from "socket.io";
import type { Actor, Services } from "../../platform/context.ts";
import { callOfSide, callSide, device, person } from "../../platform/live.ts";
import { Refused } from "../../platform/refused.ts";
import {
  clearDeserted,
  type DecisiveCall,
  findDecisive,
  markDeserted,
  nameCalleeDevice,
} from "./calls.queries.ts";
import { readCallOf } from "./calls.service.ts";

type Side = "caller" | "callee";
const otherSide = { caller: "callee", callee: "caller" } as const satisfies Record<Side, Side>;

const sideOf = (call: DecisiveCall, actor: Actor): Side => (call.callerId === actor.id ? "caller" : "callee");

/**
 * This device stands in the call on its side, for the first time or again; one that stood there before
 * does not any more. Only the session that called or answered can: a reloaded page, or one that lost
 * its socket, but not the same person's other devices.
 * @param onStanding it stands there: what it sends next is passed on while the rest is still read
 */
export async function standInCall(
  services: Services,
  actor: Actor,
  socket: Socket,
  callId: string,
  onStanding: () => void,
): Promise<{ call: Call; otherPresent: boolean }> {
  const { db, live, clock } = services;
  const found = await findDecisive(db, callId);
  if (!found || !mayStand(found, actor, clock.now())) {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  const side = sideOf(found, actor);
  const here = callSide(callId, side);
  const there = callSide(callId, otherSide[side]);
  live.tell(here, "call_accepted:from_other_session", { callId }, { except: device(socket.id) });
  live.stand(socket.id, here);
  onStanding();
  if (side === "callee") {
    await nameCalleeDevice(db, callId, socket.id);
  }
  await clearDeserted(db, callId);

  const { call } = await readCallOf(services, actor, callId);
  if (isOver(call.status)) {
    live.clear(here);
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  live.tell(there, "restablecer", { callId });
  const otherPresent = (await live.count(there)) > 0;
  if (side === "callee" && !otherPresent) {
    // Whoever rang may ring on: the process that took the answer may have been killed before it said so.
    live.tell(person(found.callerId), "call_accepted", { callId, userId: found.calleeId });
  }
  return { call, otherPresent };
}

function mayStand(call: DecisiveCall, actor: Actor, now: Date): boolean {
  const status = statusAt(call, now);
  return sideOf(call, actor) === "caller"
    ? !isOver(status) && call.callerSessionId === actor.sessionId
    : status === "CONTESTADA" && call.calleeSessionId === actor.sessionId;
}

/** On which side of a call this device stands. Only a party is let in, and all are put out when the call ends. */
const sideHere = (socket: Socket, callId: string): Side | undefined =>
  (["caller", "callee"] as const).find((side) => socket.rooms.has(callSide(callId, side).room));

/**
 * Where a media message of this device goes: to the other side of an answered call in which it stands. The database is not
 * asked where both sides stand here: whoever was called stands there from the answer on.
 * @throws {Refused} CALL_NOT_AVAILABLE when nobody is talking, NOT_ALLOWED for a device that does not stand in it
 */
export async function otherSideOf(
  { db, live }: Services,
  actor: Actor,
  socket: Socket,
  callId: string,
): Promise<ReturnType<typeof callSide>> {
  const here = sideHere(socket, callId);
  if (here !== undefined && live.isHere(callSide(callId, otherSide[here]))) {
    return callSide(callId, otherSide[here]);
  }
  const call = await findDecisive(db, callId);
  if (call?.status !== "CONTESTADA") {
    throw new Refused("CALL_NOT_AVAILABLE");
  }
  const side = sideOf(call, actor);
  if (!socket.rooms.has(callSide(callId, side).room)) {
    throw new Refused("NOT_ALLOWED");
  }
  return callSide(callId, otherSide[side]);
}

/** The same for candidates, of which a connection has dozens: the database is not asked for a device that stands there. */
export async function candidatesGoTo(
  services: Services,
  actor: Actor,
  socket: Socket,
  callId: string,
): Promise<ReturnType<typeof callSide>> {
  const here = sideHere(socket, callId);
  return here === undefined
    ? otherSideOf(services, actor, socket, callId)
    : callSide(callId, otherSide[here]);
}

/** Does a device stand in the call, on either side and on any process? */
export async function isAnybodyIn({ live }: Services, callId: string): Promise<boolean> {
  const sides = await Promise.all([
    live.count(callSide(callId, "caller")),
    live.count(callSide(callId, "callee")),
  ]);
  return sides.some((devices) => devices > 0);
}

/** Notices when a side of a call is left, and writes down since when both are. */
export class CallPresence {
  readonly #io: Server;
  readonly #services: Services;
  readonly #looking = new Set<Promise<void>>();

  constructor(io: Server, services: Services) {
    this.#io = io;
    this.#services = services;
  }

  start(): void {
    // The adapter knows when the last device of a side is gone from this process, for whatever reason.
    this.#io.of("/").adapter.on("delete-room", this.#onRoomEmpty);
  }

  /** Before the sockets are closed: a server that stops is no reason for anybody to have left. */
  async stop(): Promise<void> {
    this.#io.of("/").adapter.off("delete-room", this.#onRoomEmpty);
    await Promise.all(this.#looking);
  }

  readonly #onRoomEmpty = (room: string): void => {
    const callId = callOfSide(room);
    if (callId === null) {
      return;
    }
    const looking = this.#look(callId)
      .catch((error: unknown) => this.#services.log.error({ err: error, callId }, "call presence unknown"))
      .finally(() => this.#looking.delete(looking));
    this.#looking.add(looking);
  };

  async #look(callId: string): Promise<void> {
    const { db, clock, bus } = this.#services;
    // Of who stands at another process nothing is known then: the call's clock looks again.
    if (!bus?.isAway && !(await isAnybodyIn(this.#services, callId))) {
      await markDeserted(db, callId, clock.now());
    }
  }
}
