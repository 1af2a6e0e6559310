import { IconMaximize, IconRewindBackward5, IconRewindForward5 } from "@tabler/icons-react";
import type { Clip } from "@umbral/contract/clips/clips.contract";
import { type KeyboardEvent, useRef, useState } from "react";
import { formatSeconds } from "../../lib/dates.ts";
import { IconButton, joined } from "../../ui/Button.tsx";
import { PlayButton, welcomesMotion } from "../../ui/PlayButton.tsx";
import playback from "../../ui/Playback.module.css";
import css from "./ClipPlayer.module.css";
import { lengthOfClip } from "./clips.strings.ts";

/** Of the arrow keys, and of the buttons beside play. */
const STEP_S = 1;
const LEAP_S = 5;
/** Speeds, each after the one before. */
const SPEEDS = [1, 2, 0.5] as const;
const speedWords = { 1: "1×", 2: "2×", 0.5: "½×" } as const;

interface ClipVideoControlsProps {
  clip: Clip;
  src: string;
  /** What it shows, for who cannot see it. */
  label: string;
  /** This browser does not play it. */
  onRefused: () => void;
  /** It played, and the rest of it did not come: the line is gone, or its address was good long enough. */
  onBrokenOff: () => void;
}

/**
 * A video with the building's own clock over it: played, paused, and moved through with buttons, with the slider, or with the
 * arrow keys and the space bar. It begins by itself only where motion is welcome.
 */
export function ClipVideoControls({ clip, src, label, onRefused, onBrokenOff }: ClipVideoControlsProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [speed, setSpeed] = useState<(typeof SPEEDS)[number]>(1);
  // A video in fragments says how long it is once all of it was read; what was told of it holds until then.
  const [length, setLength] = useState(lengthOfClip(clip));
  const now = formatSeconds(new Date(Date.parse(clip.startedAt) + at * 1000), clip.timeZone);

  const moveTo = (seconds: number) => {
    const to = Math.min(length, Math.max(0, seconds));
    setAt(to);
    if (video.current) {
      video.current.currentTime = to;
    }
  };
  const toggle = () => {
    const element = video.current;
    if (element?.paused) {
      // Taken back by a pause before it began, which is no failure.
      element.play().catch(() => undefined);
    } else {
      element?.pause();
    }
  };
  const nextSpeed = () => {
    const next = SPEEDS[(SPEEDS.indexOf(speed) + 1) % SPEEDS.length] ?? 1;
    setSpeed(next);
    if (video.current) {
      video.current.playbackRate = next;
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    // Buttons take the space bar themselves, and the slider the arrows.
    const tag = event.target instanceof HTMLElement ? event.target.tagName : "";
    if ((event.key === "ArrowLeft" || event.key === "ArrowRight") && tag !== "INPUT") {
      event.preventDefault();
      moveTo(at + (event.key === "ArrowLeft" ? -STEP_S : STEP_S));
    } else if (event.key === " " && !/^(BUTTON|INPUT)$/.test(tag)) {
      event.preventDefault();
      toggle();
    }
  };

  return (
    <fieldset className={css["player"]} aria-label={label} onKeyDown={handleKey}>
      <div className={playback["stage"]}>
        <video
          ref={video}
          src={src}
          aria-label={label}
          muted
          playsInline
          preload="auto"
          autoPlay={welcomesMotion()}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onEnded={() => setPlaying(false)}
          onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
          onDurationChange={({ currentTarget: { duration } }) => {
            if (Number.isFinite(duration) && duration > 0) {
              setLength(duration);
            }
          }}
          onError={({ currentTarget: { error } }) =>
            error?.code === MediaError.MEDIA_ERR_NETWORK ? onBrokenOff() : onRefused()
          }
        />
        <p className={playback["time"]}>{now}</p>
      </div>
      <div className={playback["controls"]}>
        <IconButton label="Atrás 5 segundos" onClick={() => moveTo(at - LEAP_S)}>
          <IconRewindBackward5 aria-hidden="true" size={24} />
        </IconButton>
        <PlayButton isPlaying={isPlaying} onPress={toggle} />
        <IconButton label="Adelante 5 segundos" onClick={() => moveTo(at + LEAP_S)}>
          <IconRewindForward5 aria-hidden="true" size={24} />
        </IconButton>
        <input
          type="range"
          className={joined(playback["slider"], css["moment"])}
          aria-label="Momento del clip"
          aria-valuetext={now}
          min={0}
          max={length}
          step={0.1}
          value={at}
          onChange={(event) => moveTo(Number(event.target.value))}
        />
        <IconButton label={`Velocidad: ${speedWords[speed]}`} className={css["speed"]} onClick={nextSpeed}>
          <span aria-hidden="true">{speedWords[speed]}</span>
        </IconButton>
        {document.fullscreenEnabled ? (
          <IconButton
            label="Pantalla completa"
            onClick={() => void video.current?.requestFullscreen().catch(() => undefined)}
          >
            <IconMaximize aria-hidden="true" size={22} />
          </IconButton>
        ) : null}
      </div>
    </fieldset>
  );
}
