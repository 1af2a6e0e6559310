import { IconCamera } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import css from "./CameraShot.module.css";
import { Modal } from "./Modal.tsx";

/** The server keeps pictures at this size at most; more would only be slower to send. */
const LONGEST_SIDE_PX = 1600;
const JPEG_QUALITY = 0.88;

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

/** The frame that is showing, as a JPEG file. */
async function still(video: HTMLVideoElement): Promise<File> {
  const scale = Math.min(1, LONGEST_SIDE_PX / Math.max(video.videoWidth, video.videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  canvas.getContext("2d")?.drawImage(video, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  if (blob === null) {
    throw new Error("The frame could not be encoded");
  }
  return new File([blob], "foto.jpg", { type: "image/jpeg" });
}
