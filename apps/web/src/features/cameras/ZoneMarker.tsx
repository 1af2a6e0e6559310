import type { MotionZone } from "@umbral/contract/cameras/motion.contract";
import { type KeyboardEvent, type PointerEvent, type RefObject, useRef } from "react";
import css from "./MotionZones.module.css";
import { boxOf, moved, type Point, pointIn, sized, stepOf } from "./motion-zones.ts";

interface ZoneMarkerProps {
  /** From 1. */
  number: number;
  zone: MotionZone;
  /** The picture it lies on. */
  stage: RefObject<HTMLElement | null>;
  /** What says how zones are moved. */
  hintId: string;
  onChange(zone: MotionZone): void;
  onRemove(): void;
}

type Change = (zone: MotionZone, by: Point) => MotionZone;

/** One zone to take hold of, and its corner. Arrows do the same as a finger; Delete takes the zone away. */
export function ZoneMarker({ number, zone, stage, hintId, onChange, onRemove }: ZoneMarkerProps) {
  const box = boxOf(zone);
  const begun = useRef<{ zone: MotionZone; at: Point } | null>(null);

  const at = (event: PointerEvent): Point | null => {
    const frame = stage.current?.getBoundingClientRect();
    return frame ? pointIn({ x: event.clientX, y: event.clientY }, frame) : null;
  };
  const holding = (change: Change) => ({
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      const from = at(event);
      begun.current = from === null ? null : { zone, at: from };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent) => {
      const to = at(event);
      if (begun.current !== null && to !== null) {
        const { zone: before, at: from } = begun.current;
        onChange(change(before, { left: to.left - from.left, top: to.top - from.top }));
      }
    },
    onPointerUp: () => {
      begun.current = null;
    },
    onPointerCancel: () => {
      begun.current = null;
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = stepOf(event.key, event.shiftKey);
      if (step !== null) {
        event.preventDefault();
        onChange(change(zone, step));
      } else if (event.key === "Delete" || event.key === "Backspace") {
        event.preventDefault();
        onRemove();
      }
    },
  });
  return (
    <>
      <button
        type="button"
        className={css["zone"]}
        style={{
          left: `${box.left}%`,
          top: `${box.top}%`,
          width: `${box.width}%`,
          height: `${box.height}%`,
        }}
        aria-label={`Mover la zona ${number}`}
        aria-describedby={hintId}
        {...holding(moved)}
      >
        <span aria-hidden="true">{number}</span>
      </button>
      <button
        type="button"
        className={css["corner"]}
        style={{ left: `${box.left + box.width}%`, top: `${box.top + box.height}%` }}
        aria-label={`Cambiar el tamaño de la zona ${number}`}
        aria-describedby={hintId}
        {...holding(sized)}
      />
    </>
  );
}
