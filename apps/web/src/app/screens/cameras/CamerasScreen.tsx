import { CameraView } from "./CameraScreens.tsx";
import { CameraWall } from "./CameraWall.tsx";

/** '/building/dashboard/camaras': the cameras, for everybody who may see them. */
export function CamerasScreen() {
  return <CameraView current="cameras">{(building) => <CameraWall building={building} />}</CameraView>;
}
