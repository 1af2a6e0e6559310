import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { normalCedula } from "@umbral/contract/registration/personal-data";
import type {
  askForVisitCode,
  authoriseVisit,
  findVisit,
  listVisits,
  VisitState,
} from "@umbral/contract/visits/visits.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { NoConnection } from "../../lib/failures.ts";
import { browserStore } from "../../lib/storage.ts";
import { type Sending, upload } from "../../lib/upload.ts";
import { ownDevice } from "./own-device.ts";

/** How long a list is good without news: at midnight nobody tells it that the day is over. */
const LOOK_AGAIN_MS = 60_000;
/** How long whoever is to be authorised is waited for. */
const AUTHORISING_MS = 10_000;

export interface CodeForm {
  cedula: string;
  buildingId: string;
  photo: File;
}

/** Asks for the code of today's visit: the same one, where this browser asked before. */
export function askForCode({ cedula, buildingId, photo }: CodeForm, sending: Sending) {
  return upload<typeof askForVisitCode>("POST", "/api/visitors/{cedula}/visits", {
    params: { cedula: normalCedula(cedula) },
    body: { photo, buildingId, device: ownDevice(browserStore()) },
    ...sending,
  });
}

export async function findVisitOf(buildingId: string, code: string) {
  const params = { buildingId, code };
  return (await call<typeof findVisit>("GET", "/api/buildings/{buildingId}/visits/{code}", { params })).visit;
}

/**
 * An answer that takes longer is lost: the next one's code waits for it.
 * @param requestId names this press: sent again after a lost answer, it is the same one
 */
export async function authoriseVisitOf(buildingId: string, code: string, requestId: string) {
  const signal = AbortSignal.timeout(AUTHORISING_MS);
  const given = { params: { buildingId, code }, body: { requestId }, signal };
  try {
    return (await call<typeof authoriseVisit>("PUT", "/api/buildings/{buildingId}/visits/{code}", given))
      .visit;
  } catch (cause) {
    throw signal.aborted ? new NoConnection("not authorised in time", { cause }) : cause;
  }
}

export interface WantedVisits {
  /** Today when it is not said. */
  day: string | undefined;
  search: string;
  state: VisitState | undefined;
  page: number;
}

/** One page of the visits of a day. */
export function useVisits(buildingId: string, { day, search, state, page }: WantedVisits) {
  return useQuery({
    ...queryOf<typeof listVisits>("GET", "/api/buildings/{buildingId}/visits", {
      params: { buildingId },
      query: {
        page,
        search,
        ...(day === undefined ? {} : { day }),
        ...(state === undefined ? {} : { state }),
      },
    }),
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_AGAIN_MS,
    // Faces are not kept after they were looked at.
    gcTime: 0,
  });
}
