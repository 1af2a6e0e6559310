import type { Trx } from "../../platform/database.ts";
import { Refused } from "../../platform/refused.ts";
import { lockWires, type WiredDevice } from "./taken-wires.queries.ts";

/**
 * Two devices on one pin, or two drivers on one serial port, would each take what is the other's.
 * @param what the door, input or siren (its building) that was changed; or the doors that were moved, and their building for
 * what is the whole building's
 * @throws {Refused} WIRE_TAKEN, and at which field
 */
export async function refuseTakenWires(
  trx: Trx,
  buildingId: string,
  what: { changed: string } | { moved: readonly string[] },
): Promise<void> {
  const all = await lockWires(trx, buildingId);
  const changed = all.filter(({ id, goesWith }) =>
    "changed" in what ? what.changed === id : what.moved.includes(goesWith),
  );
  // Of two of one door it is said at the later field: a contact takes its relay's pin.
  const fields = ["reader", "contact", "relay", "driver", "siren"];
  changed.sort((one, other) => fields.indexOf(one.field) - fields.indexOf(other.field));
  for (const device of changed) {
    for (const other of all) {
      const clash = other === device ? undefined : clashOf(device, other);
      if (clash) {
        throw new Refused("WIRE_TAKEN", {
          errors: [{ property: `${device.field}.${clash.part}`, message: clash.message }],
        });
      }
    }
  }
}

interface Clash {
  part: "address" | "baud" | "device" | "line";
  message: string;
}

/** What keeps two devices from being at the same controller; undefined when nothing does. */
function clashOf(device: WiredDevice, other: WiredDevice): Clash | undefined {
  if (device.controllerId !== other.controllerId) {
    return undefined;
  }
  const taken = `ya lo usa ${wordsOf(other, device)}`;
  if (device.kind === "gpio" || other.kind === "gpio") {
    const isSame = device.kind === other.kind && device.chip === other.chip && device.line === other.line;
    return isSame ? { part: "line", message: taken } : undefined;
  }
  if (device.kind === "keyboard-wedge" || other.kind === "keyboard-wedge") {
    return device.kind === other.kind && device.device === other.device
      ? { part: "device", message: taken }
      : undefined;
  }
  if (device.line !== other.line) {
    return undefined;
  }
  if (device.kind !== "osdp" || other.kind !== "osdp") {
    return { part: "line", message: taken };
  }
  if (device.baud !== other.baud) {
    return {
      part: "baud",
      message: `no es la de la línea: ${wordsOf(other, device)} va a ${other.baud} baudios`,
    };
  }
  return device.address === other.address ? { part: "address", message: taken } : undefined;
}

const nouns = {
  relay: "el relé",
  contact: "el sensor",
  reader: "el lector",
  driver: "la entrada",
  siren: "la sirena del edificio",
} as const;

function wordsOf(device: WiredDevice, beside: WiredDevice): string {
  const noun = nouns[device.field];
  switch (device.field) {
    case "siren":
      return noun;
    case "driver":
      return `${noun} ${device.name}`;
    default:
      return device.id === beside.id ? `${noun} de esta misma puerta` : `${noun} de ${device.name}`;
  }
}
