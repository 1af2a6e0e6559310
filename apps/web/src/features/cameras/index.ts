export { useCameraSettings } from "./administering-cameras.api.ts";
export { CamerasTab } from "./CamerasTab.tsx";
export { useCameras } from "./cameras.api.ts";
export { cameraLabel } from "./cameras.strings.ts";
export { LiveCamera } from "./LiveCamera.tsx";
