import { IconDoor } from "@tabler/icons-react";
import type { TowerSettings } from "@umbral/contract/buildings/administering-buildings.contract";
import type { DoorSettings } from "@umbral/contract/doors/administering-doors.contract";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from "react";
import { refreshEverything } from "../../lib/queries.ts";
import { sayFailed } from "../../ui/failed.ts";
import { SelectField } from "../../ui/fields.tsx";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { saveDoor } from "./administering-doors.api.ts";
import css from "./PlanEditor.module.css";
import { moveBy, type Place, placeAt, roomForName } from "./plan-places.ts";

interface PlanEditorProps {
  towers: readonly TowerSettings[];
  doors: readonly DoorSettings[];
}

/** The plan of a floor, on which doors are dragged to their places, or moved with the arrow keys. */
export function PlanEditor({ towers, doors }: PlanEditorProps) {
  const floors = towers.flatMap((tower) => tower.floors.map((floor) => ({ tower, floor })));
  const [floorId, setFloorId] = useState("");
  const shown =
    floors.find(({ floor }) => floor.id === floorId) ??
    floors.find(({ floor }) => floor.doors > 0) ??
    floors[0];
  const plan = useRef<HTMLDivElement>(null);
  const [said, setSaid] = useState("");
  if (shown === undefined) {
    return null;
  }
  const own = doors.filter(({ floor }) => floor.id === shown.floor.id);
  return (
    <div className={css["editor"]}>
      <h3>Lugar en el plano</h3>
      <SelectField
        label="Piso"
        value={shown.floor.id}
        onChange={setFloorId}
        options={floors.map(({ tower, floor }) => ({
          value: floor.id,
          label: `Torre ${tower.name} · Piso ${floor.name}`,
        }))}
      />
      <p className={css["hint"]}>
        Arrastra cada puerta a su lugar, o elígela y muévela con las flechas del teclado.
      </p>
      <div ref={plan} className={css["plan"]}>
        <StorageImage
          src={shown.floor.image}
          alt={`Plano del piso ${shown.floor.name}, torre ${shown.tower.name}`}
          className={css["image"]}
          fallback={<p className={css["none"]}>Este piso todavía no tiene plano.</p>}
        />
        {own.map((door) => (
          <Marker key={door.id} door={door} plan={plan} onSaid={setSaid} />
        ))}
      </div>
      <p className="um-hidden" role="status">
        {said}
      </p>
    </div>
  );
}

interface MarkerProps {
  door: DoorSettings;
  plan: RefObject<HTMLElement | null>;
  onSaid(words: string): void;
}

/** A press of a key may be one of many: the place is kept once they have stopped. */
const KEYS_REST_MS = 600;

function Marker({ door, plan, onSaid }: MarkerProps) {
  const [moved, setMoved] = useState<Place | null>(null);
  const isDragged = useRef(false);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  const place = moved ?? { left: door.left, top: door.top };

  const keep = async (kept: Place) => {
    try {
      await saveDoor(door.id, kept);
      await refreshEverything();
      onSaid(
        `${door.name}: ${Math.round(kept.left)} % desde la izquierda, ${Math.round(kept.top)} % desde arriba`,
      );
    } catch (error) {
      await sayFailed(error);
    }
    // What the server has is shown from here on; meanwhile it may have been moved again.
    setMoved((now) => (now === kept ? null : now));
  };

  const placeOf = (event: PointerEvent): Place | null => {
    const box = plan.current?.getBoundingClientRect();
    return box ? placeAt({ x: event.clientX, y: event.clientY }, box) : null;
  };
  const begin = (event: PointerEvent<HTMLButtonElement>) => {
    isDragged.current = true;
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent) => {
    const to = isDragged.current ? placeOf(event) : null;
    if (to !== null) {
      setMoved(to);
    }
  };
  const drop = () => {
    isDragged.current = false;
    if (moved !== null) {
      void keep(moved);
    }
  };
  const press = (event: KeyboardEvent) => {
    const to = moveBy(place, event.key, event.shiftKey);
    if (to === null) {
      return;
    }
    event.preventDefault();
    setMoved(to);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => void keep(to), KEYS_REST_MS);
  };
  return (
    <button
      type="button"
      className={css["marker"]}
      {...roomForName(place)}
      style={{ left: `${place.left}%`, top: `${place.top}%` }}
      aria-label={`Mover ${door.name} con las flechas`}
      onPointerDown={begin}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={press}
    >
      <span className={css["icon"]}>
        <IconDoor aria-hidden="true" size={24} />
      </span>
      <span className={css["name"]} aria-hidden="true">
        {door.name}
      </span>
    </button>
  );
}
