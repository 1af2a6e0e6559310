import { IconAlertTriangle, IconVideoOff } from "@tabler/icons-react";
import { type Ref, useEffect, useRef, useState } from "react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { LiveCamera, useCameras } from "../../../features/cameras/index.ts";
import {
  AwayNotice,
  awayOf,
  DoorControls,
  DoorState,
  doorTrouble,
  useDoors,
} from "../../../features/doors/index.ts";
import { entranceOf } from "../../../features/visits/index.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import css from "./DeskEntrance.module.css";
import { EntranceSkeleton } from "./DeskSkeletons.tsx";
import { type DeskView, deskViews } from "./desk-views.ts";

interface DeskEntranceProps {
  ref: Ref<HTMLElement>;
  building: ShownBuilding;
  /** Somebody came for the door. */
  isSought: boolean;
}

/** The entrance live, with its doors under the thumb; the other doors and cameras one touch away. */
export function DeskEntrance({ ref, building, isSought }: DeskEntranceProps) {
  const cameras = useCameras(building.id);
  const doors = useDoors(building.id);
  const query = {
    data:
      cameras.data && doors.data ? deskViews(doors.data, cameras.data, entranceOf(doors.data)) : undefined,
    error: cameras.error ?? doors.error,
    isFetching: cameras.isFetching || doors.isFetching,
    refetch: () => [cameras, doors].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
  };
  return (
    <section ref={ref} className={css["entrance"]} aria-label="Entrada">
      <ListStates
        query={query}
        isEmpty={(views) => views.length === 0}
        skeleton={<EntranceSkeleton />}
        empty={{
          icon: <IconVideoOff size={32} stroke={1.6} />,
          title: "Este edificio todavía no tiene cámaras ni puertas.",
          hint: "Aparecen aquí apenas la administración las instale.",
        }}
      >
        {(views) => (
          <>
            <AwayNotice doors={doors.data ?? []} timeZone={building.timeZone} />
            <Views
              building={building}
              views={views}
              isSought={isSought}
              isAwayTold={awayOf(doors.data ?? []) !== null}
            />
          </>
        )}
      </ListStates>
    </section>
  );
}

interface ViewsProps extends Pick<DeskEntranceProps, "building" | "isSought"> {
  views: readonly DeskView[];
  isAwayTold: boolean;
}

function Views({ building, views, isSought, isAwayTold }: ViewsProps) {
  const [chosen, setChosen] = useState<string | null>(null);
  const doors = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isSought) {
      doors.current?.querySelector<HTMLElement>("[data-opens]")?.focus();
    }
  }, [isSought]);
  const view = views.find(({ id }) => id === chosen) ?? views[0];
  if (view === undefined) {
    return null;
  }
  return (
    <>
      {view.camera === null ? null : (
        <LiveCamera
          key={view.camera.id}
          buildingId={building.id}
          camera={view.camera}
          timeZone={building.timeZone}
          className={css["picture"]}
          isAwayTold={isAwayTold}
        />
      )}
      <div ref={doors} className={css["doors"]} data-doors>
        {view.doors.map((door) => (
          <div key={door.id} className={css["door"]}>
            <DoorState door={door} timeZone={building.timeZone} />
            <DoorControls buildingId={building.id} door={door} timeZone={building.timeZone} hidesState />
          </div>
        ))}
      </div>
      {views.length < 2 ? null : (
        <fieldset className={css["views"]}>
          <legend className="um-hidden">Qué puerta o cámara se ve</legend>
          {views.map((one) => {
            const trouble = troubleIn(one);
            return (
              <button
                key={one.id}
                type="button"
                aria-pressed={one.id === view.id}
                aria-label={trouble === "" ? undefined : `${one.label}: ${trouble}`}
                onClick={() => setChosen(one.id)}
              >
                {one.label}
                {trouble === "" ? null : <IconAlertTriangle aria-hidden="true" size={18} />}
              </button>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

/** What is wrong with the doors of a view, for as long as it is, whoever said 'Entendido' meanwhile; empty for none. */
const troubleIn = ({ doors }: DeskView): string =>
  [...new Set(doors.flatMap((door) => doorTrouble(door) ?? []))].join(", ");
