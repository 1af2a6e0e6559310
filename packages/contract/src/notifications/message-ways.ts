import { z } from "zod";

/** The ways by which a message is sent to an address that somebody wrote down, the better one first. */
export const MessageWay = z.enum(["mail", "sms"]);
export type MessageWay = z.infer<typeof MessageWay>;
