import { IconDoorOff, IconVideoOff } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { lazy, type ReactNode, Suspense } from "react";
import { useSearchParams } from "react-router";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { EnlargeButton, LiveCamera, useCameras } from "../../../features/cameras/index.ts";
import { AwayNotice, awayOf, DoorControls, homeDoors, useDoors } from "../../../features/doors/index.ts";
import { useFetchedAhead } from "../../../lib/useFetchedAhead.ts";
import { useHasBeen } from "../../../lib/useHasBeen.ts";
import { useMay } from "../../../lib/useMay.ts";
import { useOpened } from "../../../lib/useOpened.ts";
import { useSignedIn } from "../../../lib/useSession.ts";
import { Empty, ListStates } from "../../../ui/ListStates.tsx";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import { DoorCard, DoorHours } from "./DoorCard.tsx";
import { isForDoor } from "./door-shortcut.ts";
import css from "./HomeScreen.module.css";

/** Hours begin and end, and leaves move, while somebody looks; what the server tells comes sooner. */
const LOOK_MS = 30_000;
/** What is not doors comes after them, and does not hold them up. */
const HomeAside = lazy(async () => ({ default: (await import("./HomeAside.tsx")).HomeAside }));

const fetchFullView = () => import("../cameras/CameraFullView.tsx");
const CameraFullView = lazy(async () => ({ default: (await fetchFullView()).CameraFullView }));

interface HomeProps {
  building: ShownBuilding;
  /** With the ways to where this person works. */
  hasPlaces?: boolean;
}

/** What somebody opens the app for: the doors that they may open now, then the rest of their building. */
export function HomeScreen({ building, hasPlaces = false }: HomeProps) {
  const doors = useDoors(building.id, true, LOOK_MS);
  const maySee = useMay("cameras.view", { buildingId: building.id });
  return (
    <div className={css["home"]}>
      <ListStates
        query={doors}
        // Without doors there may be cameras: they say then when there is nothing.
        skeleton={<HomeSkeleton />}
      >
        {(known) => <Home building={building} doors={known} maySee={maySee} hasPlaces={hasPlaces} />}
      </ListStates>
    </div>
  );
}

interface KnownHomeProps {
  building: ShownBuilding;
  doors: readonly Door[];
  /** May they look at cameras? */
  maySee: boolean;
  hasPlaces: boolean;
}

function Home({ building, doors, maySee, hasPlaces }: KnownHomeProps) {
  const cameras = useCameras(building.id, maySee);
  const opened = useOpened("camara");
  const wasOpened = useHasBeen(opened.id !== null);
  useFetchedAhead(fetchFullView);
  // The platform's administrators have no lobby and no home: what waits for them is on their own first screen.
  const isOfBuilding = useSignedIn().user.userType === "USER";
  const [search] = useSearchParams();
  const { open, others } = homeDoors(doors);
  const isCovered = cameras.data?.some(({ id }) => id === opened.id) ?? false;
  const enlarge = (camera: { id: string; name: string }) => (
    <EnlargeButton name={camera.name} onPress={() => opened.open(camera.id)} />
  );
  const drawn = new Set(open.flatMap(({ cameras: [first] }) => first?.id ?? []));
  const notOpen =
    others.length === 0 ? null : (
      <OtherDoors building={building} doors={others} isAlone={open.length === 0} />
    );
  return (
    <div className={css["parts"]}>
      <div className={css["main"]}>
        <AwayNotice doors={doors} timeZone={building.timeZone} />
        {open.length === 0 ? null : (
          <div className={css["doors"]}>
            {open.map((door, at) => (
              <DoorCard
                key={door.id}
                building={building}
                door={door}
                isMain={at === 0}
                mayBeFavourite={open.length > 1}
                isSought={at === 0 && isForDoor(search)}
                isCovered={isCovered}
                enlarge={enlarge}
              />
            ))}
          </div>
        )}
        {open.length === 0 ? notOpen : null}
        {doors.length === 0 && !maySee ? (
          <Empty
            title={`No puedes abrir puertas de ${building.name} desde la app.`}
            hint="La administración del edificio puede darte un nivel de acceso."
            icon={<IconDoorOff size={32} stroke={1.6} />}
          />
        ) : null}
      </div>
      {isOfBuilding ? (
        <div className={css["aside"]}>
          <Suspense fallback={<AsideSkeleton />}>
            <HomeAside building={building} hasPlaces={hasPlaces} />
          </Suspense>
        </div>
      ) : null}
      <div className={css["rest"]}>
        {maySee ? (
          <ListStates
            query={cameras}
            isEmpty={(known) => known.length === 0 && doors.length === 0}
            skeleton={<PictureSkeletons />}
            empty={{
              icon: <IconVideoOff size={32} stroke={1.6} />,
              title: `${building.name} todavía no tiene cámaras.`,
              hint: "Aparecen aquí apenas la administración las instale.",
            }}
          >
            {(known) => (
              <>
                <OtherCameras
                  building={building}
                  cameras={known.filter(({ id }) => !drawn.has(id))}
                  title={drawn.size === 0 ? "Cámaras" : "Otras cámaras"}
                  isAwayTold={awayOf(doors) !== null}
                  isCovered={isCovered}
                  enlarge={enlarge}
                />
                {wasOpened ? (
                  <Suspense fallback={null}>
                    <CameraFullView building={building} cameras={known} doors={doors} opened={opened} />
                  </Suspense>
                ) : null}
              </>
            )}
          </ListStates>
        ) : null}
        {open.length === 0 ? null : notOpen}
      </div>
    </div>
  );
}

interface OtherCamerasProps {
  building: ShownBuilding;
  cameras: readonly { id: string; name: string }[];
  title: string;
  isAwayTold: boolean;
  isCovered: boolean;
  enlarge(camera: { id: string; name: string }): ReactNode;
}

function OtherCameras({ building, cameras, title, isAwayTold, isCovered, enlarge }: OtherCamerasProps) {
  return cameras.length === 0 ? null : (
    <section className={css["part"]} aria-label={title}>
      <h2>{title}</h2>
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
            {enlarge(camera)}
          </LiveCamera>
        ))}
      </div>
    </section>
  );
}

interface OtherDoorsProps {
  building: ShownBuilding;
  doors: readonly Door[];
  /** There is none that one may open now. */
  isAlone: boolean;
}

/** Doors that do not open for this person now, with why. */
function OtherDoors({ building, doors, isAlone }: OtherDoorsProps) {
  const title = isAlone ? "Puertas" : "Otras puertas";
  return (
    <section className={css["part"]} aria-label={title}>
      <h2>{title}</h2>
      <div className={css["reasons"]}>
        {doors.map((door) => (
          <div key={door.id} className={css["reason"]}>
            <DoorHours door={door} />
            <DoorControls buildingId={building.id} door={door} timeZone={building.timeZone} />
          </div>
        ))}
      </div>
    </section>
  );
}

function HomeSkeleton() {
  return (
    <div className={css["parts"]}>
      <div className={css["main"]}>
        <div className={css["shadeDoor"]}>
          <div className={css["shade"]} />
          <Skeleton width="45%" height="1.25rem" />
          <Skeleton height="64px" />
        </div>
      </div>
      <div className={css["aside"]}>
        <AsideSkeleton />
      </div>
      <div className={css["rest"]}>
        <PictureSkeletons />
      </div>
    </div>
  );
}

const AsideSkeleton = () => (
  <div aria-hidden="true" className={css["shadeDoor"]}>
    <Skeleton height="56px" />
    <Skeleton height="5rem" />
  </div>
);

const PictureSkeletons = () => (
  <div className={css["pictures"]}>
    {keys(2).map((key) => (
      <div key={key} className={css["shade"]} />
    ))}
  </div>
);
