import { IconReportAnalytics } from "@tabler/icons-react";
import { useNavigate, useSearchParams } from "react-router";
import { BuildingChoice, useChosenBuilding } from "../../../features/buildings/index.ts";
import { reportPath } from "../../../lib/admin-paths.ts";
import { monthWords } from "../../../lib/calendar-words.ts";
import { dayOf } from "../../../lib/dates.ts";
import { DownloadButton } from "../../../ui/DownloadButton.tsx";
import { SelectField } from "../../../ui/fields.tsx";
import { Empty, ListStates } from "../../../ui/ListStates.tsx";
import { Actions } from "../../../ui/Panel.tsx";
import { PrintButton } from "../../../ui/PrintButton.tsx";
import { Screen, ScreenHead } from "../../../ui/Screen.tsx";
import { keys, Skeleton } from "../../../ui/Skeletons.tsx";
import { MonthParts } from "./MonthParts.tsx";
import css from "./MonthReport.module.css";
import { downloadMonthReport, useMonthReport } from "./report.api.ts";
import { latestMonths } from "./report-words.ts";

/** The month in the address: `?mes=2026-11`. */
const MONTH = "mes";

/** '/admin-dashboard/reports/{buildingId?}': a month of a building on one page, to print and as a file. */
export function MonthReportScreen() {
  const buildingId = useChosenBuilding();
  const navigate = useNavigate();
  const [search, setSearch] = useSearchParams();
  const months = latestMonths(dayOf(new Date()));
  const asked = search.get(MONTH) ?? "";
  const month = months.includes(asked) ? asked : (months[0] ?? "");
  const query = useMonthReport(buildingId, month);
  return (
    <Screen loose>
      <div className={css["tools"]}>
        <ScreenHead>
          <h1>Informe del mes</h1>
          {buildingId === undefined ? null : (
            <Actions>
              <PrintButton />
              <DownloadButton fetch={() => downloadMonthReport(buildingId, month)}>
                Descargar CSV
              </DownloadButton>
            </Actions>
          )}
        </ScreenHead>
        <div className={css["choices"]}>
          <BuildingChoice
            value={buildingId}
            none="Elige un edificio"
            onChange={(id) => void navigate({ pathname: reportPath(id), search: search.toString() })}
          />
          <SelectField
            label="Mes"
            value={month}
            onChange={(chosen) => setSearch({ [MONTH]: chosen }, { replace: true })}
            options={months.map((one) => ({ value: one, label: monthWords(one) }))}
          />
        </div>
      </div>
      {buildingId === undefined ? (
        <Empty
          title="Elige un edificio para ver su mes."
          icon={<IconReportAnalytics size={32} stroke={1.6} />}
        />
      ) : (
        <ListStates query={query} skeleton={<ReportSkeleton />}>
          {(report) => <MonthParts report={report} />}
        </ListStates>
      )}
    </Screen>
  );
}

/** Figures, the days, and what each number is made of. */
const ReportSkeleton = () => (
  <div className={css["report"]}>
    <Skeleton width="14rem" height="1.75rem" />
    <div className={css["figures"]}>
      {keys(6).map((key) => (
        <div key={key} className={css["figure"]}>
          <Skeleton width="70%" />
          <Skeleton width="40%" height="1.75rem" />
        </div>
      ))}
    </div>
    <Skeleton height="12rem" />
    <div className={css["parts"]}>
      {keys(4).map((key) => (
        <Skeleton key={key} height="9rem" />
      ))}
    </div>
  </div>
);
