import { IconVolume } from "@tabler/icons-react";
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "../../../lib/store.ts";
import { reportTrouble } from "../../../lib/trouble.ts";
import { Button } from "../../../ui/Button.tsx";
import { Zoomable } from "../../../ui/Zoomable.tsx";
import { soundAsChosen, soundOutput } from "../media/index.ts";
import css from "./CallStage.module.css";

interface RemotePictureProps {
  /** Null before there is any. */
  stream: MediaStream | null;
  label: string;
  /** The sound is heard either way. */
  isShown: boolean;
  isDimmed: boolean;
}

/** Sound and picture of the other side. A picture of the other shape than the window is shown whole. */
export function RemotePicture({ stream, label, isShown, isDimmed }: RemotePictureProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [shape, setShape] = useState<"wide" | "tall">("wide");
  const [isMute, setMute] = useState(false);

  const output = useStore(soundOutput);
  useEffect(() => {
    if (video.current !== null) {
      soundAsChosen(video.current, output).catch(reportTrouble);
    }
  }, [output]);

  const play = useCallback(async () => {
    try {
      await video.current?.play();
      setMute(false);
    } catch (error) {
      // A page that nobody has touched may not sound; another stream coming in is no refusal.
      setMute(error instanceof DOMException && error.name === "NotAllowedError");
    }
  }, []);

  useEffect(() => {
    const element = video.current;
    if (element === null || stream === null) {
      return;
    }
    element.srcObject = stream;
    void play();
    return () => {
      element.srcObject = null;
    };
  }, [stream, play]);

  return (
    <>
      {isShown && !isDimmed ? <Ambience video={video} /> : null}
      <div className={css["remote"]} data-hidden={!isShown || undefined}>
        <Zoomable label="Llamada en video" className={css["whole"]}>
          {/* biome-ignore lint/a11y/useMediaCaption: nobody writes captions of a live call. */}
          <video
            ref={video}
            className={css["moving"]}
            aria-label={label}
            autoPlay
            playsInline
            aria-hidden={!isShown}
            data-shape={shape}
            data-dimmed={isDimmed || undefined}
            onResize={({ currentTarget: { videoWidth, videoHeight } }) =>
              setShape(videoHeight > videoWidth ? "tall" : "wide")
            }
          />
        </Zoomable>
      </div>
      {isMute ? (
        <div className={css["sound"]}>
          <Button icon={<IconVolume aria-hidden="true" size={22} />} onClick={() => void play()}>
            Activar sonido
          </Button>
        </div>
      ) : null}
    </>
  );
}

/** Colours of the picture, blurred, where the window is of another shape than it. A few pixels, now and then. */
function Ambience({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const timer = setInterval(() => {
      const { current: target } = canvas;
      const { current: source } = video;
      if (target !== null && source !== null && source.videoWidth > 0) {
        target.getContext("2d")?.drawImage(source, 0, 0, target.width, target.height);
      }
    }, 400);
    return () => clearInterval(timer);
  }, [video]);
  return <canvas ref={canvas} className={css["ambience"]} width={24} height={16} />;
}
