import { controllerOrders } from "@umbral/contract/controllers/controller-orders.contract";
import type { Namespace, Socket } from "socket.io";
import type { z } from "zod";
import type { KnownController } from "./controllers.service.ts";

/** A process that lives says within this whom it has: one that died is waited for only where nobody else has somebody. */
const QUICK_MS = 300;

/** A controller's line as it is at one moment, on whichever process, and the run of its process behind it. */
export interface ControllerLine {
  socketId: string;
  boot: string;
}

/** The controllers' lines, on whichever server process each is: who is there, and what is asked of them. */
export class ControllerLines {
  readonly #namespace: Namespace;

  constructor(namespace: Namespace) {
    this.#namespace = namespace;
  }

  /** The line on which a controller hears orders now; undefined while it is away. */
  async of(controllerId: string): Promise<ControllerLine | undefined> {
    const line = (await this.#anyIn(lineOf(controllerId))).at(-1);
    return line && lineBehind(line);
  }

  /** The lines of a building's controllers that are there, each with whose it is. */
  async ofBuilding(
    buildingId: string,
  ): Promise<{ controllerId: string | undefined; line: ControllerLine | undefined }[]> {
    const sockets = await this.#namespace.in(roomOf(buildingId)).fetchSockets();
    return sockets.map((socket) => ({
      controllerId: controllersIn(socket.rooms)[0],
      line: lineBehind(socket),
    }));
  }

  /** Is this controller connected to this very process? */
  isHere(controllerId: string): boolean {
    return this.#namespace.adapter.rooms.has(lineOf(controllerId));
  }

  /** The controllers that are connected to this very process. */
  here(): string[] {
    return controllersIn(this.#namespace.adapter.rooms.keys());
  }

  /** Is this controller connected to any server process? */
  async isThere(controllerId: string): Promise<boolean> {
    return (await this.#anyIn(lineOf(controllerId))).length > 0;
  }

  /** Is any controller of the building connected to any server process? */
  async isPresent(buildingId: string): Promise<boolean> {
    return (await this.#anyIn(roomOf(buildingId))).length > 0;
  }

  /** The controllers that are connected, to whichever server process; of one building, or of all. */
  async presentControllers(buildingId?: string): Promise<ReadonlySet<string>> {
    const asked = buildingId === undefined ? this.#namespace : this.#namespace.in(roomOf(buildingId));
    const sockets = await asked.fetchSockets();
    return new Set(sockets.flatMap(({ rooms }) => controllersIn(rooms)));
  }

  /**
   * From now on this line is the one of its controller. An older one is dead or dying: an order must not go down both.
   * It is ended only now, so that the controller is never without one.
   * @param isStillKnown asked when `dismiss` reaches this line already: a key that is taken away meanwhile is noticed by one of them
   * @returns false where it is no line: its key is not believed any more, or it has ended
   */
  async takeOver(
    socket: Socket,
    { id, buildingId }: KnownController,
    boot: string,
    isStillKnown: () => Promise<boolean>,
  ): Promise<boolean> {
    await socket.join(comingOf(id));
    if (!(await isStillKnown())) {
      return false;
    }
    // Seen by other processes too: orders name it.
    Object.assign(socket.data, { boot });
    await socket.join([lineOf(id), roomOf(buildingId)]);
    if (!socket.connected) {
      return false;
    }
    this.#namespace.in(lineOf(id)).except(socket.id).disconnectSockets(true);
    return true;
  }

  /** Ends older lines of a controller, on whichever process: where a newer one took over, its process may not have heard of it. */
  async endOlder(controllerId: string): Promise<void> {
    const lines = await this.#namespace.in(lineOf(controllerId)).fetchSockets();
    const newest = Math.max(...lines.map(({ handshake }) => handshake.issued));
    const older = lines.flatMap(({ id, handshake }) => (handshake.issued < newest ? [id] : []));
    // To no room at all would be to every controller.
    if (older.length > 0) {
      this.#namespace.in(older).disconnectSockets(true);
    }
  }

  /** Ends the line of a controller whose key is not believed any more, and one that is just signing in with it. */
  dismiss(controllerId: string): void {
    this.#namespace.in([lineOf(controllerId), comingOf(controllerId)]).disconnectSockets(true);
  }

  /** Asks the controller, on whichever line it is. */
  ask<Event extends keyof typeof controllerOrders, Answer extends z.ZodType>(
    controllerId: string,
    ...asked: [Event, z.input<(typeof controllerOrders)[Event]>, Answer, number]
  ): Promise<z.output<Answer> | "offline" | "no-answer"> {
    return this.askLine(lineOf(controllerId), ...asked);
  }

  /** Asks whoever is in this room, as a line is in one of its own. The first answer that can be understood counts. */
  async askLine<Event extends keyof typeof controllerOrders, Answer extends z.ZodType>(
    room: string,
    event: Event,
    order: z.input<(typeof controllerOrders)[Event]>,
    schema: Answer,
    withinMs: number,
  ): Promise<z.output<Answer> | "offline" | "no-answer"> {
    const named = controllerOrders[event].parse(order);
    const own = this.#namespace.sockets.get(room);
    // A line of this process is asked by itself: of what another process has there, one that died just now would never say.
    const asked = own
      ? own
          .timeout(withinMs)
          .emitWithAck(event, named)
          .then((reply: unknown) => [reply])
      : this.#namespace.to(room).timeout(withinMs).emitWithAck(event, named);
    const answers = await asked
      .then((replies: unknown) => ({ replies, isComplete: true }))
      // Socket.IO rejects when somebody did not answer in time, with the answers that did come.
      .catch((error: unknown) => ({ replies: Object(error).responses as unknown, isComplete: false }));
    const replies = Array.isArray(answers.replies) ? answers.replies : [];
    for (const reply of replies) {
      const parsed = schema.safeParse(reply);
      if (parsed.success) {
        return parsed.data;
      }
    }
    return answers.isComplete && replies.length === 0 ? "offline" : "no-answer";
  }

  /** Who is in this room, for whom one of them is enough. */
  async #anyIn(room: string) {
    const quickly = await this.#namespace.in(room).timeout(QUICK_MS).fetchSockets();
    return quickly.length > 0 ? quickly : this.#namespace.in(room).fetchSockets();
  }

  /** Says something to all of a building's controllers, whoever of them it means. Nobody waits for an answer. */
  tellBuilding<Event extends keyof typeof controllerOrders>(
    buildingId: string,
    event: Event,
    order: z.input<(typeof controllerOrders)[Event]>,
  ): void {
    this.#namespace.to(roomOf(buildingId)).emit(event, controllerOrders[event].parse(order));
  }
}

/** Undefined for one whose controller has not said yet which run of it is there. */
function lineBehind({
  id,
  data,
}: {
  id: string;
  data: { boot?: string } | undefined;
}): ControllerLine | undefined {
  const { boot } = data ?? {};
  return boot === undefined ? undefined : { socketId: id, boot };
}

const roomOf = (buildingId: string): string => `building:${buildingId}`;
const lineOf = (controllerId: string): string => `controller:${controllerId}`;
/** Those that sign in as a controller, before any order goes to them. */
const comingOf = (controllerId: string): string => `coming:${controllerId}`;
const controllersIn = (rooms: Iterable<string>): string[] =>
  [...rooms].flatMap((room) => /^controller:(.+)$/.exec(room)?.[1] ?? []);
