export { DeskCodePanel } from "./DeskCodePanel.tsx";
export { entranceOf } from "./entrance.ts";
export { ScannedDigits } from "./typed-code.ts";
export { useVisits } from "./visits.api.ts";
