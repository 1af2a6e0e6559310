import { IconSettings, IconVideo } from "@tabler/icons-react";
import { useLocation, useParams } from "react-router";
import { buildingIn, ControllerState, useAdminBuilding } from "../../../features/buildings/index.ts";
import { DoorMap } from "../../../features/doors/index.ts";
import { buildingSettingsPath } from "../../../lib/admin-paths.ts";
import { paths } from "../../../lib/paths.ts";
import { ButtonLink } from "../../../ui/Button.tsx";
import { ButtonSkeletons } from "../../../ui/FormSkeletons.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { Screen } from "../../../ui/Screen.tsx";
import { Skeleton } from "../../../ui/Skeletons.tsx";
import { BuildingActions } from "./BuildingActions.tsx";
import css from "./BuildingScreen.module.css";

/** '/admin-dashboard/buildings/{buildingId}': a building with its plan, its doors and their cameras. */
export function BuildingScreen() {
  const { buildingId = "" } = useParams();
  return <Detail key={buildingId} buildingId={buildingId} />;
}

function Detail({ buildingId }: { buildingId: string }) {
  const query = useAdminBuilding(buildingId);
  const given = buildingIn(useLocation().state);
  const name = query.data?.name ?? (given?.id === buildingId ? given.name : undefined);
  return (
    <Screen>
      <h1>{name ?? "Edificio"}</h1>
      <ListStates query={query} skeleton={<Shape />}>
        {(building) => (
          <>
            <p className={css["place"]}>
              {building.address1} · {building.city}, {building.state}
              <ControllerState building={building} />
            </p>
            <div className={css["actions"]}>
              <BuildingActions building={building} isWide />
              <ButtonLink
                to={buildingSettingsPath(building.id)}
                icon={<IconSettings aria-hidden="true" size={20} />}
              >
                Configurar edificio
              </ButtonLink>
              <ButtonLink
                look="quiet"
                to={paths.dashboardCameras}
                state={{ building: { id: building.id, name: building.name } }}
                icon={<IconVideo aria-hidden="true" size={20} />}
              >
                Ver cámaras
              </ButtonLink>
            </div>
            <section aria-label="Plano">
              <DoorMap building={building} />
            </section>
          </>
        )}
      </ListStates>
    </Screen>
  );
}

/** Where it is, what can be done, and its plan. */
const Shape = () => (
  <div className={css["shape"]}>
    <Skeleton width="60%" />
    <ButtonSkeletons count={4} />
    <Skeleton height="24rem" />
  </div>
);
