import { IconVideoOff } from "@tabler/icons-react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { EnlargeButton, LiveCamera, useCameras } from "../../../features/cameras/index.ts";
import { AwayNotice, awayOf, DoorControls, useDoors } from "../../../features/doors/index.ts";
import { useOpened } from "../../../lib/useOpened.ts";
import { joined } from "../../../ui/Button.tsx";
import { ListStates } from "../../../ui/ListStates.tsx";
import { keys } from "../../../ui/Skeletons.tsx";
import { CameraFullView } from "./CameraFullView.tsx";
import css from "./CameraWall.module.css";
import { type WallGroup, wallGroups } from "./wall-groups.ts";

/** All cameras of a building, each beside the buttons of its door. A touch enlarges one. */
export function CameraWall({ building }: { building: ShownBuilding }) {
  const cameras = useCameras(building.id);
  const doors = useDoors(building.id);
  const opened = useOpened("camara");
  const query = {
    data: cameras.data && doors.data ? { cameras: cameras.data, doors: doors.data } : undefined,
    error: cameras.error ?? doors.error,
    isFetching: cameras.isFetching || doors.isFetching,
    refetch: () => [cameras, doors].filter(({ isError }) => isError).map(({ refetch }) => refetch()),
  };
  return (
    <ListStates
      query={query}
      isEmpty={(data) => data.cameras.length === 0 && data.doors.length === 0}
      skeleton={<WallSkeleton />}
      empty={{
        icon: <IconVideoOff size={32} stroke={1.6} />,
        title: `${building.name} todavía no tiene cámaras.`,
        hint: "Aparecen aquí apenas la administración las instale.",
      }}
    >
      {(data) => (
        <>
          <AwayNotice doors={data.doors} timeZone={building.timeZone} />
          <div className={css["frame"]}>
            <div className={css["wall"]}>
              {wallGroups(data.doors, data.cameras).map((group) => (
                <Group
                  key={group.door?.id ?? group.cameras[0]?.id}
                  building={building}
                  group={group}
                  isAwayTold={awayOf(data.doors) !== null}
                  isCovered={data.cameras.some(({ id }) => id === opened.id)}
                  onEnlarge={opened.open}
                />
              ))}
            </div>
          </div>
          <CameraFullView building={building} cameras={data.cameras} doors={data.doors} opened={opened} />
        </>
      )}
    </ListStates>
  );
}

interface GroupProps {
  building: ShownBuilding;
  group: WallGroup;
  isAwayTold: boolean;
  isCovered: boolean;
  onEnlarge(camId: string): void;
}

function Group({ building, group: { door, cameras }, isAwayTold, isCovered, onEnlarge }: GroupProps) {
  return (
    <section
      className={joined(css["group"], cameras.length > 1 && css["several"])}
      aria-label={door?.name ?? cameras[0]?.name}
    >
      {cameras.length === 0 ? null : (
        <div className={css["pictures"]}>
          {cameras.map((camera) => (
            <LiveCamera
              key={camera.id}
              buildingId={building.id}
              camera={camera}
              timeZone={building.timeZone}
              isCovered={isCovered}
              isAwayTold={isAwayTold}
              className={css["picture"]}
            >
              <EnlargeButton name={camera.name} onPress={() => onEnlarge(camera.id)} />
            </LiveCamera>
          ))}
        </div>
      )}
      {door === null ? null : (
        <div className={css["controls"]}>
          <DoorControls buildingId={building.id} door={door} timeZone={building.timeZone} />
        </div>
      )}
    </section>
  );
}

function WallSkeleton() {
  return (
    <div className={css["frame"]}>
      <div className={css["wall"]}>
        {keys(4).map((key) => (
          <div key={key} className={css["group"]}>
            <div className={css["pictures"]}>
              <div className={joined(css["shade"], css["picture"])} />
            </div>
            <div className={css["controls"]}>
              <div className={css["shadeButton"]} />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
