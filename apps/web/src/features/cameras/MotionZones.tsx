import { IconPlus, IconTrash } from "@tabler/icons-react";
import type { MotionZone } from "@umbral/contract/cameras/motion.contract";
import { type PointerEvent, type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Button, IconButton } from "../../ui/Button.tsx";
import { FieldGroup } from "../../ui/Panel.tsx";
import css from "./MotionZones.module.css";
import { boxOf, MOST_ZONES, newZone, type Point, pointIn, wordsOfZone, zoneBetween } from "./motion-zones.ts";
import { ZoneMarker } from "./ZoneMarker.tsx";

interface MotionZonesProps {
  zones: readonly MotionZone[];
  onChange(zones: MotionZone[]): void;
  /** The camera's picture, which gives the frame its size. */
  children: ReactNode;
}

/** The parts of the picture in which motion counts: drawn on it, or added and moved with the keyboard. */
export function MotionZones({ zones, onChange, children }: MotionZonesProps) {
  const stage = useRef<HTMLDivElement>(null);
  const hint = useId();
  const [said, setSaid] = useState("");
  const drawing = useDrawing(stage, (zone) => change([...zones, zone], zones.length));
  const isFull = zones.length >= MOST_ZONES;

  const change = (next: MotionZone[], at: number) => {
    onChange(next);
    const zone = next[at];
    setSaid(zone === undefined ? "" : `Zona ${at + 1}: ${wordsOfZone(zone)}`);
  };
  const remove = (at: number) => {
    onChange(zones.filter((_, place) => place !== at));
    setSaid(`Zona ${at + 1} quitada`);
    // What had the focus is gone with its zone.
    stage.current?.parentElement?.querySelector<HTMLElement>("[data-adds]")?.focus();
  };
  return (
    <FieldGroup legend="Zonas">
      <p id={hint} className={css["hint"]}>
        Solo cuenta el movimiento dentro de las zonas; sin zonas, el de toda la imagen. Muévelas con el dedo,
        el ratón o las flechas, y cambia su tamaño desde la esquina.
      </p>
      <div ref={stage} className={css["stage"]} {...(isFull ? {} : drawing.handlers)}>
        {children}
        <svg className={css["shapes"]} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {[...zones, ...(drawing.zone === null ? [] : [drawing.zone])].map((zone, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone is nothing but its place in the list
            <polygon key={at} points={zone.map(({ left, top }) => `${left},${top}`).join(" ")} />
          ))}
        </svg>
        {zones.map((zone, at) => (
          <ZoneMarker
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone is nothing but its place in the list
            key={at}
            number={at + 1}
            zone={zone}
            stage={stage}
            hintId={hint}
            onChange={(changed) =>
              change(
                zones.map((other, place) => (place === at ? changed : other)),
                at,
              )
            }
            onRemove={() => remove(at)}
          />
        ))}
      </div>
      <p className="um-hidden" role="status">
        {said}
      </p>
      {zones.length === 0 ? null : (
        <ul className={css["list"]}>
          {zones.map((zone, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a zone is nothing but its place in the list
            <li key={at}>
              <span>
                Zona {at + 1} · {Math.round(boxOf(zone).width)} × {Math.round(boxOf(zone).height)} %
              </span>
              <IconButton isDestructive label={`Quitar la zona ${at + 1}`} onClick={() => remove(at)}>
                <IconTrash aria-hidden="true" size={22} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Button
        data-adds
        look="quiet"
        icon={<IconPlus aria-hidden="true" size={20} />}
        disabled={isFull}
        onClick={() => change([...zones, newZone(zones.length)], zones.length)}
      >
        Agregar zona
      </Button>
    </FieldGroup>
  );
}

/** A new zone drawn with the mouse or a pen where there is none. A finger there scrolls the page. */
function useDrawing(stage: RefObject<HTMLElement | null>, onDrawn: (zone: MotionZone) => void) {
  const from = useRef<Point | null>(null);
  const [zone, setZone] = useState<MotionZone | null>(null);
  const at = (event: PointerEvent): Point | null => {
    const box = stage.current?.getBoundingClientRect();
    return box ? pointIn({ x: event.clientX, y: event.clientY }, box) : null;
  };
  const end = () => {
    from.current = null;
    setZone(null);
  };
  return {
    zone,
    handlers: {
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        const isOnZone = event.target instanceof Element && event.target.closest("button") !== null;
        if (event.pointerType !== "touch" && event.button === 0 && !isOnZone) {
          event.preventDefault();
          event.currentTarget.setPointerCapture(event.pointerId);
          from.current = at(event);
        }
      },
      onPointerMove: (event: PointerEvent) => {
        const to = from.current === null ? null : at(event);
        if (from.current !== null && to !== null) {
          setZone(zoneBetween(from.current, to));
        }
      },
      onPointerUp: () => {
        if (zone !== null) {
          onDrawn(zone);
        }
        end();
      },
      onPointerCancel: end,
    },
  };
}
