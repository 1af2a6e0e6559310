import {
  DOOR_ERROR_SHOWN_MS,
  DOOR_OPEN,
  type Door,
  type doorAction,
  type doorClock,
  type listDoors,
  ORDER_ANSWER_MS,
  ORDER_LIFETIME_MS,
} from "@umbral/contract/doors/doors.contract";
import { countingSleep } from "@umbral/contract/lib/steady-clock";
import { useEffect, useSyncExternalStore } from "react";
import { queryOf } from "../../lib/endpoint-query.ts";
import { CallRefused, NoConnection } from "../../lib/failures.ts";
import { queryClient } from "../../lib/queries.ts";
import { sentenceFor } from "../../lib/sentences.ts";
import { ask, connection } from "../../lib/socket.ts";
import { vibrate } from "../../lib/vibrate.ts";
import { dialogQueue } from "../../ui/dialogs.ts";
import { notify } from "../../ui/notices.ts";
import { createDoorPress, type DoorPress, type DoorPressState, type Occasion } from "./door-press.ts";
import { doorSentences } from "./doors.strings.ts";
import { PressClock } from "./press-clock.ts";

/** The server answers within the controller's time; what comes later than this is lost on the way. */
const ANSWER_MS = ORDER_ANSWER_MS + 2000;
/** Light, and only when the door moved. */
const VIBRATION_MS = 40;

/** There was no line: the order was never sent, and the door surely did not move. */
class NotSent extends NoConnection {}

/** A phone that slept: its own steady clock may have stood still, the date did not. */
const SLEEP_NOTICED_MS = 250;
const steadyMs = countingSleep(
  () => performance.now(),
  () => Date.now(),
  SLEEP_NOTICED_MS,
);

const pressClock = new PressClock({
  steadyMs,
  read: async () => (await ask<typeof doorClock>("door_clock", {})).steadyMs,
});
let lineWas = connection.state();
connection.subscribe(() => {
  const isNewLine = connection.state() === "connected" && lineWas !== "catching-up";
  lineWas = connection.state();
  if (isNewLine) {
    pressClock.reconnected();
  }
});

/**
 * Somebody opens the app and presses at once: the door is drawn before the page's first line stands. Waits for it, and for
 * the server's clock, so that the order says how old its press is; and for that clock alone where it is known too badly.
 */
function untilReady(waitedMs: number): Promise<void> | undefined {
  if (connection.state() !== "connecting") {
    return inTime(pressClock.surer(waitedMs));
  }
  return inTime(
    new Promise((resolve) => {
      const stop = connection.subscribe(() => {
        stop();
        // The press clock reads on every new line.
        resolve(pressClock.known().then(() => pressClock.surer()));
      });
    }),
  );
}

/** Throws when nobody stands at the door any more by then. */
function inTime(waiting: Promise<void> | undefined): Promise<void> | undefined {
  return (
    waiting &&
    new Promise((resolve, reject) => {
      const tooLate = setTimeout(() => reject(new NotSent("no line in time")), ORDER_LIFETIME_MS);
      void waiting.then(() => {
        clearTimeout(tooLate);
        resolve();
      });
    })
  );
}

/** One for each door, so that its buttons on the wall, on the plan and in a call are the same press. */
const presses = new Map<string, DoorPress>();

connection.hear("door_action:late", ({ doorId, message }) => {
  const isSeen = presses.get(doorId)?.movedLate(message) ?? false;
  if (!isSeen) {
    notify(message, "trouble", DOOR_ERROR_SHOWN_MS);
  }
});

/** The buttons of a door, wherever they are drawn: their state, and how to press them. */
export function useDoorPress(
  buildingId: string,
  door: Pick<Door, "id">,
): [DoorPressState, DoorPress["press"]] {
  const press = pressOf(buildingId, door.id);
  useEffect(() => pressClock.watch(), []);
  return [useSyncExternalStore(press.subscribe, press.state), press.press];
}

/**
 * Opens a door as its own button does, wherever that is drawn: there stands what became of it.
 * @param waitedMs how long ago somebody pressed what leads to this
 */
export const openDoor = (
  buildingId: string,
  door: Pick<Door, "id">,
  occasion: Occasion,
  waitedMs: number,
): void => pressOf(buildingId, door.id).press(DOOR_OPEN, occasion, waitedMs);

function pressOf(buildingId: string, doorId: string): DoorPress {
  const known = presses.get(doorId);
  if (known) {
    return known;
  }
  const { queryKey } = queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", {
    params: { id: buildingId },
  });
  /** Whether it is jammed is in the list. */
  const readDoors = () => void queryClient.invalidateQueries({ queryKey });
  const press = createDoorPress({
    untilReady,
    async send(order) {
      if (!connection.isUp()) {
        throw new NotSent("not connected");
      }
      await ask<typeof doorAction>(
        "door_action",
        { buildingId, door: doorId, ...order },
        { answerMs: ANSWER_MS },
      );
    },
    newRequestId: () => crypto.randomUUID(),
    isAnswer: (error) => error instanceof CallRefused || error instanceof NotSent,
    sentenceFor: (error) =>
      error instanceof CallRefused || error instanceof NotSent ? sentenceFor(error) : doorSentences.lost,
    steadyMs,
    onServersClock: (momentMs) => pressClock.onServersClock(momentMs),
    errorShownMs: DOOR_ERROR_SHOWN_MS,
    isCovered: { current: () => dialogQueue.current() !== null, subscribe: dialogQueue.subscribe },
    onMoved: () => {
      vibrate(VIBRATION_MS);
      if (queryClient.getQueryData(queryKey)?.doors.some((door) => door.id === doorId && door.jammedSince)) {
        readDoors();
      }
    },
    onFailed: readDoors,
  });
  presses.set(doorId, press);
  return press;
}
