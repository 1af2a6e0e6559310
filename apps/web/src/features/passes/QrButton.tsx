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

/** Looks for a guest's QR with the device's camera. Not there in a browser that cannot read one. */
export function QrButton({ onCode }: QrButtonProps) {
  const [reader, setReader] = useState<QrReader | null>(null);
  const [isLooking, setLooking] = useState(false);
  useEffect(() => {
    let isHere = true;
    void qrReader().then((found) => {
      if (isHere) {
        setReader(found);
      }
    });
    return () => {
      isHere = false;
    };
  }, []);
  return reader === null ? null : (
    <>
      <IconButton label="Leer QR con la cámara" className={css["qr"]} onClick={() => setLooking(true)}>
        <IconQrcode aria-hidden="true" size={26} />
      </IconButton>
      <Modal isOpen={isLooking} title="Leer QR" narrow onClose={() => setLooking(false)}>
        {isLooking ? (
          <Looking
            reader={reader}
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

function Looking({ reader, onCode }: QrButtonProps & { reader: QrReader }) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<"asking" | "looking" | "other" | "refused">("asking");
  const found = useEffectEvent(onCode);

  useEffect(() => {
    let stream: MediaStream | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isGone = false;
    const look = async (picture: HTMLVideoElement) => {
      // A frame that is not there yet cannot be read: the next one can.
      const said = await reader.read(picture).catch(() => null);
      if (isGone) {
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
    };
  }, [reader]);

  if (state === "refused") {
    return (
      <p role="alert">
        No pudimos usar la cámara. Revisa el permiso de cámara de tu navegador, o escribe el código.
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
