export { useCameraSettings } from "./administering-cameras.api.ts";
export { CamerasTab } from "./CamerasTab.tsx";
export type { CameraView } from "./camera-view.ts";
export { useCameras } from "./cameras.api.ts";
export { EnlargeButton } from "./EnlargeButton.tsx";
export { LiveCamera } from "./LiveCamera.tsx";
