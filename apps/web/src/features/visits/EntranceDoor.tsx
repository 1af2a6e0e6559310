import { DoorControls, useDoors } from "../doors/index.ts";

/** The door of the doorman flow (specification §9). */
const ENTRANCE = "1";

/** The entrance, for whoever was just authorised. Authorising opened nothing: this is a press of its own. */
export function EntranceDoor({ buildingId, visitId }: { buildingId: string; visitId: string }) {
  const { data: doors } = useDoors(buildingId);
  const door = doors?.find(({ localId }) => localId === ENTRANCE);
  return door === undefined ? null : (
    <DoorControls buildingId={buildingId} door={door} occasion={{ visitId }} />
  );
}
