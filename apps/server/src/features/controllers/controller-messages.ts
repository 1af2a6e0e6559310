import { type Message, messageEvents } from "@umbral/contract/lib/message";
import type { ErrorCode } from "@umbral/contract/lib/refusals";
import type { Socket } from "socket.io";
import type { z } from "zod";
import type { Services } from "../../platform/context.ts";
import { levelOf } from "../../platform/fault-log.ts";
import { messageError, refusalOf, refusedReply } from "../../platform/messages.ts";
import { readInput } from "../../platform/read-input.ts";
import { Refused } from "../../platform/refused.ts";

const ERROR = "message:error";

/** What hearing needs: where faults are written, and what is being answered, for a server that stops. */
export interface Hearing {
  log: Services["log"];
  underWay: Set<Promise<unknown>>;
  /**
   * May it say this now? Asked before anything of a message is read.
   * @throws {Refused} SIGN_IN_REQUIRED
   */
  admit: () => void;
}

/** Hears one message of a controller and always answers: with the reply, or with why not. */
export function hearFromController<P extends z.ZodType, R extends z.ZodType>(
  socket: Socket,
  message: Message<P, R>,
  { log, underWay, admit }: Hearing,
  answer: (payload: z.output<P>) => Promise<z.input<R>>,
): void {
  const { event } = message;
  socket.on(event, (...args: unknown[]) => {
    const acknowledge = acknowledgementOf(args);
    const payload = acknowledge ? args.slice(0, -1) : args;
    const answering = hearOne(message, payload, admit, answer)
      .then((reply) => acknowledge?.({ ok: true, ...Object(reply) }))
      .catch((error: unknown) => {
        const fault = (thrown: unknown) =>
          log[levelOf(thrown)]({ err: thrown, event }, "controller message failed");
        refuse(socket, event, args, refusalOf(error, fault));
      })
      .finally(() => underWay.delete(answering));
    underWay.add(answering);
  });
}

async function hearOne<P extends z.ZodType, R extends z.ZodType>(
  message: Message<P, R>,
  payload: readonly unknown[],
  admit: Hearing["admit"],
  answer: (payload: z.output<P>) => Promise<z.input<R>>,
): Promise<z.output<R>> {
  admit();
  return message.reply.parse(await answer(readInput(message.payload, payload[0])));
}

/** Refuses what nobody hears. Call it when everything that is heard is. */
export function hearUnknown(socket: Socket): void {
  socket.onAny((event: string, ...args: unknown[]) => {
    if (socket.listenerCount(event) === 0) {
      refuseController(socket, event, args, "BAD_REQUEST");
    }
  });
}

/**
 * The same for what comes in floods. Nothing is kept for a controller that does not read, so that its
 * flood does not make our memory grow.
 */
export function refuseController(
  socket: Socket,
  event: string,
  args: readonly unknown[],
  code: ErrorCode,
): void {
  refuse(socket, event, args, new Refused(code), socket.volatile);
}

/** Never silence: by the acknowledgement when there is one, else by `message:error`. */
function refuse(
  socket: Socket,
  event: string,
  args: readonly unknown[],
  refused: Refused,
  to: Pick<Socket, "emit"> = socket,
): void {
  const acknowledge = acknowledgementOf(args);
  if (acknowledge) {
    acknowledge(refusedReply(refused));
  } else {
    to.emit(ERROR, messageEvents[ERROR].parse(messageError(event, refused)));
  }
}

function acknowledgementOf(args: readonly unknown[]): ((reply: unknown) => void) | undefined {
  const last = args.at(-1);
  return typeof last === "function" ? (reply) => void last(reply) : undefined;
}
