import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from "react";
import { vibrate } from "../lib/vibrate.ts";
import { joined } from "./Button.tsx";
import css from "./HoldButton.module.css";

/** Long enough that a pocket does not do it, short enough for a frightened person. */
const HOLD_MS = 1500;

interface HoldButtonProps {
  label: string;
  /** Spoken and shown: that it must be held. */
  hint?: string;
  icon: ReactNode;
  holdMs?: number;
  /** Alarms and irrevocable things. */
  isDanger?: boolean;
  disabled?: boolean;
  /** What it acts on: while it is held for one thing, it is not held for what comes in its place. */
  actsOn?: string;
  onHeld(): void;
}

/** A round button that acts only when it was held: a ring grows meanwhile, letting go takes it back. */
export function HoldButton({
  label,
  hint = "Mantén presionado para confirmar",
  icon,
  holdMs = HOLD_MS,
  isDanger,
  disabled,
  actsOn,
  onHeld,
}: HoldButtonProps) {
  const [isHeld, setHeld] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const letGo = () => {
    clearTimeout(timer.current);
    setHeld(false);
  };
  // At once, before the time that is running is over.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another thing is held for anew.
  useLayoutEffect(() => letGo, [actsOn]);

  const hold = () => {
    if (disabled) {
      return;
    }
    clearTimeout(timer.current);
    setHeld(true);
    timer.current = setTimeout(() => {
      setHeld(false);
      vibrate(60);
      onHeld();
    }, holdMs);
  };
  const isHoldKey = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";

  return (
    <button
      type="button"
      className={joined(css["hold"], isDanger && css["danger"], isHeld && css["held"])}
      aria-description={hint}
      disabled={disabled}
      style={{ "--hold-time": `${holdMs}ms` }}
      onPointerDown={(event) => {
        if (event.button === 0) {
          event.currentTarget.setPointerCapture(event.pointerId);
          hold();
        }
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => {
        if (isHoldKey(event)) {
          event.preventDefault();
          if (!event.repeat) {
            hold();
          }
        }
      }}
      onKeyUp={(event) => {
        if (isHoldKey(event)) {
          letGo();
        }
      }}
      onBlur={letGo}
    >
      <span className={css["circle"]}>
        <svg className={css["ring"]} viewBox="0 0 100 100" aria-hidden="true">
          <circle cx="50" cy="50" r="46" pathLength="1" />
        </svg>
        {icon}
      </span>
      <span className={css["label"]}>{label}</span>
    </button>
  );
}
