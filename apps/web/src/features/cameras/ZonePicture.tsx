import { useRef } from "react";
import { useNow } from "../../lib/useNow.ts";
import { cameraLabel, viewSentence } from "./cameras.strings.ts";
import css from "./MotionZones.module.css";
import { useLiveCamera } from "./useLiveCamera.ts";
import { useSeen } from "./useSeen.ts";

/** What a saved camera sees now, whole and in its own shape. Needs the camera's id as key. */
export function LivePicture({
  buildingId,
  camera,
}: {
  buildingId: string;
  camera: { id: string; name: string };
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { view } = useLiveCamera(buildingId, camera.id, canvas, useSeen(canvas));
  const now = useNow(60_000);
  return (
    <>
      {/* Until a picture says otherwise it has the usual shape: nothing jumps. */}
      <canvas
        ref={canvas}
        className={css["picture"]}
        width={1280}
        height={720}
        role="img"
        aria-label={cameraLabel(camera.name)}
      />
      {view.kind === "live" ? null : <p className={css["words"]}>{viewSentence(view, now, undefined)}</p>}
    </>
  );
}

/** The one picture that was taken of a source that is not saved yet; before it an empty frame. */
export function TriedPicture({ picture }: { picture: string | null }) {
  return picture === null ? (
    <div className={css["empty"]}>
      <p className={css["words"]}>Cuando la cámara responda verás aquí su imagen.</p>
    </div>
  ) : (
    <img
      className={css["picture"]}
      src={`data:image/jpeg;base64,${picture}`}
      alt="Imagen de la cámara, con sus zonas"
      draggable={false}
    />
  );
}
