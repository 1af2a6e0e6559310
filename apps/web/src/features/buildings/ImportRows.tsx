import type { ImportedRow, RowOutcome } from "@umbral/contract/buildings/import.contract";
import { useState } from "react";
import { DataTable } from "../../ui/DataTable.tsx";
import { ChoiceField } from "../../ui/fields.tsx";
import { Pages } from "../../ui/Pages.tsx";
import css from "./ImportScreen.module.css";

const outcomes: Record<RowOutcome, string> = {
  create: "Crea",
  update: "Cambia",
  same: "Sin cambios",
  error: "Error",
};
const PAGE = 50;

interface ImportRowsProps {
  isApplied: boolean;
  rows: readonly ImportedRow[];
}

/** What happens, or happened, with each row; the ones with errors first in sight when there are any. */
export function ImportRows({ isApplied, rows }: ImportRowsProps) {
  const count = (outcome: RowOutcome) => rows.filter((row) => row.outcome === outcome).length;
  const [chosen, setChosen] = useState<string>(count("error") > 0 ? "error" : "all");
  const [page, setPage] = useState(1);
  const shown = chosen === "error" ? rows.filter(({ outcome }) => outcome === "error") : rows;
  return (
    <>
      <h2>{isApplied ? "Lo que se guardó" : "Lo que pasaría"}</h2>
      <div role="status">
        <ul className={css["counts"]}>
          {Object.entries(outcomes).map(([outcome, label]) => (
            <li key={outcome}>
              {label}: <strong>{rows.filter((row) => row.outcome === outcome).length}</strong>
            </li>
          ))}
        </ul>
      </div>
      {count("error") > 0 ? (
        <ChoiceField
          label="Filas que se muestran"
          name="shown"
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setPage(1);
          }}
          options={[
            { value: "error", label: "Solo errores" },
            { value: "all", label: "Todas" },
          ]}
        />
      ) : null}
      <DataTable
        caption="Filas del archivo"
        columns={[
          { id: "row", header: "Fila", isTitle: true, cell: ({ row }) => `Fila\u00a0${row}` },
          {
            id: "outcome",
            header: "Resultado",
            line: 1,
            cell: ({ outcome }) => (
              <span className={css["row"]} data-outcome={outcome}>
                {outcomes[outcome]}
              </span>
            ),
          },
          { id: "words", header: "Detalle", line: 2, isWide: true, cell: ({ words }) => words.join(" ") },
        ]}
        query={{
          data: shown.slice((page - 1) * PAGE, page * PAGE),
          error: null,
          isFetching: false,
          refetch: () => undefined,
        }}
        rowKey={({ row }) => String(row)}
        name="import-rows"
        rowName={({ row }) => `la fila ${row}`}
        hasDetails
        empty={{ title: "No hay filas." }}
      />
      <Pages page={page} total={Math.ceil(shown.length / PAGE)} onChange={setPage} />
    </>
  );
}
