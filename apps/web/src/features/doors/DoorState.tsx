import type { Door } from "@umbral/contract/doors/doors.contract";
import { useNow } from "../../lib/useNow.ts";
import { joined } from "../../ui/Button.tsx";
import css from "./DoorState.module.css";
import { doorState } from "./door-state.ts";

interface DoorStateProps {
  door: Pick<Door, "line" | "mode" | "leaf" | "jammedSince">;
  timeZone: string | undefined;
  /** Over a picture or on black, whatever the scheme. */
  onDark?: boolean | undefined;
}

/** How a door is now, in few words. Nothing for one of which nobody knows. */
export function DoorState({ door, timeZone, onDark }: DoorStateProps) {
  const now = useNow(60_000);
  const state = doorState(door, { now, timeZone });
  return state === null ? null : (
    <p className={joined(css["state"], onDark && css["onDark"])} data-tone={state.tone}>
      <span className={css["words"]}>
        <span className={css["dot"]} aria-hidden="true" />
        {state.words}
      </span>
    </p>
  );
}
