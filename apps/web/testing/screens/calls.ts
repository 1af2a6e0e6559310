import type { PastCall } from "@umbral/contract/calls/call-history.contract";
import { idOf } from "./people.ts";

/** The lobby rang at that time, and nobody answered. */
export const missedCall = (at: string): PastCall => ({
  id: idOf(0xca1),
  caller: { id: idOf(0x12), name: "Pedro Portero" },
  isFromLobby: true,
  isToLobby: false,
  isUnverified: false,
  createdAt: at,
  status: "PERDIDA",
  answeredAt: null,
  endedAt: at,
  answered: null,
  said: null,
  rejectMessage: null,
  image: null,
  atEntrance: null,
  visitor: null,
  isOpened: false,
});
