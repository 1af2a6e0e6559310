import { IconVideoOff } from "@tabler/icons-react";
import { type Ref, useState } from "react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { LiveCamera, useCameras } from "../../../features/cameras/index.ts";
import { DoorControls, DoorState, useDoors } from "../../../features/doors/index.ts";
import { entranceOf } from "../../../features/visits/index.ts";
import { ListStates } from "../../../ui/ListStates.tsx";
import css from "./DeskEntrance.module.css";
import { EntranceSkeleton } from "./DeskSkeletons.tsx";
import { type DeskView, deskViews } from "./desk-views.ts";

interface DeskEntranceProps {
  ref: Ref<HTMLElement>;
  building: ShownBuilding;
}

/** The entrance live, with its doors under the thumb; the other doors and cameras one touch away. */
export function DeskEntrance({ ref, building }: DeskEntranceProps) {
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
        {(views) => <Views building={building} views={views} />}
      </ListStates>
    </section>
  );
}

function Views({ building, views }: { building: ShownBuilding; views: readonly DeskView[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
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
        />
      )}
      <div className={css["doors"]} data-doors>
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
          {views.map(({ id, label }) => (
            <button key={id} type="button" aria-pressed={id === view.id} onClick={() => setChosen(id)}>
              {label}
            </button>
          ))}
        </fieldset>
      )}
    </>
  );
}
