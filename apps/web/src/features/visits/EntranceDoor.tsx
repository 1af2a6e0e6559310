import { useTimeZoneOf } from "../../lib/useTimeZoneOf.ts";
import { DoorControls, useDoors } from "../doors/index.ts";
import { entranceOf } from "./entrance.ts";

/** The entrance, for whoever was just authorised. Authorising opened nothing: this is a press of its own. */
export function EntranceDoor({ buildingId, visitId }: { buildingId: string; visitId: string }) {
  const door = entranceOf(useDoors(buildingId).data);
  const timeZone = useTimeZoneOf(buildingId);
  return door === undefined ? null : (
    <DoorControls buildingId={buildingId} door={door} timeZone={timeZone} occasion={{ visitId }} />
  );
}
