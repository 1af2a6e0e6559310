import { DoorControls } from "../../doors/index.ts";
import { EntranceFirst, useMainDoor } from "../door-panel/index.ts";
import css from "./CallStage.module.css";

interface CallDoorProps {
  buildingId: string;
  callId: string;
  /** Rung by the sign at the entrance: its camera is seen before the door opens. */
  isBySign: boolean;
}

/** Lets the person at the main door in, without leaving the call. */
export function CallDoor({ buildingId, callId, isBySign }: CallDoorProps) {
  const { door, timeZone } = useMainDoor(buildingId);
  const controls =
    door === undefined ? null : (
      <DoorControls buildingId={buildingId} door={door} timeZone={timeZone} occasion={{ callId }} onDark />
    );
  return (
    // Its place is kept while the door is asked for: nothing jumps under the thumb.
    <div className={css["door"]} data-entrance={isBySign || undefined}>
      {isBySign && controls !== null ? (
        <EntranceFirst buildingId={buildingId} onDark>
          {controls}
        </EntranceFirst>
      ) : (
        controls
      )}
    </div>
  );
}
