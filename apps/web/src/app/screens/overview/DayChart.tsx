import { clockWords } from "@umbral/contract/lib/date-words";
import type { readOverview } from "@umbral/contract/overview/overview.contract";
import { Link } from "react-router";
import type { z } from "zod";
import { openDoorPath } from "../../../lib/admin-paths.ts";
import { paths } from "../../../lib/paths.ts";
import { useMay } from "../../../lib/useMay.ts";
import { BarChart, LegendMark } from "../../../ui/BarChart.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import css from "./DayChart.module.css";
import { counted } from "./overview-words.ts";

type Today = z.output<(typeof readOverview)["reply"]>["today"];

/** Each at the beginning of its quarter of the day. */
const MARK_EVERY = 6;

/** `6` → '6:00 AM' */
const timeOfHour = (hour: number): string => clockWords(`${hour}:00`);

const sum = (hours: readonly number[]): number => hours.reduce((all, count) => all + count, 0);

/** Doors that opened, visits that were let in and people who came by an invitation today, by hour. */
export function DayChart({
  today: { openings, visits, guests },
  buildingId,
}: {
  today: Today;
  buildingId: string | undefined;
}) {
  // The platform counts guests, and has nothing to do with who they are.
  const mayReceive = useMay("passes.make", buildingId === undefined ? undefined : { buildingId });
  if (openings === null && visits === null && guests === null) {
    return null;
  }
  return (
    <Panel title="Hoy">
      <BarChart
        caption="Aperturas, visitas e invitados de hoy, por hora"
        slotHeader="Hora"
        slotName={timeOfHour}
        mark={(hour) => (hour % MARK_EVERY === 0 ? timeOfHour(hour) : null)}
        series={[
          ...(openings === null ? [] : [{ name: "Aperturas", counts: openings, tone: "brand" as const }]),
          ...(visits === null ? [] : [{ name: "Visitas", counts: visits, tone: "warn" as const }]),
          ...(guests === null ? [] : [{ name: "Invitados", counts: guests, tone: "soft" as const }]),
        ]}
        legend={
          <figcaption className={css["legend"]}>
            {openings === null ? null : (
              <Link to={openDoorPath(buildingId)}>
                <LegendMark tone="brand" />
                {counted(sum(openings), "apertura", "aperturas")}
              </Link>
            )}
            {visits === null ? null : (
              <Link to={paths.confirmVisit}>
                <LegendMark tone="warn" />
                {counted(sum(visits), "visita", "visitas")}
              </Link>
            )}
            {guests === null ? null : (
              <Guests count={sum(guests)} to={mayReceive ? paths.passes : undefined} />
            )}
          </figcaption>
        }
      />
    </Panel>
  );
}

function Guests({ count, to }: { count: number; to: string | undefined }) {
  const words = (
    <>
      <LegendMark tone="soft" />
      {counted(count, "invitado", "invitados")}
    </>
  );
  return to === undefined ? <span>{words}</span> : <Link to={to}>{words}</Link>;
}
