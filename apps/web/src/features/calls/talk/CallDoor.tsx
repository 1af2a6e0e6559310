import { DoorControls } from "../../doors/index.ts";
import { useMainDoor } from "../door-panel/index.ts";
import css from "./CallStage.module.css";

/** Lets the person at the main door in, without leaving the call. */
export function CallDoor({ buildingId, callId }: { buildingId: string; callId: string }) {
  const { door } = useMainDoor(buildingId);
  return (
    // Its place is kept while the door is asked for: nothing jumps under the thumb.
    <div className={css["door"]}>
      {door === undefined ? null : (
        <DoorControls buildingId={buildingId} door={door} occasion={{ callId }} onDark />
      )}
    </div>
  );
}
