import { DoorControls, useDoors } from "../doors/index.ts";
import css from "./CallStage.module.css";

/** The door of the doorman flow (specification §9): who is let in during a call stands before it. */
const MAIN_DOOR = "1";

/** The door of the call's building before which who is let in stands; undefined while it is asked for. */
export function useMainDoor(buildingId: string) {
  const { data: doors } = useDoors(buildingId);
  return doors?.find(({ localId }) => localId === MAIN_DOOR);
}

/** Lets the person at the main door in, without leaving the call. */
export function CallDoor({ buildingId, callId }: { buildingId: string; callId: string }) {
  const door = useMainDoor(buildingId);
  return (
    // Its place is kept while the door is asked for: nothing jumps under the thumb.
    <div className={css["door"]}>
      {door === undefined ? null : (
        <DoorControls buildingId={buildingId} door={door} occasion={{ callId }} onDark />
      )}
    </div>
  );
}
