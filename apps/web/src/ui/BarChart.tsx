import type { ReactNode } from "react";
import css from "./BarChart.module.css";

interface Series {
  /** Over its column of the table. */
  name: string;
  counts: readonly number[];
  /** How its bars are filled: told apart without colours too. */
  tone: Tone;
  /** What its numbers come to, where it is drawn apart. */
  detail?: string;
}

/** A fill of bars, and of the mark in a legend that says whose they are. */
export type Tone = "brand" | "warn" | "soft" | "plain";

interface BarChartProps {
  /** What the table is of. */
  caption: string;
  /** Over what its rows are called. */
  slotHeader: string;
  slotName(at: number): string;
  /** What stands under the bars of a slot; null for most. */
  mark(at: number): string | null;
  series: readonly Series[];
  legend?: ReactNode;
  /** Each series by itself, under its name and as high as its own most: what there is much of does not press the rest flat. */
  isApart?: boolean;
}

interface Slot {
  at: number;
  name: string;
}

/** The least that is drawn of something, so that one of a thousand is seen. */
const LEAST = "2px";

/** Counts side by side: bars for the eye, and the same as a table. */
export function BarChart({
  caption,
  slotHeader,
  slotName,
  mark,
  series,
  legend,
  isApart = false,
}: BarChartProps) {
  const slots = (series[0]?.counts ?? []).map((_, at) => ({
    at,
    name: slotName(at),
    counts: series.map(({ counts }) => counts[at] ?? 0),
  }));
  return (
    <figure className={css["chart"]}>
      {legend}
      {isApart ? (
        <ul className={css["apart"]}>
          {series.map((one) => (
            <li key={one.name}>
              <p className={css["name"]}>
                <LegendMark tone={one.tone} />
                {one.name}
                <span className={css["detail"]}>{one.detail}</span>
              </p>
              <Bars slots={slots} series={[one]} mark={mark} />
            </li>
          ))}
        </ul>
      ) : (
        <Bars slots={slots} series={series} mark={mark} />
      )}
      <div className="um-hidden">
        <table className={css["table"]}>
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

/** The fill of a series' bars, beside its name. */
export const LegendMark = ({ tone }: { tone: Tone }) => (
  <span className={css["fill"]} data-tone={tone} aria-hidden="true" />
);

function Bars({ slots, series, mark }: Pick<BarChartProps, "series" | "mark"> & { slots: readonly Slot[] }) {
  const most = Math.max(1, ...series.flatMap(({ counts }) => counts));
  return (
    <div className={css["bars"]} style={{ "--um-slots": slots.length }} aria-hidden="true">
      {slots.map(({ at, name }) => (
        <span key={name} className={css["slot"]}>
          {series.map(({ name: of, tone, counts }) => {
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
  );
}
