import { z } from "zod";
import { AlarmEvent } from "../alarms/alarms.contract.ts";
import { OpenDoorOrigin } from "../doors/doors.contract.ts";
import { personal } from "../lib/personal.ts";

/** Days for which the events of a building are kept for the programs that read them. */
export const OUTSIDE_EVENTS_DAYS = 30;

/**
 * - `opened`: a door opened
 * - `refused`: somebody held something to a reader, or typed it, and was not let in
 * - `rang`: a home or the lobby is being called
 * - `arrived`: somebody came in by a pass
 * - `alarm`: somebody raised an alarm, or raised it again while it was active, or it was closed
 * - `forced`, `held`: a door opened without its relay, or stands open for too long
 */
export const OutsideEventKind = z.enum(["opened", "refused", "rang", "arrived", "alarm", "forced", "held"]);
export type OutsideEventKind = z.infer<typeof OutsideEventKind>;

/** What is kept of an event beside when, where and whom it was about. */
export interface OutsideData {
  origin?: OpenDoorOrigin;
  isCertain?: boolean;
  credential?: string;
  outcome?: string;
  isFromLobby?: boolean;
  people?: number;
  alarmId?: string;
  state?: "raised" | "closed";
  isAgain?: boolean;
  event?: AlarmEvent;
  isDrill?: boolean;
}

const Thing = z.object({ id: z.uuid(), name: z.string() });
const Door = Thing.nullable();
const Apartment = Thing.nullable();

const every = {
  /** Names this event for ever: who was told of it twice knows it by this. */
  id: z.uuid(),
  /** Its place among those of its building: where to go on reading from. */
  number: z.int(),
  /** When it happened, by the controller's clock where it was noticed there. */
  at: z.iso.datetime(),
  building: Thing,
};

/** Something that happened in a building, as programs outside are told of it. No names of people, but where a webhook asks for them. */
export const OutsideEvent = z.discriminatedUnion("kind", [
  z.object({
    ...every,
    kind: z.literal("opened"),
    /** Null when the door is gone since. */
    door: Door,
    origin: OpenDoorOrigin,
    /** False when it may have opened: its controller stopped in the middle of the move. */
    isCertain: z.boolean(),
    person: personal("identity", z.string()).optional(),
  }),
  z.object({
    ...every,
    kind: z.literal("refused"),
    door: Door,
    /** What was held to the reader or typed there: `card`, `pin` or `pass`. */
    credential: z.string(),
    /** Why: `unknown`, `not-now`, `door-locked`… */
    outcome: z.string(),
    person: personal("identity", z.string()).optional(),
  }),
  z.object({
    ...every,
    kind: z.literal("rang"),
    /** The home that is called; null for the lobby. */
    apartment: Apartment,
    isFromLobby: z.boolean(),
    person: personal("identity", z.string()).optional(),
  }),
  z.object({
    ...every,
    kind: z.literal("arrived"),
    /** The home that is visited; null for the building's own guests. */
    apartment: Apartment,
    /** Null at the desk. */
    door: Door,
    /** How many came in. */
    people: z.int(),
    person: personal("identity", z.string()).optional(),
  }),
  z.object({
    ...every,
    kind: z.literal("alarm"),
    alarmId: z.uuid(),
    state: z.enum(["raised", "closed"]),
    /** True when it was raised already and is still: `at` is when it was raised again. */
    isAgain: z.boolean().default(false),
    event: AlarmEvent,
    isDrill: z.boolean(),
  }),
  z.object({ ...every, kind: z.literal("forced"), door: Door }),
  z.object({ ...every, kind: z.literal("held"), door: Door }),
]);
export type OutsideEvent = z.infer<typeof OutsideEvent>;

/** Server → a program that signed in with a token. */
export const outsideEvents = {
  /** To tokens with `events:read`: it happened just now, or was told just now by a controller that was away. */
  outside_event: OutsideEvent,
  /** To tokens with `doors:read`: a door of the building is another, or in another state: they are read again. */
  doors_changed: z.object({ buildingId: z.uuid() }),
} as const;
