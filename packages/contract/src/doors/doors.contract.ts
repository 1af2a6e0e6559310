import { z } from "zod";
import { DoorScope } from "../lib/door-scope.ts";
import { endpoint, whoMay, whoMayBeingThere } from "../lib/endpoint.ts";
import { message } from "../lib/message.ts";
import { countedPages, wholeOrPage } from "../lib/pages.ts";
import { ErrorCode } from "../lib/refusals.ts";
import { DoorModeNow } from "./door-modes.contract.ts";

/** Codes of a door action (specification §9). */
export const DOOR_OPEN = 200;
export const DOOR_CLOSE = 201;
export const DoorAction = z.union([z.literal(DOOR_OPEN), z.literal(DOOR_CLOSE)]);
export type DoorAction = z.infer<typeof DoorAction>;

/** An order dies this long after its press: nobody is standing at the door any more (decisions §6). */
export const ORDER_LIFETIME_MS = 2500;
/** Without the controller's answer this long after the press, it has failed (decisions §6). */
export const ORDER_ANSWER_MS = 3000;
/** One person may order one door this often in this time (decisions §6). A hand at a button is slower. */
export const PRESSES_AT_MOST = 10;
export const PRESSES_WITHIN_MS = 10_000;
/** How long a door's error stays on screen (specification §9). */
export const DOOR_ERROR_SHOWN_MS = 5000;

/** A door whose localId holds '$' can also be closed. */
export const canClose = (localId: string): boolean => localId.includes("$");

/**
 * What the lock does without power: `fail-safe` is open, `fail-secure` stays shut. It says how the lock hangs on its
 * relay, whose coil at rest always means locked: `fail-safe` on the contact that is closed at rest (NC), `fail-secure`
 * on the one that is open (NO). Opening gives the coil current for either.
 */
export const LockType = z.enum(["fail-safe", "fail-secure"]);

/**
 * Where a door's leaf is, by its sensor: `forced` opened with no relay that moved, `held` stays open longer than it may.
 */
export const Leaf = z.enum(["closed", "open", "forced", "held"]);
export type Leaf = z.infer<typeof Leaf>;

const DoorCamera = z.object({ id: z.uuid(), name: z.string() });

export const Door = z.object({
  id: z.uuid(),
  name: z.string(),
  /** The controller's relay, unique in its building: "1", "2$". */
  localId: z.string(),
  scope: DoorScope,
  /** How its controller is: `none` for a door that has none. */
  line: z.enum(["online", "away", "none"]),
  /** When its controller was last heard of, while that is away. */
  awaySince: z.iso.datetime().optional(),
  cameras: z.array(DoorCamera),
  cameraId: z.uuid().nullable(),
  /** Place on the plan of its floor, in percent from the left and from the top. */
  left: z.number(),
  top: z.number(),
  tower: z.object({ id: z.uuid(), name: z.string() }),
  floor: z.object({ id: z.uuid(), name: z.string() }),
  /** Absent for a door that is as always. */
  mode: DoorModeNow.optional(),
  /** Where its leaf is. Absent for a door without a sensor, and while nobody can say: its controller is away. */
  leaf: z.object({ is: Leaf, since: z.iso.datetime() }).optional(),
  /** Its relay did not move when it was last told to, at this time, and the door has not opened since. */
  jammedSince: z.iso.datetime().optional(),
  /** The door of this building that the person who asks wants first. */
  isFavourite: z.boolean().optional(),
  /** Cards are read there: told to who administers the building. */
  hasReader: z.boolean().optional(),
  /** What the person who asks may do with this door. */
  may: z.object({
    /** Now: what they may is by their levels of access, which may have hours. */
    operate: z.boolean(),
    /** Not now, but at other hours. */
    atOtherHours: z.boolean().optional(),
    /** Not while the door is locked for all but a few. */
    whenUnlocked: z.boolean().optional(),
    /** Lock it, and end that; and leave it free, where its relay can be held. */
    setMode: z.enum(["lock", "lock-or-free"]).optional(),
    /** When they may, in words: 'lun–sáb 6:00 AM–6:00 PM. Festivos: no'. For who has doors and sees no cameras. */
    hours: z.string().optional(),
  }),
});
export type Door = z.infer<typeof Door>;

/** Who sees no cameras sees the doors that they may open, without any. `search` is a part of a door's name. */
export const listDoors = endpoint({
  method: "GET",
  path: "/api/buildings/{id}/doors",
  summary:
    "Doors of a building with their cameras and their place on the plan; in pages when a page is asked for",
  access: whoMay("doors.operate", { building: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject(wholeOrPage),
  body: z.undefined(),
  reply: z.object({ doors: z.array(Door), ...countedPages }),
});

/** One in each building: choosing another ends the one before. It follows its person from device to device. */
export const chooseFavouriteDoor = endpoint({
  method: "PUT",
  path: "/api/doors/{id}/favourite",
  summary: "Have a door first among those of its building, or no longer",
  access: whoMay("doors.operate", { door: "id" }),
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({}),
  body: z.strictObject({ isFavourite: z.boolean() }),
  reply: z.object({ door: z.object({ id: z.uuid(), isFavourite: z.boolean() }) }),
});

/**
 * Opens or closes a door. `ok` means that the controller said the relay moved, not that an order was
 * sent. The same `requestId` is the same press, and has its order for itself; without one, presses by one
 * person on one door while an order is pending share its result (decisions §6).
 */
export const doorAction = message({
  event: "door_action",
  summary: "Open (200) or close (201) a door",
  access: whoMayBeingThere("doors.operate", { building: "buildingId" }),
  payload: z.strictObject({
    buildingId: z.uuid(),
    /** The door's whole localId, or its id. */
    door: z.string().min(1).max(64),
    action: DoorAction,
    requestId: z.uuid().optional(),
    /** The call during which the person at the door is let in. */
    callId: z.uuid().optional(),
    /** Who is let in, as written down during this call or known to its apartment before. */
    visitorId: z.uuid().optional(),
    /** The visit, authorised today, for which the lobby opens. */
    visitId: z.uuid().optional(),
    /**
     * When it was pressed, on the server's steady clock as this device reckons it ({@link doorClock}). It can
     * only make the press older than its arrival does, never younger.
     */
    pressedAt: z.number().optional(),
  }),
  reply: z.object({ orderId: z.uuid(), doorId: z.uuid(), action: DoorAction }),
});

/** The server's steady clock, so that a press can say when it was made. */
export const doorClock = message({
  event: "door_clock",
  summary: "Read the steady clock by which the age of a press is told",
  access: whoMay("doors.operate", "somewhere"),
  payload: z.strictObject({}),
  reply: z.object({ steadyMs: z.number() }),
});

/** How an order ended. `late`: the relay moved after the press had been told it failed. */
export const OrderOutcome = z.enum(["moved", "failed", "expired", "late", "no-answer", "offline"]);
export type OrderOutcome = z.infer<typeof OrderOutcome>;

export const OpenDoorOrigin = z.enum([
  "APP",
  "CARD",
  "PIN",
  "PASS",
  "CALL",
  "CODE",
  "BUTTON",
  "SCHEDULE",
  "ALARM",
  // a program with an API token
  "API",
  "UNKNOWN",
]);
export type OpenDoorOrigin = z.infer<typeof OpenDoorOrigin>;

/** Server → browser. */
export const doorEvents = {
  "door_action:error": z.object({
    error: z.string(),
    code: ErrorCode,
    buildingId: z.uuid(),
    door: z.string(),
  }),
  /** The relay moved after its press was told that it failed, or may have: 'La puerta abrió tarde'. */
  "door_action:late": z.object({
    buildingId: z.uuid(),
    doorId: z.uuid(),
    orderId: z.uuid(),
    message: z.string(),
  }),
  /** To platform administrators: a door of this building opened, or an opening has its picture now. */
  event_open_door: z.object({ buildingId: z.uuid() }),
  /** To who looks at a door through its cameras: its leaf moved. */
  "door:state": z.object({ buildingId: z.uuid() }),
} as const;
