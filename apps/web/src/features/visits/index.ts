export { DeskCodePanel } from "./DeskCodePanel.tsx";
export { entranceOf } from "./entrance.ts";
export { useVisits } from "./visits.api.ts";
