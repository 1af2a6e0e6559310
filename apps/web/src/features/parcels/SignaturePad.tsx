import { type PointerEvent, useEffect, useRef } from "react";
import { Button } from "../../ui/Button.tsx";
import css from "./Parcels.module.css";

const WIDTH_PX = 640;
const HEIGHT_PX = 240;

interface SignaturePadProps {
  isEmpty: boolean;
  /** What was drawn until now, as a picture; null for nothing. */
  onChange(signature: File | null): void;
}

/** A signature by finger, pen or mouse. Who has none of them shows a code instead. */
export function SignaturePad({ isEmpty, onChange }: SignaturePadProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isDrawing = useRef(false);
  useEffect(() => {
    if (isEmpty) {
      clear(canvas.current);
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
    isDrawing.current = true;
    pen.lineWidth = 4;
    pen.lineCap = "round";
    pen.lineJoin = "round";
    pen.strokeStyle = "#1b1b1b";
    pen.beginPath();
    pen.moveTo(...at(event));
  };
  const draw = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext("2d");
    if (isDrawing.current && pen !== null) {
      pen.lineTo(...at(event));
      pen.stroke();
    }
  };
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!isDrawing.current) {
      return;
    }
    isDrawing.current = false;
    event.currentTarget.toBlob((bytes) =>
      onChange(bytes === null ? null : new File([bytes], "firma.png", { type: "image/png" })),
    );
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
