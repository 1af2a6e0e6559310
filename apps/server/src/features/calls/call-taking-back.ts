import type { Services } from "../../platform/context.ts";
import type { Trx } from "../../platform/database.ts";
import { type TakingBack, takeBackMessages } from "../notifications/notifications.service.ts";
import { findEnding } from "./call-legs.queries.ts";
import { subjectOf } from "./call-words.ts";
import { type CallRow, findCall, findDecisive } from "./calls.queries.ts";

/** Where who missed a call finds it again. The lobby's list is its own screen. */
const CALLS_PAGE = "/building/dashboard/llamadas";

/**
 * A call rings no more: the devices that were sent its push hear how it ended, and a telephone that rings
 * for it is hung up. Nothing happens a second time.
 * @param rejectedBy the session that rejected it, which the call itself does not remember
 */
export async function takeBack(
  services: Pick<Services, "newId" | "clock" | "secrets">,
  trx: Trx,
  callId: string,
  rejectedBy: string | null = null,
): Promise<void> {
  await takeBackMessages(services, trx, callId, () => describe(trx, callId, rejectedBy));
}

/** The same for what a provider took after the call was decided. While it rings there is nothing to take back. */
export async function takeBackLate(services: Services, trx: Trx, callId: string): Promise<void> {
  const call = await findDecisive(trx, callId);
  if (call && call.status !== "ENTRANTE") {
    await takeBack(services, trx, callId);
  }
}

async function describe(
  trx: Trx,
  callId: string,
  rejectedBy: string | null,
): Promise<TakingBack | undefined> {
  const call = await findCall(trx, callId);
  const ending = await findEnding(trx, callId);
  if (!call || !ending) {
    return undefined;
  }
  const how = { ...call, isTakenByAnother: Boolean(ending.isTakenByAnother) };
  const about = (words: string) => `${words} · ${call.callerName} · ${call.buildingName}`;
  return {
    title: subjectOf(call),
    body: { elsewhere: about(howItEnded(how)), there: about(howItEndedHere(how)) },
    bySessionId: call.status === "RECHAZADA" ? rejectedBy : ending.sessionId,
    path: call.isToLobby ? "/" : CALLS_PAGE,
    tag: callId,
    isByTelephone: call.answeredBy === "telefono",
  };
}

type Ending = Pick<CallRow, "status" | "answeredBy"> & { isTakenByAnother: boolean };

/** What the other devices of the person are told. A call that was answered and is over was answered. */
function howItEnded({ status, answeredBy, isTakenByAnother }: Ending): string {
  if (answeredBy !== null) {
    return answeredBy === "telefono" ? "Contestada por teléfono" : "Contestada en otro dispositivo";
  }
  if (status === "RECHAZADA") {
    return "Llamada rechazada";
  }
  if (status === "PERDIDA") {
    return "Llamada perdida";
  }
  return isTakenByAnother ? "Contestada por otra persona" : "Llamada cancelada";
}

const howItEndedHere = (ending: Ending): string =>
  ending.answeredBy === "app" ? "Contestada en este dispositivo" : howItEnded(ending);
