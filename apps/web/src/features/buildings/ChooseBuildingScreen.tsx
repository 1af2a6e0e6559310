import { Navigate } from "react-router";
import { buildingApartmentsPath } from "../../lib/admin-paths.ts";
import { BuildingsToChoose } from "./BuildingsToChoose.tsx";
import { useOnlyBuilding } from "./only-building.ts";

/** '/admin-dashboard/admin-building-apartment': the building whose apartments are administered. */
export function ChooseBuildingScreen() {
  const own = useOnlyBuilding();
  return own !== null ? (
    <Navigate to={buildingApartmentsPath(own)} replace />
  ) : (
    <BuildingsToChoose title="Administrar Apartamento" wayTo={buildingApartmentsPath} />
  );
}
