import { DoorMap } from "../../../features/doors/index.ts";
import { CameraView } from "./CameraScreens.tsx";

/** '/building/dashboard/plano': the camera map of the specification. */
export function PlanScreen() {
  return <CameraView current="map">{(building) => <DoorMap building={building} />}</CameraView>;
}
