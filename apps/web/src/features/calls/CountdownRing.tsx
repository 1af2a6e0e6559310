import { type ReactNode, useEffect, useState } from "react";
import css from "./CountdownRing.module.css";

interface CountdownRingProps {
  /** On the clock of `performance.now()`; null while nothing has begun. */
  endsAtMs: number | null;
  totalMs: number;
  /** Pixels across. */
  size: number;
  children: ReactNode;
}

/** A ring that empties with the time that is left, around a picture or a number. */
export function CountdownRing({ endsAtMs, totalMs, size, children }: CountdownRingProps) {
  const seconds = useSecondsLeft(endsAtMs);
  const left = seconds === null ? 1 : Math.min(1, (seconds * 1000) / totalMs);
  return (
    <div className={css["ring"]} style={{ width: size, height: size }}>
      <svg viewBox="0 0 100 100" aria-hidden="true">
        <circle className={css["track"]} cx="50" cy="50" r="47" />
        <circle
          className={css["left"]}
          cx="50"
          cy="50"
          r="47"
          pathLength="1"
          style={{ strokeDashoffset: 1 - left }}
        />
      </svg>
      <div className={css["inside"]}>{children}</div>
    </div>
  );
}

/** Whole seconds until then; null while nothing has begun. */
export function useSecondsLeft(endsAtMs: number | null): number | null {
  const [seconds, setSeconds] = useState(() => secondsUntil(endsAtMs));
  useEffect(() => {
    setSeconds(secondsUntil(endsAtMs));
    if (endsAtMs === null) {
      return;
    }
    const timer = setInterval(() => setSeconds(secondsUntil(endsAtMs)), 250);
    return () => clearInterval(timer);
  }, [endsAtMs]);
  return seconds;
}

const secondsUntil = (endsAtMs: number | null): number | null =>
  endsAtMs === null ? null : Math.max(0, Math.ceil((endsAtMs - performance.now()) / 1000));
