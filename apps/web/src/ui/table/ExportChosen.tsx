import { DownloadButton } from "../DownloadButton.tsx";

interface ExportChosenProps {
  rows: readonly { id: string }[];
  /** Fetches these as a file; the promise ends when the browser has it. */
  fetch(ids: string): Promise<void>;
}

/** What was chosen of a list, as a file to keep. */
export const ExportChosen = ({ rows, fetch }: ExportChosenProps) => (
  <DownloadButton fetch={() => fetch(rows.map(({ id }) => id).join(","))}>
    Descargar lo elegido
  </DownloadButton>
);
