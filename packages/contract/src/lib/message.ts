import { z } from "zod";
import type { Access } from "./endpoint.ts";
import { ErrorCode } from "./refusals.ts";

/** What one socket message means: its event, who may send it, what it carries, what its acknowledgement says. */
export interface Message<
  Payload extends z.ZodType = z.ZodType,
  Reply extends z.ZodType = z.ZodType,
  Event extends string = string,
> {
  event: Event;
  summary: string;
  access: Access;
  payload: Payload;
  reply: Reply;
}

/** Declares a message, keeping the exact types of its schemas and its event. */
export function message<P extends z.ZodType, R extends z.ZodType, const Event extends string>(
  definition: Message<P, R, Event>,
): Message<P, R, Event> {
  return definition;
}

export const Refused = z.object({ ok: z.literal(false), code: ErrorCode, message: z.string() });
export type Refused = z.infer<typeof Refused>;

/** Every acknowledgement: `ok` with what was asked, or why not. */
export type Acknowledgement<Reply> = ({ ok: true } & Reply) | Refused;

export const messageEvents = {
  /** What a message without an acknowledgement is told when it was refused. */
  "message:error": z.object({ event: z.string(), code: ErrorCode, message: z.string() }),
  /**
   * Some of what was told in the last moments may not have been heard: the server's processes had lost one another. Whoever
   * follows what is told asks again for what they know, each after a moment of its own.
   */
  "news:missed": z.object({}),
} as const;
