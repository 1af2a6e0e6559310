import { IconRefresh } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Button } from "./Button.tsx";
import { DownloadButton } from "./DownloadButton.tsx";
import css from "./ListTools.module.css";
import { PrintButton } from "./PrintButton.tsx";

interface ListToolsProps {
  isRefreshing: boolean;
  onRefresh(): void;
  /** Fetches the list as a file; the promise ends when the browser has it. */
  onExport(): Promise<void>;
  children?: ReactNode;
}

/** Refrescar, Descargar and Imprimir over a list of events. Not drawn on paper. */
export function ListTools({ isRefreshing, onRefresh, onExport, children }: ListToolsProps) {
  return (
    <div className={css["tools"]}>
      {children}
      <Button
        look="quiet"
        icon={<IconRefresh aria-hidden="true" size={20} />}
        loading={isRefreshing}
        onClick={onRefresh}
      >
        Refrescar
      </Button>
      <DownloadButton fetch={onExport}>Descargar CSV</DownloadButton>
      <PrintButton />
    </div>
  );
}
