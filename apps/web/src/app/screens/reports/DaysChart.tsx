import type { MonthReport } from "@umbral/contract/reports/reports.contract";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./MonthReport.module.css";
import { sum } from "./report-words.ts";

/** Days that are named below. */
const MARK_EVERY = 5;

/** Doors that opened by day: bars for the eye, and the same with visits and refusals as a table. */
export function DaysChart({ days: { openings, visits, refused } }: Pick<MonthReport, "days">) {
  const most = Math.max(1, ...openings);
  const all = sum(openings);
  const rows = openings.map((count, at) => ({
    day: at + 1,
    openings: count,
    visits: visits[at] ?? 0,
    refused: refused[at] ?? 0,
  }));
  return (
    <Panel title="Aperturas por día">
      <figure className={css["chart"]}>
        <div
          className={css["bars"]}
          role="img"
          aria-label={`${all} aperturas en el mes; el día de más, ${all === 0 ? 0 : most}`}
          style={{ "--um-days": openings.length }}
        >
          {rows.map(({ day, openings: count }) => (
            <span key={day} className={css["bar"]} style={{ height: `${(count / most) * 100}%` }} />
          ))}
          {rows.map(({ day }) => (
            <span key={day} className={css["day"]}>
              {day === 1 || day % MARK_EVERY === 0 ? day : null}
            </span>
          ))}
        </div>
        <div className="um-hidden">
          <table>
            <caption>Por día del mes</caption>
            <thead>
              <tr>
                <th scope="col">Día</th>
                <th scope="col">Aperturas</th>
                <th scope="col">Visitas</th>
                <th scope="col">Accesos negados</th>
              </tr>
            </thead>
            <tbody>
              {rows
                .filter((row) => row.openings + row.visits + row.refused > 0)
                .map((row) => (
                  <tr key={row.day}>
                    <th scope="row">{row.day}</th>
                    <td>{row.openings}</td>
                    <td>{row.visits}</td>
                    <td>{row.refused}</td>
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </figure>
    </Panel>
  );
}
