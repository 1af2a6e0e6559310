export { HandOverButton } from "./HandOverButton.tsx";
export { KiosksTab } from "./KiosksTab.tsx";
