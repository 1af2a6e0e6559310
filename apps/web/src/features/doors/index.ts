export { useDoorSettings } from "./administering-doors.api.ts";
export { DoorControls } from "./DoorControls.tsx";
export { DoorField, useDoorName } from "./DoorField.tsx";
export { DoorMap } from "./DoorMap.tsx";
export { DoorsTab } from "./DoorsTab.tsx";
export { openDoor } from "./door-presses.ts";
export { useDoors } from "./doors.api.ts";
export { mapSentences } from "./doors.strings.ts";
