import { DoorControls, useDoors } from "../doors/index.ts";
import { entranceOf } from "./entrance.ts";

/** The entrance, for whoever was just authorised. Authorising opened nothing: this is a press of its own. */
export function EntranceDoor({ buildingId, visitId }: { buildingId: string; visitId: string }) {
  const door = entranceOf(useDoors(buildingId).data);
  return door === undefined ? null : (
    <DoorControls buildingId={buildingId} door={door} occasion={{ visitId }} />
  );
}
