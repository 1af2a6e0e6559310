import { clockWords } from "@umbral/contract/lib/date-words";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import { Link } from "react-router";
import type { z } from "zod";
import { openDoorPath } from "../../../lib/admin-paths.ts";
import { paths } from "../../../lib/paths.ts";
import { BarChart } from "../../../ui/BarChart.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./DayChart.module.css";
import { counted } from "./overview-words.ts";

type Today = z.output<(typeof readOverview)["reply"]>["today"];

/** Each at the beginning of its quarter of the day. */
const MARK_EVERY = 6;

/** `6` → '6:00 AM' */
const timeOfHour = (hour: number): string => clockWords(`${hour}:00`);

const sum = (hours: readonly number[]): number => hours.reduce((all, count) => all + count, 0);

/** Doors that opened and visits that were let in today, by hour. */
export function DayChart({ today: { openings, visits } }: { today: Today }) {
  if (openings === null && visits === null) {
    return null;
  }
  return (
    <Panel title="Hoy">
      <BarChart
        caption="Aperturas y visitas de hoy, por hora"
        slotHeader="Hora"
        slotName={timeOfHour}
        mark={(hour) => (hour % MARK_EVERY === 0 ? timeOfHour(hour) : null)}
        series={[
          ...(openings === null ? [] : [{ name: "Aperturas", counts: openings, tone: "brand" as const }]),
          ...(visits === null ? [] : [{ name: "Visitas", counts: visits, tone: "warn" as const }]),
        ]}
        legend={
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
        }
      />
    </Panel>
  );
}
