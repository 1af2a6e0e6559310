export { useCameraSettings } from "./administering-cameras.api.ts";
export { CamerasTab } from "./CamerasTab.tsx";
export type { CameraView } from "./camera-view.ts";
export { useCameras } from "./cameras.api.ts";
export { cameraLabel } from "./cameras.strings.ts";
export { LiveCamera } from "./LiveCamera.tsx";
