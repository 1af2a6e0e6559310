export { KiosksTab } from "./KiosksTab.tsx";
export { PinAskedDialog } from "./PinAskedDialog.tsx";
export { ShiftBar } from "./ShiftBar.tsx";
