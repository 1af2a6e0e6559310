import { CameraView } from "../cameras/CameraScreens.tsx";
import { DoorMap } from "./DoorMap.tsx";

/** '/building/dashboard/plano': the camera map of the specification. */
export function PlanScreen() {
  return <CameraView current="map">{(building) => <DoorMap building={building} />}</CameraView>;
}
