import { clipCauseOf } from "@umbral/contract/clips/clip-words";
import type { CameraDay } from "@umbral/contract/clips/clips.contract";
import type { KeyboardEvent, PointerEvent } from "react";
import { formatSeconds } from "../../lib/dates.ts";
import css from "./CameraDay.module.css";
import { markOfKey, nearestTo, pathOf, shareOf } from "./day-line.ts";

/** Of the drawing: it is stretched to the width that there is. */
const HEIGHT = 56;
const HOURS = ["12 AM", "6 AM", "12 PM", "6 PM", "12 AM"];

interface DayLineProps {
  day: Pick<CameraDay, "from" | "to" | "marks" | "timeZone">;
  /** Which of the marks is shown; -1 for none. */
  at: number;
  onChange: (index: number) => void;
}

/**
 * A day with a mark for each thing that happened: drawn along with a finger or a mouse, or walked with the arrow keys, from one to
 * the next. What has a clip stands taller.
 */
export function DayLine({ day, at, onChange }: DayLineProps) {
  const { marks, timeZone } = day;
  const shown = marks[at];
  const handleKey = (event: KeyboardEvent) => {
    const to = markOfKey(event.key, at, marks.length);
    if (to !== null) {
      event.preventDefault();
      onChange(to);
    }
  };
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const nearest = nearestTo((event.clientX - left) / width, day);
    if (nearest !== at && nearest >= 0) {
      onChange(nearest);
    }
  };
  return (
    <div>
      <div
        role="slider"
        tabIndex={0}
        className={css["line"]}
        aria-label="Momento del día"
        aria-orientation="horizontal"
        aria-valuemin={1}
        aria-valuemax={marks.length}
        aria-valuenow={at + 1}
        aria-valuetext={
          shown === undefined
            ? "Ninguno"
            : `${formatSeconds(shown.at, timeZone)}, ${clipCauseOf(shown)}, ${at + 1} de ${marks.length}`
        }
        onKeyDown={handleKey}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          follow(event);
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) {
            follow(event);
          }
        }}
      >
        <svg
          className={css["marks"]}
          viewBox={`0 0 1000 ${HEIGHT}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path className={css["hours"]} d={`M250 0v${HEIGHT}M500 0v${HEIGHT}M750 0v${HEIGHT}`} />
          <path
            className={css["plain"]}
            d={pathOf(
              marks.filter(({ hasClip }) => !hasClip),
              day,
              { top: 30, height: 18 },
            )}
          />
          <path
            className={css["clip"]}
            d={pathOf(
              marks.filter(({ hasClip }) => hasClip),
              day,
              { top: 10, height: 38 },
            )}
          />
        </svg>
        {shown === undefined ? null : (
          <span className={css["head"]} style={{ left: `${shareOf(shown.at, day) * 100}%` }} />
        )}
      </div>
      <p className={css["hourWords"]} aria-hidden="true">
        {HOURS.map((hour, index) => (
          <span key={`${hour} ${String(index)}`}>{hour}</span>
        ))}
      </p>
    </div>
  );
}
