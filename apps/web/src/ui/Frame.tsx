import { type ReactNode, useSyncExternalStore } from "react";
import css from "./Frame.module.css";

/** From where on the menu stands at the left, as the style has it. */
const WIDE = "(min-width: 64em)";

interface FrameProps {
  header: ReactNode;
  /** Stands at the left on a desk; on smaller screens it is reached from the bar. */
  side: ReactNode;
  /** At the bottom of a phone or tablet, under the thumb. */
  bar: ReactNode;
  /** The screen needs the width: the menu stands at the left on large desks alone. */
  isRoomy?: boolean | undefined;
  children: ReactNode;
}

/** Header, side menu, content and bottom bar of every signed-in screen. */
export function Frame({ header, side, bar, isRoomy, children }: FrameProps) {
  const isWide = useSyncExternalStore(hearWidth, () => matchMedia(WIDE).matches);
  return (
    <div className={css["frame"]} data-roomy={isRoomy || undefined}>
      <header className={css["header"]}>{header}</header>
      {/* A phone has no time for a menu that it does not show. */}
      {isWide ? <aside className={css["side"]}>{side}</aside> : null}
      <main id="contenido" className={css["main"]}>
        {children}
      </main>
      <nav className={css["bar"]} aria-label="Accesos rápidos">
        {bar}
      </nav>
    </div>
  );
}

function hearWidth(listener: () => void): () => void {
  const wide = matchMedia(WIDE);
  wide.addEventListener("change", listener);
  return () => wide.removeEventListener("change", listener);
}
