export { ApartmentSearch } from "./ApartmentSearch.tsx";
export {
  dropBuilding,
  type NewBuilding,
  saveBuilding,
  useBuildingSettings,
  useStructure,
} from "./administering.api.ts";
export { deletion } from "./administering.strings.ts";
export { BuildingChoice } from "./BuildingChoice.tsx";
export { BuildingForm } from "./BuildingForm.tsx";
export {
  downloadBuildings,
  useAdminBuilding,
  useAdminBuildings,
  useAllBuildings,
} from "./building-list.api.ts";
export { buildingWords } from "./building-words.ts";
export { useApartmentDirectory, useBuildings } from "./buildings.api.ts";
export { ControllerState } from "./ControllerState.tsx";
export { CreateBuilding } from "./CreateBuilding.tsx";
export { useChosenBuilding, useOnlyBuilding } from "./only-building.ts";
export { type BuildingState, buildingIn, type ShownBuilding, useShownBuilding } from "./shown-building.ts";
export { TowersTab } from "./TowersTab.tsx";
