export { KiosksTab } from "./KiosksTab.tsx";
