import type { ReactNode } from "react";
import css from "./Frame.module.css";

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
  return (
    <div className={css["frame"]} data-roomy={isRoomy || undefined}>
      <header className={css["header"]}>{header}</header>
      <aside className={css["side"]}>{side}</aside>
      <main id="contenido" className={css["main"]}>
        {children}
      </main>
      <nav className={css["bar"]} aria-label="Accesos rápidos">
        {bar}
      </nav>
    </div>
  );
}
