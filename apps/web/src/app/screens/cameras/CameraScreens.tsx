import { IconBuildingOff, IconLayoutGrid, IconLock, IconMap2 } from "@tabler/icons-react";
import { isResident } from "@umbral/contract/lib/policy";
import { lazy, type ReactNode, Suspense } from "react";
import { Link, Navigate, useLocation } from "react-router";
import {
  type BuildingState,
  buildingIn,
  type ShownBuilding,
  useShownBuilding,
} from "../../../features/buildings/index.ts";
import { NO_BUILDING } from "../../../features/doors/index.ts";
import { paths } from "../../../lib/paths.ts";
import { NOT_AUTHORISED } from "../../../lib/sentences.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useSession } from "../../../lib/useSession.ts";
import { whenCalm } from "../../../lib/when-idle.ts";
import { Empty } from "../../../ui/ListStates.tsx";
import { ScreenHead } from "../../../ui/Screen.tsx";
import { CardSkeletons } from "../../../ui/Skeletons.tsx";
import { HomeScreen } from "../home/HomeScreen.tsx";
import css from "./CameraScreens.module.css";

/** '/building/dashboard': the doors first, then the cameras. The lobby's own place is elsewhere (specification §4). */
export function DashboardScreen() {
  const livesHere = useIsResident();
  const { search } = useLocation();
  return useIsLobby() ? (
    // With what they came for: a shortcut leads to a door.
    <Navigate to={{ pathname: paths.accessVisitor, search }} replace />
  ) : (
    <>
      <CameraView current="cameras">
        {(building) => <HomeScreen key={building.id} building={building} />}
      </CameraView>
      {livesHere ? (
        <Suspense fallback={null}>
          <PushInvitation />
        </Suspense>
      ) : null}
    </>
  );
}

/** Under the pictures, and after them: it moves nothing when it comes. */
const PushInvitation = lazy(async () => {
  await new Promise<void>((resolve) => void whenCalm(resolve));
  return { default: (await import("../../../features/notifications/PushInvitation.tsx")).PushInvitation };
});

/** The platform's administrators belong to no building, and choose one first (decisions §4). */
const BuildingsToChoose = lazy(async () => ({
  default: (await import("../../../features/buildings/BuildingsToChoose.tsx")).BuildingsToChoose,
}));

const useIsPlatform = (): boolean => useSession()?.user?.userType === "ADMIN";

const useIsResident = (): boolean => useSession()?.spaces.some(({ role }) => isResident(role.name)) ?? false;

const useIsLobby = (): boolean => useSession()?.spaces[0]?.role.name === "PORTERIA";

interface CameraViewProps {
  current: "cameras" | "map";
  children(building: ShownBuilding): ReactNode;
}

/** What the wall and the plan have in common: whose building it is, and the way from one to the other. */
export function CameraView({ current, children }: CameraViewProps) {
  const building = useShownBuilding();
  const mayLook = useMay("cameras.view", { buildingId: building?.id ?? "" });
  const isPlatform = useIsPlatform();
  if (building === null && isPlatform) {
    const path = current === "map" ? paths.dashboardPlan : paths.dashboard;
    return (
      <Suspense fallback={<CardSkeletons />}>
        <BuildingsToChoose title={current === "map" ? "Plano" : "Cámaras"} wayTo={() => path} />
      </Suspense>
    );
  }
  if (building === null) {
    return (
      <div className={css["alone"]}>
        <h1 className="um-hidden">Cámaras</h1>
        <Empty icon={<IconBuildingOff size={32} stroke={1.6} />} title={NO_BUILDING} />
      </div>
    );
  }
  return (
    <div className={css["view"]}>
      <ScreenHead>
        <div>
          <h1 className={css["title"]}>{building.name}</h1>
          {isPlatform ? (
            <Link className={css["another"]} to={paths.dashboard}>
              Elegir otro edificio
            </Link>
          ) : null}
        </div>
        <ViewSwitch current={current} />
      </ScreenHead>
      {mayLook ? (
        children(building)
      ) : (
        <Empty icon={<IconLock size={32} stroke={1.6} />} title={NOT_AUTHORISED} />
      )}
    </div>
  );
}

function ViewSwitch({ current }: { current: CameraViewProps["current"] }) {
  const building = buildingIn(useLocation().state);
  const isLobby = useIsLobby();
  const views = [
    {
      key: "cameras",
      label: "Cámaras",
      to: isLobby ? paths.dashboardCameras : paths.dashboard,
      icon: IconLayoutGrid,
    },
    { key: "map", label: "Plano", to: paths.dashboardPlan, icon: IconMap2 },
  ] as const;
  return (
    <nav className={css["switch"]} aria-label="Vista">
      {views.map(({ key, label, to, icon: Icon }) => (
        <Link
          key={key}
          to={to}
          className={css["choice"]}
          aria-current={key === current ? "page" : undefined}
          state={building === null ? null : ({ building } satisfies BuildingState)}
        >
          <Icon aria-hidden="true" size={20} />
          {label}
        </Link>
      ))}
    </nav>
  );
}
