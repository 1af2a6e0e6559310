import { IconPlayerSkipBack, IconPlayerSkipForward } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useState } from "react";
import { formatSeconds } from "../../lib/dates.ts";
import { IconButton } from "../../ui/Button.tsx";
import { PlayButton, welcomesMotion } from "../../ui/PlayButton.tsx";
import playback from "../../ui/Playback.module.css";
import { StorageImage } from "../../ui/StorageImage.tsx";
import { Zoomable } from "../../ui/Zoomable.tsx";
import { intrusionSentences } from "./intrusions.strings.ts";
import css from "./PictureSequence.module.css";

/** About as quickly as the pictures were taken. */
const STEP_MS = 500;

interface PictureSequenceProps {
  pictures: readonly { src: string; takenAt: string }[];
  /** What they show, for who cannot see them. */
  label: string;
  timeZone: string;
}

/**
 * The pictures of one event, one after the other: played, paused, or stepped through with buttons, with the
 * slider, or with the arrow keys and the space bar. It begins by itself only where motion is welcome.
 */
export function PictureSequence({ pictures, label, timeZone }: PictureSequenceProps) {
  const [at, setAt] = useState(0);
  const [isPlaying, setPlaying] = useState(() => pictures.length > 1 && welcomesMotion());
  const last = pictures.length - 1;
  const shown = pictures[at];

  useEffect(() => {
    if (!isPlaying) {
      return;
    }
    const timer = setTimeout(() => {
      if (at >= last) {
        setPlaying(false);
      } else {
        setAt(at + 1);
      }
    }, STEP_MS);
    return () => clearTimeout(timer);
  }, [isPlaying, at, last]);

  if (shown === undefined) {
    return <p className={playback["none"]}>{intrusionSentences.noPhotos}</p>;
  }

  const step = (to: number) => {
    setPlaying(false);
    setAt(Math.min(last, Math.max(0, to)));
  };
  const toggle = () => {
    if (!isPlaying && at >= last) {
      setAt(0);
    }
    setPlaying(!isPlaying);
  };
  const handleKey = (event: KeyboardEvent) => {
    // Buttons take the space bar themselves, and the slider the arrows.
    const isControl = event.target instanceof HTMLElement && /^(BUTTON|INPUT)$/.test(event.target.tagName);
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      step(at + (event.key === "ArrowLeft" ? -1 : 1));
    } else if (event.key === " " && !isControl) {
      event.preventDefault();
      toggle();
    }
  };

  return (
    <fieldset className={css["sequence"]} aria-label={label} onKeyDown={handleKey}>
      <Zoomable label={label} className={playback["stage"]}>
        {/* All of them are fetched at once: a picture that is still on its way would make a gap. */}
        {pictures.map(({ src, takenAt }, index) => (
          <div key={takenAt + String(index)} hidden={index !== at}>
            <StorageImage
              src={src}
              alt={`${label}, foto ${index + 1} de ${pictures.length}`}
              className={playback["picture"]}
            />
          </div>
        ))}
        <p className={playback["time"]}>{formatSeconds(shown.takenAt, timeZone)}</p>
      </Zoomable>
      {last > 0 ? (
        <div className={playback["controls"]}>
          <IconButton label="Foto anterior" disabled={at === 0} onClick={() => step(at - 1)}>
            <IconPlayerSkipBack aria-hidden="true" size={22} />
          </IconButton>
          <PlayButton isPlaying={isPlaying} onPress={toggle} />
          <IconButton label="Foto siguiente" disabled={at === last} onClick={() => step(at + 1)}>
            <IconPlayerSkipForward aria-hidden="true" size={22} />
          </IconButton>
          <input
            type="range"
            className={playback["slider"]}
            aria-label="Foto"
            aria-valuetext={`Foto ${at + 1} de ${pictures.length}`}
            min={0}
            max={last}
            step={1}
            value={at}
            onChange={(event) => step(Number(event.target.value))}
          />
          <p className={css["count"]}>
            {at + 1} / {pictures.length}
          </p>
        </div>
      ) : null}
    </fieldset>
  );
}
