import { LiveCamera } from "../../cameras/index.ts";
import { useMainDoor } from "../door-panel/index.ts";
import css from "./EntrancePicture.module.css";

/** Who stands at the entrance of the building, before anybody answers. Its place is the same with and without a camera: nothing moves under a thumb. */
export function EntrancePicture({ buildingId }: { buildingId: string }) {
  const { door, isAsked, timeZone } = useMainDoor(buildingId);
  const camera = door?.cameras.find(({ id }) => id === door.cameraId) ?? door?.cameras[0];
  if (camera === undefined) {
    return (
      <p className={css["none"]}>{isAsked ? null : "No hay una cámara en la entrada de este edificio."}</p>
    );
  }
  return (
    <LiveCamera
      key={camera.id}
      buildingId={buildingId}
      camera={camera}
      timeZone={timeZone}
      isOnTop
      className={css["picture"]}
    />
  );
}
