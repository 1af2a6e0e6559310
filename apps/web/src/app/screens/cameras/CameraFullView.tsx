import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { Camera } from "@umbral/contract/cameras/cameras.contract";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { LiveCamera } from "../../../features/cameras/index.ts";
import { DoorControls } from "../../../features/doors/index.ts";
import { useMay } from "../../../lib/useMay.ts";
import type { useOpened } from "../../../lib/useOpened.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Modal } from "../../../ui/Modal.tsx";
import { Zoomable } from "../../../ui/Zoomable.tsx";
import css from "./CameraFullView.module.css";
import { doorsShownBy } from "./wall-groups.ts";

/** Of use to who administers alone. */
const DayLink = lazy(async () => ({
  default: (await import("../../../features/clips/DayLink.tsx")).DayLink,
}));

interface CameraFullViewProps {
  building: ShownBuilding;
  cameras: readonly Camera[];
  doors: readonly Door[];
  opened: ReturnType<typeof useOpened>;
}

/** One camera over everything, with the buttons of its doors under the thumb. */
export function CameraFullView({ building, cameras, doors, opened }: CameraFullViewProps) {
  const isOpen = cameras.some(({ id }) => id === opened.id);
  // The one that was closed is still drawn while it goes.
  const [lastId, setLastId] = useState(opened.id);
  if (isOpen && opened.id !== lastId) {
    setLastId(opened.id);
  }
  const at = cameras.findIndex(({ id }) => id === (isOpen ? opened.id : lastId));
  const camera = cameras[at];
  const mayLookBack = useMay("buildings.administer", { buildingId: building.id });
  return (
    <Modal isOpen={isOpen} title={camera?.name ?? "Cámara"} place="full" onClose={opened.close}>
      {camera === undefined ? null : (
        <div className={css["view"]}>
          <div className={css["screen"]}>
            <Zoomable key={camera.id} label={camera.name} className={css["zoom"]}>
              <LiveCamera
                buildingId={building.id}
                camera={camera}
                timeZone={building.timeZone}
                fit="contain"
                isCovered={!isOpen}
                className={css["camera"]}
              />
            </Zoomable>
            {isOpen && cameras.length > 1 ? (
              <Steps
                previous={() => opened.change(neighbour(cameras, at, -1))}
                next={() => opened.change(neighbour(cameras, at, 1))}
              />
            ) : null}
          </div>
          <div className={css["controls"]}>
            {doorsShownBy(doors, camera.id).map((door) => (
              <DoorControls key={door.id} buildingId={building.id} door={door} timeZone={building.timeZone} />
            ))}
            {mayLookBack ? (
              <Suspense fallback={null}>
                <DayLink cameraId={camera.id} />
              </Suspense>
            ) : null}
          </div>
        </div>
      )}
    </Modal>
  );
}

function Steps({ previous, next }: { previous(): void; next(): void }) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === "ArrowLeft") {
      previous();
    } else if (event.key === "ArrowRight") {
      next();
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event);
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return (
    <>
      <IconButton label="Cámara anterior" className={css["previous"]} onClick={previous}>
        <IconChevronLeft aria-hidden="true" size={28} />
      </IconButton>
      <IconButton label="Cámara siguiente" className={css["next"]} onClick={next}>
        <IconChevronRight aria-hidden="true" size={28} />
      </IconButton>
    </>
  );
}

/** The camera before or after this one, round and round. */
function neighbour(cameras: readonly Camera[], at: number, step: 1 | -1): string {
  return cameras[(at + step + cameras.length) % cameras.length]?.id ?? "";
}
