export { DoorPanel } from "./DoorPanel.tsx";
export { EntranceFirst } from "./EntranceFirst.tsx";
export { useMainDoor } from "./main-door.ts";
