import { IconLock, IconLockOpen } from "@tabler/icons-react";
import type { DoorModeNow } from "@umbral/contract/doors/door-modes.contract";
import css from "./DoorMode.module.css";
import { modeWords } from "./door-modes.strings.ts";

interface DoorModeProps {
  mode: DoorModeNow | undefined;
  timeZone: string | undefined;
}

/** What a door is now, where it is not as always. */
export function DoorMode({ mode, timeZone }: DoorModeProps) {
  if (mode === undefined) {
    return null;
  }
  const Icon = mode.mode === "locked" ? IconLock : IconLockOpen;
  return (
    <p className={css["mode"]} data-mode={mode.mode}>
      <Icon aria-hidden="true" size={20} />
      <span>{modeWords(mode, { now: new Date(), timeZone })}</span>
    </p>
  );
}
