import { IconDoor } from "@tabler/icons-react";
import type { Door } from "@umbral/contract/doors/doors.contract";
import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useNow } from "../../lib/useNow.ts";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { type DoorStateWords, doorState } from "./door-state.ts";
import css from "./FloorPlan.module.css";
import { type Marker, placeMarkers, type Size } from "./place-markers.ts";

/** A door's button with its name under it, in two lines where it is long. Its round middle is the door. */
const MARKER: Marker = { width: 120, height: 85, pointY: 26 };
/** And with how the door is under that, in three lines. */
const MARKER_WITH_STATE: Marker = { ...MARKER, height: 131 };

interface FloorPlanProps {
  /** 'Plano del piso 1, torre A' */
  label: string;
  image: string | null;
  doors: readonly Door[];
  timeZone: string | undefined;
  onChoose(door: Door): void;
}

/** The plan of a floor with a button where each door is. */
export function FloorPlan({ label, image, doors, timeZone, onChoose }: FloorPlanProps) {
  const plan = useRef<HTMLDivElement>(null);
  const size = useSize(plan);
  const now = useNow(60_000);
  const states = doors.map((door) => doorState(door, { now, timeZone }));
  const marker = states.every((state) => state === null) ? MARKER : MARKER_WITH_STATE;
  const spots = placeMarkers(doors, size, marker);
  return (
    <div ref={plan} className={css["plan"]}>
      <StorageImage
        src={image}
        alt={label}
        className={css["image"]}
        fallback={<p className={css["none"]}>Este piso todavía no tiene plano.</p>}
      />
      <ul aria-label="Puertas en el plano">
        {doors.map((door, index) => (
          <li
            key={door.id}
            className={css["spot"]}
            style={{
              left: spots[index]?.x,
              top: spots[index]?.y,
              width: marker.width,
              height: marker.height,
            }}
          >
            <button
              type="button"
              className={css["marker"]}
              aria-haspopup="dialog"
              onClick={() => onChoose(door)}
            >
              <span className={css["icon"]}>
                <IconDoor aria-hidden="true" size={26} />
              </span>
              <span className={css["name"]}>{door.name}</span>
              <MarkerState state={states[index]} />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function MarkerState({ state }: { state: DoorStateWords | null | undefined }) {
  return state ? (
    <span className={css["state"]} data-tone={state.tone}>
      {state.words}
    </span>
  ) : null;
}

/** How large an element is drawn; measured before the first paint. */
function useSize(element: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const target = element.current;
    if (target === null) {
      return;
    }
    const measure = () => setSize({ width: target.clientWidth, height: target.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(target);
    return () => observer.disconnect();
  }, [element]);
  return size;
}
