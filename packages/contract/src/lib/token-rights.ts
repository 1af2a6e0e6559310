import { z } from "zod";

/**
 * What an API token may do in its building, and nothing besides:
 * - `doors:read`: which doors there are and how each is
 * - `doors:open`: open the doors that the token names
 * - `events:read`: openings, refusals, rings, arrivals, alarms and troubles of doors, as they happen and of the last days
 * - `cameras:read`: the cameras' pictures
 * - `passes:write`: let guests of a home come, as its own people do: make, read, change and take back the program's own passes
 */
export const TokenRight = z.enum(["doors:read", "doors:open", "events:read", "cameras:read", "passes:write"]);
export type TokenRight = z.infer<typeof TokenRight>;

/** How every API token begins, so that whoever looks for secrets that got out knows one. */
export const API_TOKEN_START = "umb_";
