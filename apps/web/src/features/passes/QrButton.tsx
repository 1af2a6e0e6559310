import { IconQrcode } from "@tabler/icons-react";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type QrReader, qrReader } from "../../lib/qr-reader.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Modal } from "../../ui/Modal.tsx";
import css from "./GuestFound.module.css";

interface QrButtonProps {
  /** The code that a QR says. */
  onCode(code: string): void;
}

/** Looks for a guest's QR with the device's camera. */
export function QrButton({ onCode }: QrButtonProps) {
  const [isLooking, setLooking] = useState(false);
  return (
    <>
      <IconButton label="Leer QR con la cámara" className={css["qr"]} onClick={() => setLooking(true)}>
        <IconQrcode aria-hidden="true" size={26} />
      </IconButton>
      <Modal isOpen={isLooking} title="Leer QR" narrow onClose={() => setLooking(false)}>
        {isLooking ? (
          <Looking
            onCode={(code) => {
              setLooking(false);
              onCode(code);
            }}
          />
        ) : null}
      </Modal>
    </>
  );
}

/** A guest's QR says the code and nothing else. */
const CODE = /^\d{6,12}$/;
/** Between two looks at the picture: a tablet has other work as well. */
const LOOK_MS = 150;

/** A frame that is not there yet cannot be read; so many one after the other are the reader's own failure. */
const FAILURES = 20;

function Looking({ onCode }: QrButtonProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"asking" | "looking" | "other" | "refused" | "broken">("asking");
  const found = useEffectEvent(onCode);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let reader: QrReader | undefined;
    let failures = 0;
    let isGone = false;
    const look = async (picture: HTMLVideoElement) => {
      let said: string | null = null;
      try {
        reader ??= await qrReader();
        said = await reader.read(picture);
        failures = 0;
      } catch {
        failures += 1;
      }
      if (isGone) {
        reader?.close();
        return;
      }
      if (failures === FAILURES) {
        setState("broken");
        stop(stream);
        return;
      }
      if (said !== null && CODE.test(said.trim())) {
        found(said.trim());
        return;
      }
      if (said !== null) {
        setState("other");
      }
      timer = setTimeout(() => void look(picture), LOOK_MS);
    };
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: "environment" } });
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
      setState("looking");
      void look(video.current);
    };
    void begin();
    return () => {
      isGone = true;
      clearTimeout(timer);
      stop(stream);
      reader?.close();
    };
  }, []);

  if (state === "refused" || state === "broken") {
    return (
      <p role="alert">
        {state === "refused"
          ? "No pudimos usar la cámara. Revisa el permiso de cámara de tu navegador, o escribe el código."
          : "Este navegador no pudo leer el QR. Escribe el código."}
      </p>
    );
  }
  return (
    <div className={css["looking"]}>
      <video ref={video} className={css["video"]} autoPlay muted playsInline />
      <p role="status">
        {state === "other"
          ? "Ese QR no es de una invitación de Umbral."
          : "Pon el QR de la invitación frente a la cámara."}
      </p>
    </div>
  );
}

function stop(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) {
    track.stop();
  }
}
