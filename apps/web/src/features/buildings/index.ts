export { ApartmentSearch } from "./ApartmentSearch.tsx";
export { BuildingChoice } from "./BuildingChoice.tsx";
export { BuildingForm } from "./BuildingForm.tsx";
export {
  downloadBuildings,
  useAdminBuilding,
  useAdminBuildings,
  useAllBuildings,
} from "./building-list.api.ts";
export { findPeopleOf, useBuildings } from "./buildings.api.ts";
export { ControllerState } from "./ControllerState.tsx";
export { CreateBuilding } from "./CreateBuilding.tsx";
export {
  dropBuilding,
  type NewBuilding,
  saveBuilding,
  useBuildingSettings,
  useStructure,
} from "./making.api.ts";
export { deletion } from "./making.strings.ts";
export { type BuildingState, buildingIn, type ShownBuilding, useShownBuilding } from "./shown-building.ts";
export { TowersTab } from "./TowersTab.tsx";
