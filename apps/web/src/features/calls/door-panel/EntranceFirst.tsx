import { type ReactNode, useState } from "react";
import { useMay } from "../../../lib/useMay.ts";
import { Button, joined } from "../../../ui/Button.tsx";
import { type CameraView, LiveCamera } from "../../cameras/index.ts";
import css from "./EntranceFirst.module.css";
import { useMainDoor } from "./main-door.ts";

interface EntranceFirstProps {
  buildingId: string;
  /** Over the picture of the call. */
  onDark?: boolean;
  /** The door's own button, once the entrance was seen. */
  children: ReactNode;
}

/**
 * Whoever rings by the sign at the entrance may have a photograph of it, far away: the building's own camera is seen
 * before its door can be opened. Where it shows nothing that is said, and asked for.
 */
export function EntranceFirst({ buildingId, onDark = false, children }: EntranceFirstProps) {
  const mayWatch = useMay("cameras.view", { buildingId });
  const { door, isAsked, timeZone } = useMainDoor(buildingId);
  const camera = mayWatch
    ? (door?.cameras.find(({ id }) => id === door.cameraId) ?? door?.cameras[0])
    : undefined;
  const [view, setView] = useState<CameraView | null>(null);
  const [wasSeen, setSeen] = useState(false);
  const [isConfirmed, setConfirmed] = useState(false);
  if (isAsked) {
    return null;
  }
  return (
    <div className={joined(css["entrance"], onDark && css["dark"])}>
      {camera === undefined ? null : (
        <LiveCamera
          key={camera.id}
          buildingId={buildingId}
          camera={camera}
          timeZone={timeZone}
          isOnTop
          className={css["picture"]}
          onView={(now) => {
            setView(now);
            setSeen((before) => before || now.kind === "live");
          }}
        />
      )}
      {wasSeen || isConfirmed ? (
        children
      ) : (
        <NotSeen isMissing={camera === undefined} view={view} onConfirm={() => setConfirmed(true)} />
      )}
    </div>
  );
}

interface NotSeenProps {
  isMissing: boolean;
  view: CameraView | null;
  onConfirm(): void;
}

function NotSeen({ isMissing, view, onConfirm }: NotSeenProps) {
  const isWaiting = !isMissing && (view === null || (view.kind === "connecting" && !view.isSlow));
  return (
    <>
      <p className={css["words"]} role="status">
        {isMissing
          ? "No hay cámara de la entrada: desde aquí no puedes ver quién está en la puerta. Un letrero fotografiado timbra desde cualquier lugar."
          : isWaiting
            ? "Mira primero la entrada: un letrero fotografiado timbra desde cualquier lugar."
            : "La cámara de la entrada no muestra imagen: desde aquí no puedes ver quién está en la puerta."}
      </p>
      {isWaiting ? (
        <Button wide disabled>
          Abrir cuando veas la entrada
        </Button>
      ) : (
        <Button wide look="quiet" className={css["confirm"]} onClick={onConfirm}>
          Abrir sin ver la entrada
        </Button>
      )}
    </>
  );
}
