import { type PointerEvent, useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import css from "./Parcels.module.css";

const WIDTH_PX = 640;
const HEIGHT_PX = 240;
/** How far from where it began a stroke goes at least: a finger that taps or rests trembles over less. */
const LEAST_PX = 24;

interface SignaturePadProps {
  isEmpty: boolean;
  /** What was drawn until now, as a picture; null for nothing. */
  onChange(signature: File | null): void;
}

/** A signature by finger, pen or mouse. Who has none of them shows a code instead. */
export function SignaturePad({ isEmpty, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const from = useRef<readonly [x: number, y: number] | null>(null);
  const hasLine = useRef(false);
  useEffect(() => {
    if (isEmpty) {
      clear(canvas.current);
      hasLine.current = false;
    }
  }, [isEmpty]);

  const at = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return [((clientX - left) / width) * WIDTH_PX, ((clientY - top) / height) * HEIGHT_PX] as const;
  };
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext("2d");
    if (pen === null) {
      return;
    }
    from.current = at(event);
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.strokeStyle = "#1b1b1b";
    pen.beginPath();
    pen.moveTo(...from.current);
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext("2d");
    if (from.current !== null && pen !== null) {
      const [x, y] = at(event);
      const [fromX, fromY] = from.current;
      pen.lineTo(x, y);
      pen.stroke();
      hasLine.current ||= Math.hypot(x - fromX, y - fromY) >= LEAST_PX;
    }
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (from.current === null) {
      return;
    }
    from.current = null;
    if (!hasLine.current) {
      return;
    }
    event.currentTarget.toBlob((bytes) => {
      // It may have been wiped, or the pad put away, while the picture was made.
      if (hasLine.current && canvas.current !== null) {
        onChange(bytes === null ? null : new File([bytes], "firma.png", { type: "image/png" }));
      }
    });
  };
  return (
    <div className={css["signature"]}>
      <canvas
        ref={canvas}
        width={WIDTH_PX}
        height={HEIGHT_PX}
        role="img"
        aria-label="Espacio para firmar"
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerLeave={end}
      />
      <Button look="quiet" disabled={isEmpty} onClick={() => onChange(null)}>
        Borrar firma
      </Button>
    </div>
  );
}

/** Paper is white, in the dark too: what is kept of it is. */
function clear(canvas: HTMLCanvasElement | null): void {
  const pen = canvas?.getContext("2d");
  if (pen) {
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX);
  }
}
