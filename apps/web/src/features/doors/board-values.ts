import { BOARD_DOORS, BOARD_HOST, LAST_BOARD_SERIAL } from "@umbral/contract/boards/uhppote-place";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { fieldSentences } from "../../lib/sentences.ts";
import { type Errors, required } from "../../ui/useForm.ts";

/** The board of a door as its form holds it: one for all of the door that hangs on a board. */
export interface BoardValues {
  boardHost: string;
  boardSerial: string;
  boardDoor: string;
}

interface Kinds {
  relayKind: string;
  readerKind: string;
  contactKind: string;
}

const [FIRST_DOOR] = BOARD_DOORS;

export function boardValuesOf(door: Pick<DoorSettings, "relay" | "reader" | "contact"> | null): BoardValues {
  const devices = door === null ? [] : [door.relay, door.reader, door.contact];
  const [board] = devices.flatMap((device) => (device?.kind === "uhppote" ? [device] : []));
  return {
    boardHost: board?.host ?? "",
    boardSerial: board === undefined ? "" : String(board.serial),
    boardDoor: String(board?.door ?? FIRST_DOOR),
  };
}

/** Does anything of this door hang on a board? */
export const usesBoard = ({ relayKind, readerKind, contactKind }: Kinds): boolean =>
  [relayKind, readerKind, contactKind].includes("uhppote");

export function boardErrors(
  given: BoardValues & Kinds,
): Errors<Pick<BoardValues, "boardHost" | "boardSerial">> {
  if (!usesBoard(given)) {
    return {};
  }
  const [host, serial] = [given.boardHost.trim(), given.boardSerial.trim()];
  const isSerial = /^\d{1,10}$/.test(serial) && Number(serial) >= 1 && Number(serial) <= LAST_BOARD_SERIAL;
  return {
    boardHost:
      required(host, fieldSentences.required) ??
      (BOARD_HOST.test(host) ? undefined : "* Escribe su dirección IP, por ejemplo 10.0.0.40"),
    boardSerial:
      required(serial, fieldSentences.required) ??
      (isSerial ? undefined : "* Escribe el número que está impreso en la placa"),
  };
}

/** The place of what hangs on the board. */
export const boardPlaceOf = ({ boardHost, boardSerial, boardDoor }: BoardValues) => ({
  kind: "uhppote" as const,
  host: boardHost.trim(),
  serial: Number(boardSerial.trim()),
  door: BOARD_DOORS.find((door) => String(door) === boardDoor) ?? FIRST_DOOR,
});
