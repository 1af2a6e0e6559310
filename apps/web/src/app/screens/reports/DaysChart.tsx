import type { MonthReport } from "@umbral/contract/reports/reports.contract";
import { BarChart } from "../../../ui/BarChart.tsx";
import { Panel } from "../../../ui/Panel.tsx";
import { sum } from "./report-words.ts";

/** Days that are named below. */
const MARK_EVERY = 5;

/** Doors that opened by day, with visits and refusals beside them in the table. */
export function DaysChart({ days: { openings, visits, refused } }: Pick<MonthReport, "days">) {
  return (
    <Panel title="Aperturas por día">
      <BarChart
        caption="Por día del mes"
        slotHeader="Día"
        slotName={(at) => String(at + 1)}
        mark={(at) => (at === 0 || (at + 1) % MARK_EVERY === 0 ? String(at + 1) : null)}
        label={`${sum(openings)} aperturas en el mes; el día de más, ${Math.max(0, ...openings)}`}
        series={[
          { name: "Aperturas", counts: openings, tone: "brand" },
          { name: "Visitas", counts: visits },
          { name: "Accesos negados", counts: refused },
        ]}
      />
    </Panel>
  );
}
