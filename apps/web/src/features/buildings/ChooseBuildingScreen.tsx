import { Navigate } from "react-router";
import { buildingApartmentsPath, buildingSettingsPath } from "../../lib/admin-paths.ts";
import { BuildingsToChoose } from "./BuildingsToChoose.tsx";
import { useOnlyBuilding } from "./only-building.ts";

interface ChoiceProps {
  title: string;
  wayTo(buildingId: string): string;
}

/** Who administers one building is there at once. */
function Choice({ title, wayTo }: ChoiceProps) {
  const own = useOnlyBuilding();
  return own === null ? (
    <BuildingsToChoose title={title} wayTo={wayTo} />
  ) : (
    <Navigate to={wayTo(own)} replace />
  );
}

/** '/admin-dashboard/admin-building-apartment': the building whose apartments are administered. */
export const ChooseBuildingScreen = () => (
  <Choice title="Administrar Apartamento" wayTo={buildingApartmentsPath} />
);

/** '/admin-dashboard/integrations': the building whose programs are looked after. */
export const ChooseForIntegrationsScreen = () => (
  <Choice title="Integraciones" wayTo={(id) => buildingSettingsPath(id, "integraciones")} />
);

/** '/admin-dashboard/access-levels': the building whose levels of access are. */
export const ChooseForLevelsScreen = () => (
  <Choice title="Niveles de acceso" wayTo={(id) => buildingSettingsPath(id, "niveles")} />
);
