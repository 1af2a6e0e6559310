import type { ReactNode } from "react";
import { Button } from "../Button.tsx";
import css from "./ChosenBar.module.css";

interface ChosenBarProps {
  count: number;
  onLeave(): void;
  /** What can be done with all of them. */
  children: ReactNode;
}

/** How many rows are chosen, and what can be done with them at once. */
export function ChosenBar({ count, onLeave, children }: ChosenBarProps) {
  return (
    <section className={css["bar"]} aria-label="Acciones para lo elegido">
      <b role="status">{count === 1 ? "1 elegido" : `${count} elegidos`}</b>
      <div className={css["acts"]}>{children}</div>
      <Button look="plain" onClick={onLeave}>
        Quitar selección
      </Button>
    </section>
  );
}
