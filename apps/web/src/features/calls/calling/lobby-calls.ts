import type { DirectoryApartment } from "@umbral/contract/buildings/buildings.contract";
import { connection } from "../../../lib/socket.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { findPeopleOf } from "../../buildings/index.ts";
import { endCallOf, readCallOf } from "../calls.api.ts";
import { callDesk } from "../desk/index.ts";
import { createCallTo, findLobbyOf } from "./calling.api.ts";
import { createLobbyCall, type LobbyCall } from "./lobby-call.ts";
import type { RungPerson } from "./lobby-call-view.ts";
import { type LobbyMemory, lobbyMemory } from "./lobby-memory.ts";

/** Whom this page rings: each kind has one ringing at most. */
type Where = "apartment" | "lobby";
const memories: Record<Where, LobbyMemory> = {
  apartment: lobbyMemory("umbral-rings-apartment"),
  lobby: lobbyMemory("umbral-rings-lobby"),
};

/** People who were asked for before the press are still those who live there after so long. */
const CONSIDERED_FOR_MS = 60_000;

/** Rings apartments from one screen. */
export interface ApartmentCaller {
  /** This apartment will probably be called next: who lives there is asked before the press. */
  consider(buildingId: string, apartment: DirectoryApartment): void;
  /** Begins to ring everybody in an apartment. */
  call(buildingId: string, apartment: DirectoryApartment): LobbyCall;
}

export function createApartmentCaller(): ApartmentCaller {
  let considered: { apartmentId: string; at: number; people: ReturnType<typeof findPeopleOf> } | null = null;
  const readyFor = ({ id }: DirectoryApartment) => {
    const isRecent = considered !== null && performance.now() - considered.at < CONSIDERED_FOR_MS;
    return isRecent && considered?.apartmentId === id ? considered : null;
  };
  return {
    consider(buildingId, apartment) {
      if (readyFor(apartment) === null) {
        const people = findPeopleOf(buildingId, apartment);
        considered = { apartmentId: apartment.id, at: performance.now(), people };
        // Whoever calls asks again and hears of it.
        people.catch(() => {
          considered = null;
        });
      }
    },
    call(buildingId, apartment) {
      const ready = readyFor(apartment);
      const find = () => findPeopleOf(buildingId, apartment);
      const call = newCall("apartment", apartment.name, () => ready?.people.catch(find) ?? find());
      call.start();
      return call;
    },
  };
}

/** Begins to ring the lobby of a building, from this page. */
export function callLobby(buildingId: string): LobbyCall {
  const call = newCall("lobby", "portería", async () => [await findLobbyOf(buildingId)]);
  call.start();
  return call;
}

/** The ringing that this page had begun before it was loaded anew; null when there is none. */
export function resumedCall(where: Where): LobbyCall | null {
  const kept = memories[where].kept();
  if (kept === null) {
    return null;
  }
  const call = newCall(where, kept.to, async () => []);
  call.resume();
  return call;
}

function newCall(where: Where, to: string, findPeople: () => Promise<readonly RungPerson[]>): LobbyCall {
  return createLobbyCall({
    to,
    isToLobby: where === "lobby",
    memory: memories[where],
    line: connection,
    findPeople,
    createCall: createCallTo,
    readCall: readCallOf,
    endOverHttp: endCallOf,
    steadyMs: () => performance.now(),
    onAnswered: (answered) =>
      callDesk.enter({
        callId: answered.id,
        personId: answered.caller.id,
        entry: { how: "answered", call: answered },
      }),
    onTrouble: reportTrouble,
  });
}
