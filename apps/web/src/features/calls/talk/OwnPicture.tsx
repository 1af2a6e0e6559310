import { IconVideoOff } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import type { DeviceState, LocalMediaView } from "../media/index.ts";
import css from "./CallStage.module.css";

const offWords: Partial<Record<DeviceState, string>> = { asking: "Cámara…", off: "Cámara apagada" };

/** What the other side sees of oneself, small; as in a mirror when it is the front camera. */
export function OwnPicture({ own }: { own: LocalMediaView }) {
  const video = useRef<HTMLVideoElement>(null);
  const { picture } = own;
  useEffect(() => {
    const element = video.current;
    if (element !== null && picture !== null) {
      element.srcObject = new MediaStream([picture]);
    }
    return () => {
      if (element !== null) {
        element.srcObject = null;
      }
    };
  }, [picture]);
  return (
    <div className={css["own"]}>
      {own.camera === "on" ? (
        <video
          ref={video}
          aria-label="Tu cámara"
          autoPlay
          muted
          playsInline
          data-mirrored={own.facing === "user" || undefined}
        />
      ) : (
        <span className={css["ownOff"]}>
          <IconVideoOff aria-hidden="true" size={28} stroke={1.6} />
          <span>{offWords[own.camera] ?? "Sin cámara"}</span>
        </span>
      )}
    </div>
  );
}
