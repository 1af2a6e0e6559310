import { Button } from "./Button.tsx";
import css from "./UploadProgress.module.css";

interface UploadProgressProps {
  /** The share that has been sent, 0 to 1; null draws nothing. */
  share: number | null;
  /** What is on its way: 'tu registro'. */
  what: string;
  onCancel(): void;
  /**
   * Its room is there before it is. Where a modal stands in the middle of the window everything in it moves when it grows,
   * also what is above.
   */
  keepsPlace?: boolean;
}

/**
 * How far a form with pictures is. It stands below the button that began it: a double press must not find 'Cancelar
 * envío' where that was. Readers hear its beginning and that it waits, not each per cent. */
export function UploadProgress({ share, what, onCancel, keepsPlace }: UploadProgressProps) {
  const isSent = share === 1;
  return (
    <div className={css["upload"]} data-keeps-place={keepsPlace || undefined}>
      <div role="status">
        {share === null ? null : (
          <p className={css["words"]}>
            <span>{isSent ? "Ya casi: estamos guardando…" : `Enviando ${what}…`}</span>
            {isSent ? null : <span aria-hidden="true">{Math.floor(share * 100)} %</span>}
          </p>
        )}
      </div>
      {share === null ? null : (
        <progress
          className={css["bar"]}
          aria-label={`Envío de ${what}`}
          max={1}
          {...(isSent ? {} : { value: share })}
        />
      )}
      {/* What has arrived can no longer be taken back from here. */}
      {share === null || isSent ? null : (
        <Button look="plain" onClick={onCancel}>
          Cancelar envío
        </Button>
      )}
    </div>
  );
}
