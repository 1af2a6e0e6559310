import { frameEvent } from "@umbral/contract/cameras/cameras.contract";
import { type PeopleEvents, peopleEvents } from "@umbral/contract/events";
import type { TokenRight } from "@umbral/contract/lib/token-rights";
import type { Server } from "socket.io";
import type { z } from "zod";
import { FrameFanOut } from "./frame-fan-out.ts";

/** Who hears: a Socket.IO room, on whichever process its sockets are. */
export interface Audience {
  readonly room: string;
}

export const person = (userId: string): Audience => ({ room: `user:${userId}` });
export const session = (sessionId: string): Audience => ({ room: `session:${sessionId}` });
/** Somebody on shift at a device of a building's lobby: there they hear of that building, and of nothing else. */
export const onShift = (userId: string, buildingId: string): Audience => ({
  room: `shift:${userId}:${buildingId}`,
});
export const device = (socketId: string): Audience => ({ room: socketId });
export const watchersOf = (camId: string): Audience => ({ room: `camera:${camId}` });
/** Whose watchers a room is of, if it is one of {@link watchersOf}: the camera's id. */
export const cameraOfWatchers = (room: string): string | null =>
  room.startsWith("camera:") ? room.slice("camera:".length) : null;
/** Platform administrators, wherever they are signed in. */
export const platformPeople: Audience = { room: "platform" };
/** A program's sockets. */
export const apiToken = (tokenId: string): Audience => ({ room: `token:${tokenId}` });
/** The programs with this right in a building. */
export const programs = (buildingId: string, right: TokenRight): Audience => ({
  room: `programs:${buildingId}:${right}`,
});
/** Guests of passes, whose page is open. */
export const guests: Audience = { room: "guests" };
/** The device that stands in a call on one side of it. */
export const callSide = (callId: string, side: "caller" | "callee"): Audience => ({
  room: `call:${callId}:${side}`,
});

/** Whose side a room is, if it is one of {@link callSide}: the call's id. */
export const callOfSide = (room: string): string | null =>
  /^call:([^:]+):(?:caller|callee)$/.exec(room)?.[1] ?? null;

/** Tells people, on every server process. An event cannot be told without saying who hears it. */
export class Live {
  readonly #io: Server;
  readonly #frames: FrameFanOut;

  constructor(io: Server) {
    this.#io = io;
    this.#frames = new FrameFanOut(io);
  }

  /** What the contract does not name does not leave: the payload is parsed on its way out. */
  tell<Event extends keyof PeopleEvents>(
    audience: Audience,
    event: Event,
    payload: z.input<PeopleEvents[Event]>,
    options: { except?: Audience } = {},
  ): void {
    const to = this.#io.to(audience.room);
    (options.except ? to.except(options.except.room) : to).emit(event, peopleEvents[event].parse(payload));
  }

  /** The same to many people at once: built once, on its way once for each process. */
  tellPeople<Event extends keyof PeopleEvents>(
    userIds: readonly string[],
    event: Event,
    payload: z.input<PeopleEvents[Event]>,
  ): void {
    const buildingId: unknown = Reflect.get(Object(payload), "buildingId");
    const rooms = userIds.flatMap((id) =>
      typeof buildingId === "string" ? [person(id).room, onShift(id, buildingId).room] : [person(id).room],
    );
    // To no room at all would be to everybody.
    if (rooms.length > 0) {
      this.#io.to(rooms).emit(event, peopleEvents[event].parse(payload));
    }
  }

  /** The same to every device there is, of whomever. */
  tellEverybody(event: "news:missed"): void {
    this.#io.emit(event, peopleEvents[event].parse({}));
  }

  /** A picture, to the viewers of this process but these. */
  frame(camId: string, jpeg: Uint8Array, besides?: Audience): void {
    this.#frames.send(watchersOf(camId).room, frameEvent(camId), jpeg, besides?.room);
  }

  /** How many devices of this audience are connected, on all processes. */
  async count(audience: Audience): Promise<number> {
    return (await this.#io.in(audience.room).fetchSockets()).length;
  }

  /** Does a device of this audience hang on this process? */
  isHere(audience: Audience): boolean {
    return this.#io.of("/").adapter.rooms.has(audience.room);
  }

  /** Is this device one of them, on whichever process it is connected? */
  async includes(audience: Audience, socketId: string): Promise<boolean> {
    return (await this.#io.in(audience.room).fetchSockets()).some((socket) => socket.id === socketId);
  }

  /** Puts a device where one alone stands: it hears what is told there, and whoever stood there does not. */
  stand(socketId: string, place: Audience): void {
    this.#io.in(socketId).socketsJoin(place.room);
    this.#io.in(place.room).except(socketId).socketsLeave(place.room);
  }

  /** This audience hears no more of what is told in these places. */
  leave(audience: Audience, places: readonly Audience[]): void {
    this.#io.in(audience.room).socketsLeave(places.map(({ room }) => room));
  }

  /** Nobody hears what is told there any more. */
  clear(place: Audience): void {
    this.#io.in(place.room).socketsLeave(place.room);
  }

  /** Ends sockets for good: their session is over, and they are told not to come back by themselves. */
  dismiss(audience: Audience): void {
    this.#io.in(audience.room).disconnectSockets(true);
  }
}
