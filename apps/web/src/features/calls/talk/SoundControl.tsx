import { IconVolume, IconVolume2, IconVolumeOff } from "@tabler/icons-react";
import { useEffect, useId, useState } from "react";
import { useStore } from "../../../lib/store.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { canSetVolume, findSpeakers, type Speaker, soundOutput } from "../media/index.ts";
import css from "./CallStage.module.css";

interface SoundButtonProps {
  isOpen: boolean;
  /** What it opens. */
  panelId: string;
  onPress(): void;
}

/** Opens how loud the other side is heard; where the device alone decides that, there is none. */
export function SoundButton({ isOpen, panelId, onPress }: SoundButtonProps) {
  const { volume } = useStore(soundOutput);
  const [isOffered] = useState(canSetVolume);
  const Icon = volume === 0 ? IconVolumeOff : volume < 0.5 ? IconVolume2 : IconVolume;
  return isOffered ? (
    <button
      type="button"
      className={css["control"]}
      aria-label="Volumen"
      title="Volumen"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      data-off={volume === 0 || undefined}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
    </button>
  ) : null;
}

/** How loud, and on which speaker where the browser lets a page choose one of several. */
export function SoundPanel({ id, onClose }: { id: string; onClose(): void }) {
  const fieldId = useId();
  const { volume, speakerId } = useStore(soundOutput);
  const speakers = useSpeakers();
  const percent = Math.round(volume * 100);
  return (
    <section
      id={id}
      className={css["soundPanel"]}
      aria-label="Sonido de la llamada"
      onKeyDown={({ key }) => (key === "Escape" ? onClose() : undefined)}
    >
      <label htmlFor={fieldId}>Volumen</label>
      <input
        // Opened to be moved: the arrows work at once.
        // biome-ignore lint/a11y/noAutofocus: the button that was pressed opens this and nothing else.
        autoFocus
        id={fieldId}
        type="range"
        min={0}
        max={100}
        step={5}
        value={percent}
        aria-valuetext={`${percent} %`}
        onChange={({ target }) => soundOutput.setVolume(target.valueAsNumber / 100)}
      />
      <output htmlFor={fieldId}>{percent} %</output>
      {percent === 0 ? (
        <p className={css["soundHint"]} role="status">
          Así no oyes a la otra persona.
        </p>
      ) : null}
      {speakers.length > 1 ? (
        <>
          <label htmlFor={`${fieldId}-speaker`}>Altavoz</label>
          <select
            id={`${fieldId}-speaker`}
            value={speakers.some((speaker) => speaker.id === speakerId) ? speakerId : ""}
            onChange={({ target }) => soundOutput.setSpeaker(target.value)}
          >
            <option value="">El del sistema</option>
            {speakers.map((speaker) => (
              <option key={speaker.id} value={speaker.id}>
                {speaker.name}
              </option>
            ))}
          </select>
        </>
      ) : null}
    </section>
  );
}

function useSpeakers(): readonly Speaker[] {
  const [speakers, setSpeakers] = useState<readonly Speaker[]>([]);
  useEffect(() => {
    findSpeakers().then(setSpeakers, reportTrouble);
  }, []);
  return speakers;
}
