import { IconRefresh } from "@tabler/icons-react";
import type { CameraSource } from "@umbral/contract/controllers/controllers.contract";
import { sentenceFor } from "../../lib/sentences.ts";
import { useLately } from "../../lib/useLately.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./CameraTrial.module.css";
import { useCameraTrial } from "./making-cameras.api.ts";

/** Nobody has typed for this long: the address may be whole. */
const TYPING_MS = 900;

interface CameraTrialProps {
  buildingId: string;
  /** Null while there is nothing to try. */
  source: CameraSource | null;
  cameraId: string | undefined;
}

/** What the building's controller sees at the address that stands there now. */
export function CameraTrial({ buildingId, source, cameraId }: CameraTrialProps) {
  const typed = source === null ? "" : JSON.stringify(source);
  const settled = useLately(typed, TYPING_MS);
  const isSettled = settled === typed;
  const trial = useCameraTrial(buildingId, isSettled ? source : null, cameraId);
  const { picture = null, reason = null } = (isSettled && trial.data) || {};
  const isTrying = source !== null && (!isSettled || trial.isFetching);
  const why = trial.error && isSettled ? sentenceFor(trial.error) : reason;
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
        disabled={source === null}
        loading={isTrying}
        onClick={() => void trial.refetch()}
      >
        Probar de nuevo
      </Button>
    </div>
  );
}

const IDLE = "Escribe la dirección y verás aquí la imagen.";
