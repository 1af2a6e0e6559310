import { buildingApartmentsPath } from "../../lib/admin-paths.ts";
import { BuildingsToChoose } from "./BuildingsToChoose.tsx";

/** '/admin-dashboard/admin-building-apartment': the building whose apartments are administered. */
export function ChooseBuildingScreen() {
  return <BuildingsToChoose title="Administrar Apartamento" wayTo={buildingApartmentsPath} />;
}
