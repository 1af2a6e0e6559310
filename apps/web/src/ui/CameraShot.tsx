import { IconCamera } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import css from "./CameraShot.module.css";
import { Modal } from "./Modal.tsx";
import { still } from "./still.ts";

interface CameraShotProps {
  isOpen: boolean;
  facing: "user" | "environment";
  onClose(): void;
  onShot(photo: File): void;
}

/** Takes one picture with the device's camera. */
export function CameraShot({ isOpen, onClose, ...rest }: CameraShotProps) {
  return (
    <Modal isOpen={isOpen} title="Tomar foto" onClose={onClose} narrow>
      {isOpen ? <Viewfinder {...rest} /> : null}
    </Modal>
  );
}

function Viewfinder({ facing, onShot }: Pick<CameraShotProps, "facing" | "onShot">) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"asking" | "ready" | "refused">("asking");

  useEffect(() => {
    let stream: MediaStream | undefined;
    let isGone = false;
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: facing } });
      } catch {
        // Refused, no camera, or an address that is not https: the sentence covers all three.
        setState("refused");
        return;
      }
      if (isGone || video.current === null) {
        stop(stream);
        return;
      }
      video.current.srcObject = stream;
    };
    void begin();
    return () => {
      isGone = true;
      stop(stream);
    };
  }, [facing]);

  const shoot = async () => {
    if (video.current !== null) {
      onShot(await still(video.current));
    }
  };

  if (state === "refused") {
    return (
      <p role="alert">
        No pudimos usar la cámara. Revisa el permiso de cámara de tu navegador, o elige una foto guardada.
      </p>
    );
  }
  return (
    <div className={css["shot"]}>
      <video
        ref={video}
        className={facing === "user" ? css["mirror"] : css["video"]}
        autoPlay
        muted
        playsInline
        onLoadedData={() => setState("ready")}
      />
      <Button
        icon={<IconCamera aria-hidden="true" size={20} />}
        disabled={state !== "ready"}
        onClick={() => void shoot()}
      >
        Tomar foto
      </Button>
    </div>
  );
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) {
    track.stop();
  }
}
