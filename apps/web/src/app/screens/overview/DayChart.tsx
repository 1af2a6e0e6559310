import { HOURS, type readOverview } from "@umbral/contract/overview/overview.contract";
import { Link } from "react-router";
import type { z } from "zod";
import { openDoorPath } from "../../../lib/admin-paths.ts";
import { paths } from "../../../lib/paths.ts";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./DayChart.module.css";
import { counted } from "./overview-words.ts";

type Today = z.output<(typeof readOverview)["reply"]>["today"];

/** In units of the drawing: an hour, a bar of it, the height of the bars. */
const HOUR = 20;
const BAR = 8;
const HEIGHT = 80;
const hoursOfDay: readonly number[] = Array.from({ length: HOURS }, (_, hour) => hour);
/** Each at the beginning of its quarter of the day. */
const MARKED = [0, 6, 12, 18];

const sum = (hours: readonly number[]): number => hours.reduce((all, count) => all + count, 0);

/** Doors that opened and visits that were let in today, by hour: bars for the eye, and the same as a table. */
export function DayChart({ today: { openings, visits } }: { today: Today }) {
  const shown = [openings, visits].filter((hours) => hours !== null);
  if (shown.length === 0) {
    return null;
  }
  const most = Math.max(1, ...shown.flat());
  const heightOf = (count: number): number => (count / most) * HEIGHT;
  return (
    <Panel title="Hoy">
      <figure className={css["chart"]}>
        <figcaption className={css["legend"]}>
          {openings === null ? null : (
            <Link to={openDoorPath()} data-series="openings">
              {counted(sum(openings), "apertura", "aperturas")}
            </Link>
          )}
          {visits === null ? null : (
            <Link to={paths.confirmVisit} data-series="visits">
              {counted(sum(visits), "visita", "visitas")}
            </Link>
          )}
        </figcaption>
        <svg className={css["bars"]} viewBox={`0 0 ${HOURS * HOUR} ${HEIGHT + 1}`} aria-hidden="true">
          {hoursOfDay.map((hour) => (
            <g key={hour} transform={`translate(${hour * HOUR} 0)`}>
              <Bar series="openings" height={heightOf(openings?.[hour] ?? 0)} at={1} />
              <Bar series="visits" height={heightOf(visits?.[hour] ?? 0)} at={1 + BAR + 1} />
            </g>
          ))}
          <line x1={0} x2={HOURS * HOUR} y1={HEIGHT} y2={HEIGHT} />
        </svg>
        <div className={css["hours"]} aria-hidden="true">
          {MARKED.map((hour) => (
            <span key={hour}>{hour}:00</span>
          ))}
        </div>
        <div className="um-hidden">
          <table>
            <caption>Aperturas y visitas de hoy, por hora</caption>
            <thead>
              <tr>
                <th scope="col">Hora</th>
                {openings === null ? null : <th scope="col">Aperturas</th>}
                {visits === null ? null : <th scope="col">Visitas</th>}
              </tr>
            </thead>
            <tbody>
              {hoursOfDay
                .filter((hour) => shown.some((hours) => hours[hour] !== 0))
                .map((hour) => (
                  <tr key={hour}>
                    <th scope="row">{hour}:00</th>
                    {openings === null ? null : <td>{openings[hour]}</td>}
                    {visits === null ? null : <td>{visits[hour]}</td>}
                  </tr>
                ))}
            </tbody>
          </table>
        </div>
      </figure>
    </Panel>
  );
}

/** The least that is drawn of something, so that one of a thousand is seen. */
const LEAST = 2;

function Bar({ series, height, at }: { series: string; height: number; at: number }) {
  const drawn = height === 0 ? 0 : Math.max(LEAST, height);
  return <rect data-series={series} x={at} y={HEIGHT - drawn} width={BAR} height={drawn} rx={2} />;
}
