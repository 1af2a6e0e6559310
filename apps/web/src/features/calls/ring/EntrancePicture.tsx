import { useSession } from "../../../lib/useSession.ts";
import { LiveCamera } from "../../cameras/index.ts";
import { useMainDoor } from "../door-panel/index.ts";
import css from "./EntrancePicture.module.css";

/** Who stands at the entrance of the building, before anybody answers; nothing where no camera looks there. */
export function EntrancePicture({ buildingId }: { buildingId: string }) {
  const current = useSession();
  const { door, isAsked } = useMainDoor(buildingId);
  const camera = door?.cameras.find(({ id }) => id === door.cameraId) ?? door?.cameras[0];
  if (camera === undefined) {
    return isAsked ? <div className={css["picture"]} /> : null;
  }
  return (
    <LiveCamera
      key={camera.id}
      buildingId={buildingId}
      camera={camera}
      timeZone={current?.spaces.find(({ building }) => building.id === buildingId)?.building.timeZone}
      isOnTop
      className={css["picture"]}
    />
  );
}
