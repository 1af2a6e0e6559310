import { useNavigate } from "react-router";
import { BuildingChoice, useAdminBuilding, useChosenBuilding } from "../../../features/buildings/index.ts";
import { readingsPath } from "../../../lib/admin-paths.ts";
import { Readings } from "./Readings.tsx";

/** '/admin-dashboard/events/access/{buildingId?}': cards that were held to readers, in one building or in all. */
export function ReadingsScreen() {
  const buildingId = useChosenBuilding();
  const navigate = useNavigate();
  const building = useAdminBuilding(buildingId).data;
  return (
    <Readings
      key={buildingId}
      building={buildingId === undefined ? undefined : { name: "", ...building, id: buildingId }}
      place={buildingId === undefined ? "Todos los edificios" : building?.name}
    >
      <BuildingChoice value={buildingId} onChange={(id) => void navigate(readingsPath(id))} />
    </Readings>
  );
}
