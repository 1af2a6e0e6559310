import { Panel } from "../../../ui/Panel.tsx";
import css from "./MonthReport.module.css";

export interface CountedLine {
  label: string;
  /** What the number is made of, or what it means. */
  detail?: string;
  count: number;
  /** As it is read; the number itself when absent. */
  words?: string;
}

interface CountedProps {
  title: string;
  lines: readonly CountedLine[];
  /** What is said when there are none. */
  none: string;
  note?: string | undefined;
}

/** A part of the report: what was counted, each with a bar as long as its share of the longest. */
export function Counted({ title, lines, none, note }: CountedProps) {
  const most = Math.max(1, ...lines.map(({ count }) => count));
  return (
    <Panel title={title}>
      {note === undefined ? null : <p className={css["note"]}>{note}</p>}
      {lines.length === 0 ? (
        <p className={css["note"]}>{none}</p>
      ) : (
        <ul className={css["lines"]}>
          {lines.map(({ label, detail, count, words = String(count) }) => (
            <li key={label} className={css["line"]}>
              <span className={css["label"]}>{label}</span>
              <span className={css["count"]}>{words}</span>
              <span className={css["track"]} aria-hidden="true">
                <span style={{ width: `${(count / most) * 100}%` }} />
              </span>
              {detail === undefined ? null : <span className={css["detail"]}>{detail}</span>}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
