import type { FileForm } from "../../lib/download.ts";
import { DownloadButton } from "../DownloadButton.tsx";

interface ExportChosenProps {
  rows: readonly { id: string }[];
  /** Fetches these as a file; the promise ends when the browser has it. */
  fetch(ids: string, form: FileForm): Promise<void>;
}

/** What was chosen of a list, as a file to keep: as every program reads it, or as a workbook. */
export function ExportChosen({ rows, fetch }: ExportChosenProps) {
  const ids = rows.map(({ id }) => id).join(",");
  return (
    <>
      <DownloadButton fetch={() => fetch(ids, "csv")}>Descargar lo elegido</DownloadButton>
      <DownloadButton fetch={() => fetch(ids, "xlsx")}>Descargar en Excel</DownloadButton>
    </>
  );
}
