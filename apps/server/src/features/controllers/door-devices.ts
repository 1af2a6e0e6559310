import type { DoorContact, RelayDriver } from "@umbral/contract/doors/door-devices";
import { withSecretsOf } from "../../platform/address-secrets.ts";
import type { Services } from "../../platform/context.ts";
import type { Kept } from "../../platform/kept-address.ts";
import { closeDevice, openDevice } from "../../platform/kept-devices.ts";

/** What of a door may hold a password. */
export interface DoorDevices {
  relay: RelayDriver;
  contact: DoorContact | null;
}

/** A door's relay out of its row. */
export const openRelay = (
  services: Pick<Services, "secrets" | "log">,
  { id, relay }: { id: string; relay: Kept<RelayDriver> },
): RelayDriver => openDevice<RelayDriver>(services, { column: "doors.relay", id }, relay);

/** A door's devices out of its row. */
export function openDoorDevices(
  services: Pick<Services, "secrets" | "log">,
  { id, relay, contact }: { id: string; relay: Kept<RelayDriver>; contact: Kept<DoorContact> | null },
): DoorDevices {
  return {
    relay: openRelay(services, { id, relay }),
    contact: contact && openDevice<DoorContact>(services, { column: "doors.contact", id }, contact),
  };
}

/**
 * A relay as it is kept.
 * @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine
 */
export const closeRelay = (
  { secrets }: Services,
  id: string,
  given: RelayDriver,
  kept: DoorDevices | null,
): string => closeDevice(secrets, { column: "doors.relay", id }, withSecretsOf(given, kept?.relay ?? null));

/**
 * A contact as it is kept.
 * @throws {Refused} PASSWORD_AGAIN for a kept password that would go to another machine
 */
export const closeContact = (
  { secrets }: Services,
  id: string,
  given: DoorContact | null,
  kept: DoorDevices | null,
): string | null =>
  given && closeDevice(secrets, { column: "doors.contact", id }, withSecretsOf(given, kept?.contact ?? null));
