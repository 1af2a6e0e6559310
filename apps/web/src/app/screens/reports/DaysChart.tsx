import type { MonthReport } from "@umbral/contract/reports/reports.contract";
import { BarChart } from "../../../ui/BarChart.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { sum } from "./report-words.ts";

/** Days that are named below. */
const MARK_EVERY = 5;

/** What all days come to, and what the day of most had. */
const detailOf = (counts: readonly number[]): string =>
  sum(counts) === 0 ? "0 en el mes" : `${sum(counts)} en el mes, hasta ${Math.max(...counts)} en un día`;

/** Doors that opened, who came by a visit's code or by an invitation, and who was refused, by day. */
export function DaysChart({ days: { openings, visits, guests, refused } }: Pick<MonthReport, "days">) {
  return (
    <Panel title="Por día">
      <BarChart
        caption="Por día del mes"
        slotHeader="Día"
        slotName={(at) => String(at + 1)}
        mark={(at) => (at === 0 || (at + 1) % MARK_EVERY === 0 ? String(at + 1) : null)}
        isApart
        series={[
          { name: "Aperturas", counts: openings, tone: "brand" as const },
          { name: "Visitas con código", counts: visits, tone: "warn" as const },
          { name: "Entradas con invitación", counts: guests, tone: "soft" as const },
          { name: "Accesos negados", counts: refused, tone: "plain" as const },
        ].map((one) => ({ ...one, detail: detailOf(one.counts) }))}
      />
    </Panel>
  );
}
