export { CamerasTab } from "./CamerasTab.tsx";
export { useCameras } from "./cameras.api.ts";
export { cameraLabel } from "./cameras.strings.ts";
export { LiveCamera } from "./LiveCamera.tsx";
export { useCameraSettings } from "./making-cameras.api.ts";
