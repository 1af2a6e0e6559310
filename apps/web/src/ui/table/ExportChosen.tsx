import { CHOSEN_MOST } from "@umbral/contract/lib/list-limits";
import type { FileForm } from "../../lib/download.ts";
import { DownloadButton } from "../DownloadButton.tsx";

interface ExportChosenProps {
  rows: readonly { id: string }[];
  /** Fetches these as a file; the promise ends when the browser has it. */
  fetch(ids: string, form: FileForm): Promise<void>;
}

/** What was chosen of a list, as a file to keep: as every program reads it, or as a workbook. */
export function ExportChosen({ rows, fetch }: ExportChosenProps) {
  // Of a list that comes whole more can be chosen than are kept at once.
  if (rows.length > CHOSEN_MOST) {
    return <p>Para descargar, elige {CHOSEN_MOST} o menos.</p>;
  }
  const ids = rows.map(({ id }) => id).join(",");
  return (
    <>
      <DownloadButton fetch={() => fetch(ids, "csv")}>Descargar lo elegido</DownloadButton>
      <DownloadButton fetch={() => fetch(ids, "xlsx")}>Descargar en Excel</DownloadButton>
    </>
  );
}
