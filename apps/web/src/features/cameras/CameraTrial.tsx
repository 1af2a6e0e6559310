import { IconRefresh } from "@tabler/icons-react";
import { Button } from "../../ui/Button.tsx";
import css from "./CameraTrial.module.css";
import type { Trial } from "./useTrial.ts";

interface CameraTrialProps {
  trial: Trial;
  /** There is an address that can be tried. */
  canTry: boolean;
  /** What is wrong with the address, so that it cannot be tried. */
  mistake: string | undefined;
}

/** What the building's controller sees at the address that stands there now. */
export function CameraTrial({ trial, canTry, mistake }: CameraTrialProps) {
  const { isTrying, picture, again } = trial;
  const why = mistake ?? trial.why;
  return (
    <div className={css["trial"]} aria-busy={isTrying}>
      <div className={css["frame"]}>
        {picture === null || isTrying ? (
          <p className={css["words"]}>{isTrying ? "Probando la cámara…" : (why ?? IDLE)}</p>
        ) : (
          <img src={`data:image/jpeg;base64,${picture}`} alt="Imagen que la cámara da ahora" />
        )}
      </div>
      <p role="status" className="um-hidden">
        {isTrying ? "Probando la cámara…" : picture === null ? (why ?? "") : "La cámara responde."}
      </p>
      <Button
        look="quiet"
        icon={<IconRefresh aria-hidden="true" size={20} />}
        disabled={!canTry}
        loading={isTrying}
        onClick={again}
      >
        Probar de nuevo
      </Button>
    </div>
  );
}

const IDLE = "Escribe la dirección y verás aquí la imagen.";
