export { DoorPanel } from "./DoorPanel.tsx";
export { useMainDoor } from "./main-door.ts";
