import { IconMap2, IconVideo } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import { type ComponentType, lazy, Suspense } from "react";
import { queryOf } from "../../lib/endpoint-query.ts";
import { paths } from "../../lib/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import type { BuildingState } from "../buildings/index.ts";
import { LiveCamera } from "../cameras/index.ts";
import { cameraOfAlarm } from "./alarm-camera.ts";
import css from "./PanicModal.module.css";

/** What is seen now where an alarm is. Nothing where no camera sees it. */
export function PlaceOfAlarm({ alarm, timeZone }: { alarm: AlarmNews; timeZone: string | undefined }) {
  const { buildingId, by } = alarm;
  const { data } = useQuery(
    queryOf<typeof listDoors>("GET", "/api/buildings/{id}/doors", { params: { id: buildingId } }),
  );
  const camera = cameraOfAlarm(data?.doors ?? [], by.apartment);
  return camera === undefined ? null : (
    <LiveCamera
      key={camera.id}
      buildingId={buildingId}
      camera={camera}
      timeZone={timeZone}
      className={css["live"]}
      isOnTop
    />
  );
}

interface PlanProps {
  apartment: NonNullable<AlarmNews["by"]["apartment"]>;
}

const Plan = lazy(async (): Promise<{ default: ComponentType<PlanProps> }> => {
  try {
    return { default: (await import("./AlarmPlan.tsx")).AlarmPlan };
  } catch {
    // Without a line it does not come; the alarm stands without it.
    return { default: NoPlan };
  }
});
const NoPlan = () => <div className={css["plan"]} />;

/** Where in the building an alarm is. Nothing where no home is known; nothing of the alarm waits for it. */
export function PlanOfAlarm({ alarm: { by } }: { alarm: AlarmNews }) {
  return by.apartment === null ? null : (
    <Suspense fallback={<NoPlan />}>
      <Plan apartment={by.apartment} />
    </Suspense>
  );
}

/** To where it is: the cameras, and the floor of whoever raised it. */
export function WaysToAlarm({ alarm, onLeave }: { alarm: AlarmNews; onLeave(): void }) {
  const { by, buildingId: id, buildingName: name } = alarm;
  // Whoever is of several buildings, or of none, is led to this one.
  const state: BuildingState = { building: { id, name } };
  const floor =
    by.apartment === null
      ? ""
      : new URLSearchParams({ torre: by.apartment.tower.id, piso: by.apartment.floor.id }).toString();
  return (
    <div className={css["ways"]}>
      <ButtonLink
        look="quiet"
        icon={<IconVideo aria-hidden="true" size={22} />}
        to={paths.dashboardCameras}
        state={state}
        onClick={onLeave}
      >
        Ver cámaras
      </ButtonLink>
      <ButtonLink
        look="quiet"
        icon={<IconMap2 aria-hidden="true" size={22} />}
        to={{ pathname: paths.dashboardPlan, search: floor }}
        state={state}
        onClick={onLeave}
      >
        Ver plano
      </ButtonLink>
    </div>
  );
}
