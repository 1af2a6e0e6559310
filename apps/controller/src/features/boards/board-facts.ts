import { createHash } from "node:crypto";
import type { AccessOutcome, CredentialState } from "@umbral/contract/access-control/decision";
import type { NewFact } from "../../platform/facts.ts";
import { type BoardEvent, eventTypes, reasons } from "./packets.ts";

export interface KnownCard {
  id: string;
  holderId: string;
  state: CredentialState;
}

interface Where {
  serial: number;
  at: Date;
  /** The building's door whose relay hangs there. */
  relayDoor: string | undefined;
  /** The one whose reader does. */
  readerDoor: string | undefined;
  /** The one whose contact does. */
  contactDoor: string | undefined;
  /** The contact was looked at from here: what its leaf did was noticed here. */
  isWatched: boolean;
  tag: string | undefined;
  card: KnownCard | undefined;
}

/** What an event that the board decided alone is told as: always the same facts, in the same order. */
export function factsOf(event: BoardEvent, where: Where): NewFact[] {
  const { relayDoor, contactDoor, isWatched } = where;
  if (event.type === eventTypes.alarm) {
    return contactDoor === undefined || isWatched ? [] : alarmOf(event, where, contactDoor);
  }
  if (event.type === eventTypes.swipe) {
    const decided = decidedOf(event, where);
    return event.isGranted && relayDoor !== undefined
      ? [...decided, openedOf(event, where, relayDoor, "CARD")]
      : decided;
  }
  if (relayDoor === undefined || !event.isGranted || event.type !== eventTypes.door) {
    return [];
  }
  switch (event.reason) {
    case reasons.button:
      return [openedOf(event, where, relayDoor, "BUTTON")];
    case reasons.superPassword:
      return [openedOf(event, where, relayDoor, "PIN")];
    default:
      return [];
  }
}

const openedOf = (
  event: BoardEvent,
  { serial, at }: Where,
  doorId: string,
  origin: "CARD" | "BUTTON" | "PIN",
): NewFact => ({
  kind: "door-opened",
  at: at.toISOString(),
  openingId: nameOf(serial, event),
  doorId,
  origin,
  orderId: null,
  isCertain: true,
});

/** What a leaf did while nobody looked. For how long, the board does not say: where it still stands open, its contact tells. */
function alarmOf(event: BoardEvent, { serial, at: moment }: Where, doorId: string): NewFact[] {
  const at = moment.toISOString();
  const intrusionId = nameOf(serial, event, "intrusion");
  const noticed = (intrusion: "door-forced" | "door-held"): NewFact[] => [
    { kind: "intrusion-started", at, intrusionId, intrusion, cameraId: null, doorId, inputId: null },
    { kind: "intrusion-ended", at, intrusionId },
  ];
  switch (event.reason) {
    case reasons.forcedOpen: {
      const openingId = nameOf(serial, event);
      return [
        { kind: "door-opened", at, openingId, doorId, origin: "UNKNOWN", orderId: null, isCertain: true },
        ...noticed("door-forced"),
      ];
    }
    case reasons.openTooLong:
      return noticed("door-held");
    default:
      return [];
  }
}

function decidedOf(event: BoardEvent, { serial, at, readerDoor, tag, card }: Where): NewFact[] {
  return readerDoor === undefined
    ? []
    : [
        {
          kind: "access-decided",
          at: at.toISOString(),
          accessId: nameOf(serial, event),
          doorId: readerDoor,
          outcome: outcomeOf(event, card),
          credential: "card",
          cardId: card?.id ?? null,
          holderId: card?.holderId ?? null,
          tag: card ? null : (tag ?? null),
          isOffline: true,
        },
      ];
}

function outcomeOf({ isGranted, reason }: BoardEvent, card: KnownCard | undefined): AccessOutcome {
  if (isGranted) {
    return "granted";
  }
  if (card === undefined) {
    return "unknown";
  }
  if (card.state === "lost" || card.state === "suspended") {
    return "suspended";
  }
  return reason === reasons.outsideItsDates || card.state === "expired" ? "expired" : "controller-away";
}

/** Tells an event from another one in its place. */
export const markOf = ({ index, time, type, door, card, reason }: BoardEvent): string =>
  [index, time, type, door, card, reason].join(" ");

/** The same event has the same name, whenever and however often it is fetched. */
function nameOf(serial: number, event: BoardEvent, of = "uhppote"): string {
  const digest = createHash("sha256")
    .update(`${of} ${serial} ${markOf(event)}`)
    .digest("hex");
  // A UUID of version 8, whose digits are its maker's own.
  const variant = "89ab"[Number.parseInt(digest.charAt(16), 16) % 4];
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join("-");
}
