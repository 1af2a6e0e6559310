export { DeskParcels } from "./DeskParcels.tsx";
export { HomeParcels } from "./HomeParcels.tsx";
