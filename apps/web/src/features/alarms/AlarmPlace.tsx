import { IconMap2, IconVideo } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { AlarmNews } from "@umbral/contract/alarms/alarms.contract";
import type { listDoors } from "@umbral/contract/doors/doors.contract";
import { queryOf } from "../../lib/endpoint-query.ts";
import { paths } from "../../lib/paths.ts";
import { ButtonLink } from "../../ui/Button.tsx";
import type { BuildingState } from "../buildings/index.ts";
import { LiveCamera } from "../cameras/index.ts";
import css from "./AlarmPlan.module.css";
import { AlarmPlan } from "./AlarmPlan.tsx";
import { cameraOfAlarm } from "./alarm-camera.ts";

export interface PlaceProps {
  alarm: AlarmNews;
  timeZone: string | undefined;
  onLeave(): void;
}

/** Where an alarm is: what a camera sees there now, the ways to it, and its floor where a home is known. */
export function AlarmPlace({ alarm, timeZone, onLeave }: PlaceProps) {
  const { by } = alarm;
  return (
    <>
      <CameraOfAlarm alarm={alarm} timeZone={timeZone} />
      <WaysToAlarm alarm={alarm} onLeave={onLeave} />
      {by.apartment === null ? null : <AlarmPlan apartment={by.apartment} />}
    </>
  );
}

/** Nothing where no camera sees it. */
function CameraOfAlarm({ alarm, timeZone }: Omit<PlaceProps, "onLeave">) {
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

/** The cameras, and the floor of whoever raised it. */
function WaysToAlarm({ alarm, onLeave }: Omit<PlaceProps, "timeZone">) {
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
