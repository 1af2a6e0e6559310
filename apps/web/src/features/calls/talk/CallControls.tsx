import {
  IconCameraRotate,
  IconDeviceCctv,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconRefresh,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import { type ReactNode, useId, useRef, useState } from "react";
import type { CallActions } from "../session/index.ts";
import css from "./CallStage.module.css";
import { SoundButton, SoundPanel } from "./SoundControl.tsx";

interface CallControlsProps {
  actions: CallActions;
  /** Shows the entrance's camera, or takes it away; null where there is none to be seen. */
  entrance: { isOpen: boolean; toggle(): void } | null;
}

/** The buttons of a call. What cannot be done now has none. */
export function CallControls({ actions, entrance }: CallControlsProps) {
  const soundId = useId();
  const soundButton = useRef<HTMLSpanElement>(null);
  const [isSoundOpen, setSoundOpen] = useState(false);
  const closeSound = () => {
    setSoundOpen(false);
    soundButton.current?.querySelector("button")?.focus();
  };
  return (
    <section className={css["controls"]} aria-label="Controles de la llamada">
      {isSoundOpen ? <SoundPanel id={soundId} onClose={closeSound} /> : null}
      <Control label="Silenciar micrófono" icon={<IconMicrophone />} act={actions.mute} />
      <Control label="Activar micrófono" icon={<IconMicrophoneOff />} act={actions.unmute} isOff />
      <Control label="Apagar cámara" icon={<IconVideo />} act={actions.cameraOff} />
      <Control label="Encender cámara" icon={<IconVideoOff />} act={actions.cameraOn} isOff />
      <Control label="Cambiar de cámara" icon={<IconCameraRotate />} act={actions.switchCamera} />
      {entrance === null ? null : (
        <button
          type="button"
          className={css["control"]}
          aria-label="Ver la entrada"
          title="Ver la entrada"
          aria-pressed={entrance.isOpen}
          data-off={entrance.isOpen || undefined}
          onClick={entrance.toggle}
        >
          <IconDeviceCctv aria-hidden="true" />
        </button>
      )}
      <span ref={soundButton} className={css["soundButton"]}>
        <SoundButton isOpen={isSoundOpen} panelId={soundId} onPress={() => setSoundOpen(!isSoundOpen)} />
      </span>
      <Control label="Intentar de nuevo" icon={<IconRefresh />} act={actions.retry} />
      {actions.hangUp === undefined ? null : (
        <button type="button" className={css["hangUp"]} onClick={actions.hangUp}>
          <IconPhoneOff aria-hidden="true" size={26} />
          <span>
            Terminar<span className={css["more"]}> llamada</span>
          </span>
        </button>
      )}
    </section>
  );
}

interface ControlProps {
  label: string;
  icon: ReactNode;
  act: (() => void) | undefined;
  /** It stands for something that is switched off. */
  isOff?: boolean;
}

function Control({ label, icon, act, isOff }: ControlProps) {
  return act === undefined ? null : (
    <button
      type="button"
      className={css["control"]}
      aria-label={label}
      title={label}
      data-off={isOff || undefined}
      onClick={act}
    >
      <span aria-hidden="true">{icon}</span>
    </button>
  );
}
