import type { ReactNode } from "react";
import css from "./BarChart.module.css";

interface Series {
  /** Over its column of the table. */
  name: string;
  counts: readonly number[];
  /** The colour of its bars. Without one it stands in the table alone. */
  tone?: "brand" | "warn";
}

interface BarChartProps {
  /** What the table is of. */
  caption: string;
  /** Over what its rows are called. */
  slotHeader: string;
  slotName(at: number): string;
  /** What stands under the bars of a slot; null for most. */
  mark(at: number): string | null;
  series: readonly Series[];
  /** What the bars say, in a sentence. Without it the table alone tells who cannot see them. */
  label?: string;
  legend?: ReactNode;
}

/** The least that is drawn of something, so that one of a thousand is seen. */
const LEAST = "2px";

/** Counts side by side: bars for the eye, and the same as a table. */
export function BarChart({ caption, slotHeader, slotName, mark, series, label, legend }: BarChartProps) {
  const drawn = series.filter(({ tone }) => tone !== undefined);
  const slots = (series[0]?.counts ?? []).map((_, at) => ({
    at,
    name: slotName(at),
    counts: series.map(({ counts }) => counts[at] ?? 0),
  }));
  const most = Math.max(1, ...drawn.flatMap(({ counts }) => counts));
  return (
    <figure className={css["chart"]}>
      {legend}
      <div
        className={css["bars"]}
        style={{ "--um-slots": slots.length }}
        {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
      >
        {slots.map(({ at, name }) => (
          <span key={name} className={css["slot"]}>
            {drawn.map(({ name: of, tone, counts }) => {
              const count = counts[at] ?? 0;
              const height = count === 0 ? "0" : `max(${LEAST}, ${(count / most) * 100}%)`;
              return <span key={of} className={css["bar"]} data-tone={tone} style={{ height }} />;
            })}
          </span>
        ))}
        {slots.map(({ at, name }) => (
          <span key={name} className={css["mark"]}>
            {mark(at)}
          </span>
        ))}
      </div>
      <div className="um-hidden">
        <table>
          <caption>{caption}</caption>
          <thead>
            <tr>
              <th scope="col">{slotHeader}</th>
              {series.map(({ name }) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {slots
              .filter(({ counts }) => counts.some((count) => count > 0))
              .map(({ name, counts }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  {series.map(({ name: of }, column) => (
                    <td key={of}>{counts[column]}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}
