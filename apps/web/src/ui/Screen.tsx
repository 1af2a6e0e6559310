import type { ReactNode } from "react";
import { joined } from "./Button.tsx";
import css from "./Screen.module.css";

interface ScreenProps {
  /** Its parts stand further apart. */
  loose?: boolean;
  /** Its table has columns for all the room that a large screen has. */
  wide?: boolean;
  /** For how wide it is at the most. */
  className?: string | undefined;
  children: ReactNode;
}

/** The parts of a screen, one under the other. */
export const Screen = ({ loose, wide, className, children }: ScreenProps) => (
  <div
    className={joined(css["screen"], className)}
    data-loose={loose || undefined}
    data-wide={wide || undefined}
  >
    {children}
  </div>
);

interface ScreenHeadProps {
  /** What stands beside a heading of several lines stands at its last. */
  atEnd?: boolean;
  children: ReactNode;
}

/** The heading of a screen and, beside it where there is room, what can be done with all of it. */
export const ScreenHead = ({ atEnd, children }: ScreenHeadProps) => (
  <header className={css["head"]} data-at-end={atEnd || undefined}>
    {children}
  </header>
);
