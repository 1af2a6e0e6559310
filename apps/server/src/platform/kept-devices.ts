import { schemesOf } from "@umbral/contract/lib/device-address";
import { type Addressed, mapAddresses } from "./address-secrets.ts";
import type { Services } from "./context.ts";
import type { AddressName, Kept } from "./kept-address.ts";
import type { SecretBox } from "./secret-box.ts";

/** Where a device lies: an address that is put elsewhere does not open there. */
export interface DevicePlace {
  column: "buildings.siren" | "cameras.source" | "doors.relay" | "doors.contact" | "inputs.driver";
  /** Of the row. */
  id: string;
}

/** Begins a closed address. No address that a device may have begins so. */
const CLOSED = "closed:";

/** A device for the database. The whole address is closed: its machine belongs to its password. */
export function closeDevice(secrets: SecretBox, place: DevicePlace, device: Addressed): string {
  return JSON.stringify(
    mapAddresses(device, (address, name) =>
      address.startsWith(CLOSED)
        ? address
        : CLOSED + secrets.close(ownerOf(place, name), Buffer.from(address)).toString("base64url"),
    ),
  );
}

/**
 * A device out of the database. An address that does not open, because the key was lost or because it is
 * another row's, becomes one that leads nowhere: the building's other devices go on.
 */
export function openDevice<Thing extends Addressed>(
  { secrets, log }: Pick<Services, "secrets" | "log">,
  place: DevicePlace,
  kept: Kept<Thing>,
): Thing {
  // What is closed in the type is a text in the row: the one place where both are said.
  const device = kept as unknown as Thing;
  return mapAddresses(device, (text, name) => {
    if (!text.startsWith(CLOSED)) {
      return text;
    }
    try {
      const bytes = Buffer.from(text.slice(CLOSED.length), "base64url");
      return secrets.open(ownerOf(place, name), bytes).toString();
    } catch {
      log.error({ place }, "an address cannot be read: its key was lost, or it was put there from elsewhere");
      return `${schemesOf(device.kind)[0]}://direccion-perdida.invalid/`;
    }
  });
}

const ownerOf = ({ column, id }: DevicePlace, name: AddressName): string => `${column} ${id} ${name}`;
