export { DeskParcels } from "./DeskParcels.tsx";
export { type FoundParcels, findParcelsBy } from "./found-parcels.api.ts";
export { HomeParcels } from "./HomeParcels.tsx";
export { fetchParcelsFound, ParcelsByCode } from "./ParcelsByCode.tsx";
