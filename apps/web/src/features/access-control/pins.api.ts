import { useQuery } from "@tanstack/react-query";
import type {
  changeOwnPin,
  changePin,
  listOwnPins,
  makeOwnPin,
  makePin,
  Pin,
  readPin,
  withdrawOwnPin,
  withdrawPin,
} from "@umbral/contract/access-control/pins.contract";
import { call } from "../../lib/call.ts";
import { queryOf } from "../../lib/endpoint-query.ts";
import { refresh } from "../../lib/queries.ts";

const PERSON = "/api/{product}/buildings/{id}/people/{userId}/pin";
const OWN = "/api/user/pins/{buildingId}";

/** From and until when a PIN opens; null on a side without an end. */
export type PinTimes = Pick<Pin, "from" | "until">;

/** What can be done to one PIN, whosever it is. */
export interface PinActs {
  /** @param before what it takes the place of, whose times it keeps */
  make(before: Pin | null): Promise<{ digits: string }>;
  /** Absent for whoever holds it: its times are the administration's. */
  setTimes?(changed: Partial<PinTimes>): Promise<unknown>;
  setActive(active: boolean): Promise<unknown>;
  withdraw(): Promise<unknown>;
  refresh(): Promise<void>;
}

const pinQuery = (id: string, userId: string) =>
  queryOf<typeof readPin>("GET", PERSON, { params: { id, userId } });
const ownPinsQuery = () => queryOf<typeof listOwnPins>("GET", "/api/user/pins");

/** The PIN of somebody of a building that is administered. */
export const usePin = (buildingId: string, userId: string) => useQuery(pinQuery(buildingId, userId));

/** The PINs of whoever is signed in. */
export const useOwnPins = () => useQuery(ownPinsQuery());

export function actsOnPin(id: string, userId: string): PinActs {
  const params = { id, userId };
  return {
    make: (before) =>
      call<typeof makePin>("POST", PERSON, {
        params,
        body: before === null ? {} : { from: before.from, until: before.until },
      }),
    setTimes: (changed) => call<typeof changePin>("PUT", PERSON, { params, body: changed }),
    setActive: (active) => call<typeof changePin>("PUT", PERSON, { params, body: { active } }),
    withdraw: () => call<typeof withdrawPin>("DELETE", PERSON, { params }),
    refresh: () => refresh(pinQuery(id, userId).queryKey),
  };
}

export function actsOnOwnPin(buildingId: string): PinActs {
  const params = { buildingId };
  return {
    make: () => call<typeof makeOwnPin>("POST", OWN, { params }),
    setActive: (active) => call<typeof changeOwnPin>("PUT", OWN, { params, body: { active } }),
    withdraw: () => call<typeof withdrawOwnPin>("DELETE", OWN, { params }),
    refresh: () => refresh(ownPinsQuery().queryKey),
  };
}
