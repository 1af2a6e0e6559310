import { IconPlugConnectedX } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import css from "./DoorControls.module.css";
import { whyShut } from "./doors.strings.ts";

/** Stands where a button would open a door besides what else it does, while the door would not open. */
export function ShutDoor({ door }: { door: Pick<Door, "name" | "line"> }) {
  const why = whyShut(door);
  return why === null ? null : (
    <p className={css["closed"]}>
      <IconPlugConnectedX aria-hidden="true" size={20} />
      <span>{why}</span>
    </p>
  );
}
