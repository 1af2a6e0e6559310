import { Button } from "../../ui/Button.tsx";
import css from "./ImportScreen.module.css";
import type { ImportStage } from "./import.api.ts";

interface ImportProgressProps {
  at: ImportStage | null;
  onCancel(): void;
}

/** How far an import is, row by row. Readers hear each part of the work, not each row. */
export function ImportProgress({ at, onCancel }: ImportProgressProps) {
  return (
    <div className={css["progress"]}>
      <div role="status">{at === null ? null : <p>{stageWords[at.stage]}</p>}</div>
      {at === null ? null : (
        <>
          <progress
            aria-label="Avance"
            aria-valuetext={rowWords(at)}
            className={css["bar"]}
            max={1}
            {...shareOf(at)}
          />
          <p aria-hidden="true" className={css["soft"]}>
            {rowWords(at)}
          </p>
          <Button look="plain" onClick={onCancel}>
            Cancelar
          </Button>
        </>
      )}
    </div>
  );
}

const stageWords: Record<ImportStage["stage"], string> = {
  sending: "Enviando el archivo…",
  reading: "Leyendo el archivo…",
  checking: "Revisando cada fila…",
  saving: "Guardando todo…",
  saved: "Guardando todo…",
  dropped: "Cancelando…",
};

/** '3.200', also for thousands that Spanish may write without their point. */
const counted = new Intl.NumberFormat("es-CO", { useGrouping: true });

function rowWords(at: ImportStage): string {
  if (at.stage === "sending") {
    return `${Math.floor(at.share * 100)} %`;
  }
  return at.rows === 0 ? "Un momento" : `Fila ${counted.format(at.row)} de ${counted.format(at.rows)}`;
}

/** Nothing while it is not known how much there is. */
function shareOf(at: ImportStage): { value?: number } {
  if (at.stage === "sending") {
    return at.share < 1 ? { value: at.share } : {};
  }
  return at.rows === 0 ? {} : { value: at.row / at.rows };
}
