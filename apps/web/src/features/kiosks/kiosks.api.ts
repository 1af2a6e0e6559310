import { useQuery } from "@tanstack/react-query";
import type { logout } from "@umbral/contract/auth/auth.contract";
import type { handOverShift, readHandover } from "@umbral/contract/kiosks/handing-over.contract";
import type {
  beginShift,
  endShift,
  listKiosks,
  offerKiosk,
  pairKiosk,
  readShiftPin,
  setShiftPin,
  showShiftPin,
  takeBackKiosk,
} from "@umbral/contract/kiosks/kiosks.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { leaveBy } from "../../lib/leave.ts";
import { session } from "../../lib/useSession.ts";

/** A device comes and goes, and shifts change, while somebody looks at the list. */
const LOOK_AGAIN_MS = 4000;

const kiosksQuery = (id: string) =>
  queryOf<typeof listKiosks>("GET", "/api/{product}/buildings/{id}/kiosks", { params: { id } });

/** The devices of a building's lobby, asked again and again while somebody looks. */
export function useKiosks(buildingId: string) {
  return useQuery({
    ...kiosksQuery(buildingId),
    select: ({ kiosks }) => kiosks,
    refetchInterval: LOOK_AGAIN_MS,
  });
}

export const offerKioskTo = (id: string, name: string) =>
  call<typeof offerKiosk>("POST", "/api/{product}/buildings/{id}/kiosks", { params: { id }, body: { name } });

export const takeKioskBack = (id: string, kioskId: string) =>
  call<typeof takeBackKiosk>("DELETE", "/api/{product}/buildings/{id}/kiosks/{kioskId}", {
    params: { id, kioskId },
  });

/** Makes of this browser a device of the lobby. Whoever is signed in here leaves it. */
export async function pairThisDevice(code: string): Promise<void> {
  const paired = await call<typeof pairKiosk>("POST", "/api/kiosk/pairing", { body: { code } });
  if (session.current() !== null) {
    await call<typeof logout>("POST", "/api/user/auth/logout").catch(() => undefined);
  }
  session.beginDevice(paired);
}

export async function beginShiftHere(who: { cedula: string; pin: string }): Promise<void> {
  session.begin(
    await call<typeof beginShift>("POST", "/api/kiosk/shift", {
      body: { ...who, cedula: who.cedula.trim() },
    }),
  );
}

export const showPin = (pin: string) =>
  call<typeof showShiftPin>("PUT", "/api/kiosk/shift", { body: { pin } });

const handover = (buildingId: string) =>
  queryOf<typeof readHandover>("GET", "/api/buildings/{buildingId}/handover", { params: { buildingId } });

/** What is open as a shift is handed over. */
export const useHandover = (buildingId: string) => useQuery({ ...handover(buildingId), gcTime: 0 });

/** Hands the shift over: `requestId` names the press, however often it is sent. At a device of the lobby the new one has begun; false where there is none. */
export async function handShiftOver(
  buildingId: string,
  signed: { requestId: string; pin: string; cedula: string; incomingPin: string; text: string },
): Promise<boolean> {
  const { shift } = await call<typeof handOverShift>("POST", "/api/buildings/{buildingId}/handover", {
    params: { buildingId },
    body: { ...signed, cedula: signed.cedula.trim(), text: signed.text.trim() },
  });
  if (shift !== null) {
    session.begin(shift);
  }
  return shift !== null;
}

/** 'Terminar turno': the device is what it was. */
export const endShiftHere = (): Promise<void> => leaveBy<typeof endShift>("DELETE", "/api/kiosk/shift");

export const shiftPinQuery = queryOf<typeof readShiftPin>("GET", "/api/user/shift-pin");

export const setPin = (body: { pin: string; currentPassword: string }) =>
  call<typeof setShiftPin>("PUT", "/api/user/shift-pin", { body });
