import { IconDownload, IconPrinter, IconRefresh } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { sentenceFor } from "../lib/sentences.ts";
import { Button } from "./Button.tsx";
import { dialogs } from "./dialogs.ts";
import css from "./ListTools.module.css";

interface ListToolsProps {
  isRefreshing: boolean;
  onRefresh(): void;
  /** Fetches the list as a file; the promise ends when the browser has it. */
  onExport(): Promise<void>;
  children?: ReactNode;
}

/** Refrescar, Descargar and Imprimir over a list of events. Not drawn on paper. */
export function ListTools({ isRefreshing, onRefresh, onExport, children }: ListToolsProps) {
  const [isExporting, setExporting] = useState(false);
  const take = async () => {
    setExporting(true);
    try {
      await onExport();
    } catch (error) {
      await dialogs.failure({ text: sentenceFor(error) });
    } finally {
      setExporting(false);
    }
  };
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
      <Button
        look="quiet"
        icon={<IconDownload aria-hidden="true" size={20} />}
        loading={isExporting}
        onClick={() => void take()}
      >
        Descargar CSV
      </Button>
      <Button look="quiet" icon={<IconPrinter aria-hidden="true" size={20} />} onClick={() => window.print()}>
        Imprimir
      </Button>
    </div>
  );
}
