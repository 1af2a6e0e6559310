import { IconZoomOut } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { joined } from "./Button.tsx";
import css from "./Zoomable.module.css";
import type { Zoom } from "./zoom-gestures.ts";

interface ZoomableProps {
  /** What is seen, for who does not: 'Cámara Entrada'. */
  label: string;
  className?: string | undefined;
  /** The picture: it fills the frame. */
  children: ReactNode;
}

/**
 * A picture that can be enlarged in its place: by two fingers, two taps, the wheel with Ctrl, or + and − of the keyboard.
 * What listens is fetched when it is on screen; until then it is a picture.
 */
export function Zoomable({ label, className, children }: ZoomableProps) {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLDivElement>(null);
  const zoom = useRef<Zoom | null>(null);
  const [scale, setScale] = useState(1);

  useEffect(() => {
    let isGone = false;
    const begin = async () => {
      const { beginZoom } = await import("./zoom-gestures.ts");
      if (!isGone && frame.current !== null && content.current !== null) {
        zoom.current = beginZoom(frame.current, content.current, setScale);
      }
    };
    // Without a network it stays a picture.
    begin().catch(() => undefined);
    return () => {
      isGone = true;
      zoom.current?.end();
      zoom.current = null;
    };
  }, []);

  const reset = () => {
    zoom.current?.reset();
    // The button goes: whoever works by keyboard is where it stood.
    frame.current?.focus({ preventScroll: true });
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of form fields is what a fieldset is for.
    <div
      ref={frame}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: + and − are for who has the picture in focus.
      tabIndex={0}
      aria-label={`${label}. Amplía con + y reduce con −`}
      className={joined(css["frame"], className)}
    >
      <div ref={content} className={css["content"]}>
        {children}
      </div>
      {scale > 1 ? (
        <button type="button" className={css["reset"]} onClick={reset}>
          <IconZoomOut aria-hidden="true" size={20} />
          <span className="um-hidden">Restablecer zoom</span>
          <span aria-hidden="true">{scale.toFixed(1).replace(".", ",")}×</span>
        </button>
      ) : null}
    </div>
  );
}
