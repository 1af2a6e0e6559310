import { IconClock } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { type ReactNode, useEffect, useRef } from "react";
import type { ShownBuilding } from "../../../features/buildings/index.ts";
import { LiveCamera } from "../../../features/cameras/index.ts";
import { DoorControls, DoorState, FavouriteButton } from "../../../features/doors/index.ts";
import css from "./DoorCard.module.css";

/** When somebody may open a door who has hours. */
export function DoorHours({ door }: { door: Pick<Door, "may"> }) {
  return door.may.hours === undefined ? null : (
    <p className={css["hours"]}>
      <IconClock aria-hidden="true" size={20} />
      <span>Puedes abrir {door.may.hours}.</span>
    </p>
  );
}

interface DoorCardProps {
  building: ShownBuilding;
  door: Door;
  /** The first of them, and larger. */
  isMain?: boolean;
  /** There are others that could be the favourite. */
  mayBeFavourite: boolean;
  /** Its button takes the focus, as who came for this door wants it. Nothing opens by itself. */
  isSought?: boolean;
  isCovered: boolean;
  /** Over the picture: the way to see it large. */
  enlarge(camera: { id: string; name: string }): ReactNode;
}

/** A door: what its camera sees, how it is now, and its button under the thumb. */
export function DoorCard({
  building,
  door,
  isMain = false,
  mayBeFavourite,
  isSought = false,
  isCovered,
  enlarge,
}: DoorCardProps) {
  const card = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isSought) {
      card.current?.querySelector<HTMLElement>("[data-opens]")?.focus();
    }
  }, [isSought]);
  const [camera] = door.cameras;
  return (
    <section ref={card} className={css["door"]} aria-label={door.name} data-main={isMain || undefined}>
      {camera === undefined ? null : (
        <LiveCamera
          key={camera.id}
          buildingId={building.id}
          camera={camera}
          timeZone={building.timeZone}
          isCovered={isCovered}
          isAwayTold
          className={css["picture"]}
        >
          {enlarge(camera)}
        </LiveCamera>
      )}
      <div className={css["body"]}>
        <div className={css["head"]}>
          <div className={css["words"]}>
            <h2>{door.name}</h2>
            <DoorState door={door} timeZone={building.timeZone} />
          </div>
          {mayBeFavourite ? <FavouriteButton buildingId={building.id} door={door} /> : null}
        </div>
        <DoorHours door={door} />
        <DoorControls buildingId={building.id} door={door} timeZone={building.timeZone} hidesState />
      </div>
    </section>
  );
}
