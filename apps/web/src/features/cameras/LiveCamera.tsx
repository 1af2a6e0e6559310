import { IconCloudOff, IconPlayerPause, IconVideo, IconVideoOff } from "@tabler/icons-react";
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react";
import { useNow } from "../../lib/useNow.ts";
import { joined } from "../../ui/Button.tsx";
import { useIsPageCovered } from "../../ui/topLayer.ts";
import type { CameraView } from "./camera-view.ts";
import { ageWords, cameraLabel, viewSentence } from "./cameras.strings.ts";
import css from "./LiveCamera.module.css";
import { LiveClock } from "./LiveClock.tsx";
import { useLiveCamera } from "./useLiveCamera.ts";
import { useSeen } from "./useSeen.ts";

interface LiveCameraProps {
  buildingId: string;
  camera: { id: string; name: string };
  /** Of the building; its usual one when nobody knows. */
  timeZone?: string | undefined;
  /** `cover` fills the frame, `contain` shows all of the picture. */
  fit?: "cover" | "contain";
  /** Something else is in front: the camera rests. */
  isCovered?: boolean;
  /** The screen says once that the building is away, and since when: not each of its cameras. */
  isAwayTold?: boolean;
  /** It stands in what covers the page, and does not rest for that. */
  isOnTop?: boolean;
  /** Drawn over the picture. */
  children?: ReactNode;
  /** Hears how it is, each time that this changes. */
  onView?: ((view: CameraView) => void) | undefined;
  className?: string | undefined;
}

/** A camera's live picture with its name, a running clock, and how it is. Needs the camera's id as key. */
export function LiveCamera({
  buildingId,
  camera,
  timeZone,
  fit = "cover",
  isCovered = false,
  isAwayTold = false,
  isOnTop = false,
  children,
  onView,
  className,
}: LiveCameraProps) {
  const figure = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const isSeen = useSeen(figure);
  const isPageCovered = useIsPageCovered();
  const { view, pictureAt } = useLiveCamera(
    buildingId,
    camera.id,
    canvas,
    isSeen && !isCovered && (isOnTop || !isPageCovered),
  );
  const isLive = view.kind === "live";
  const tell = useEffectEvent(() => onView?.(view));
  // biome-ignore lint/correctness/useExhaustiveDependencies: told when how it is changes.
  useEffect(() => {
    tell();
  }, [view]);
  return (
    <figure ref={figure} className={joined(css["camera"], css[fit], className)} data-camera-state={view.kind}>
      <canvas ref={canvas} className={css["picture"]} role="img" aria-label={cameraLabel(camera.name)} />
      <figcaption className={css["caption"]}>
        <span className={css["name"]}>
          <span className={css["dot"]} aria-hidden="true" />
          {camera.name}
        </span>
        {isLive ? <LiveClock timeZone={timeZone} className={css["clock"]} /> : null}
        {/* Of another picture the age is reckoned anew, and not by the last minute's end. */}
        {pictureAt === null ? null : <PictureAge key={pictureAt} at={pictureAt} timeZone={timeZone} />}
      </figcaption>
      {isLive ? null : <State view={view} timeZone={timeZone} isAwayTold={isAwayTold} />}
      {isAwayTold && view.kind === "away" ? null : (
        <Announcement name={camera.name} view={view} timeZone={timeZone} />
      )}
      {children}
    </figure>
  );
}

const icons: Readonly<Record<Exclude<CameraView["kind"], "live">, ReactNode>> = {
  connecting: <IconVideo size={28} stroke={1.6} />,
  stalled: <IconPlayerPause size={28} stroke={1.6} />,
  "no-signal": <IconVideoOff size={28} stroke={1.6} />,
  away: <IconCloudOff size={28} stroke={1.6} />,
  unreachable: <IconCloudOff size={28} stroke={1.6} />,
  refused: <IconVideoOff size={28} stroke={1.6} />,
};

interface StateProps {
  view: CameraView;
  timeZone: string | undefined;
}

/** How old what is shown is, until the live picture comes. */
function PictureAge({ at, timeZone }: { at: string; timeZone: string | undefined }) {
  const now = useNow(60_000);
  return (
    <time className={css["clock"]} dateTime={at}>
      {ageWords(at, now, timeZone)}
    </time>
  );
}

function State({ view, timeZone, isAwayTold }: StateProps & { isAwayTold: boolean }) {
  // A time of yesterday is told with its date.
  const now = useNow(60_000);
  return view.kind === "live" ? null : (
    <div className={joined(css["state"], view.kind === "connecting" && css["patient"])}>
      <span className={css["icon"]} aria-hidden="true">
        {icons[view.kind]}
      </span>
      {isAwayTold && view.kind === "away" ? null : <p>{viewSentence(view, now, timeZone)}</p>}
    </div>
  );
}

/** Speaks when a camera stops working and when it is back, and is silent while it does what it should. */
function Announcement({ name, view, timeZone }: StateProps & { name: string }) {
  const [wasTrouble, setWasTrouble] = useState(false);
  const isTrouble = view.kind !== "live" && !(view.kind === "connecting" && !view.isSlow);
  if (isTrouble && !wasTrouble) {
    setWasTrouble(true);
  }
  const isWorthSaying = isTrouble || (wasTrouble && view.kind === "live");
  return (
    <p className="um-hidden" role="status">
      {isWorthSaying ? `${cameraLabel(name)}: ${viewSentence(view, new Date(), timeZone)}` : null}
    </p>
  );
}
