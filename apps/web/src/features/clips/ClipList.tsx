import { IconMovie } from "@tabler/icons-react";
import type { Clip } from "@umbral/contract/clips/clips.contract";
import { useState } from "react";
import { formatSeconds } from "../../lib/dates.ts";
import { useEventNews } from "../../lib/useEventNews.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./ClipPlayer.module.css";
import { ClipPlayer } from "./ClipPlayer.tsx";
import { type ClipSubject, useClipsOf } from "./clips.api.ts";
import { clipSentences } from "./clips.strings.ts";

/** The clips of one thing that happened, each played where it stands. Nothing where there is none, or while that is asked. */
export function ClipList({ label, ...subject }: ClipSubject & { label: string }) {
  const { data: clips = [], refetch } = useClipsOf(subject);
  // A clip is told half a minute after what it is of.
  useEventNews("event_clip", { buildingId: subject.buildingId, isFirstPage: true, refresh: refetch });
  return clips.length === 0 ? null : <ClipChoice clips={clips} label={label} />;
}

/** Opens one of these clips at a time. */
export function ClipChoice({ clips, label }: { clips: readonly Clip[]; label: string }) {
  const [openId, setOpenId] = useState<string | null>(null);
  const open = clips.find(({ id }) => id === openId);
  // One that goes while it is looked at says so itself.
  const kept = clips.filter(({ id, state }) => state !== "gone" || id === openId);
  // Of an alarm that was raised again one camera has several: their hours tell them apart.
  const whichOf = ({ cameraName, startedAt, timeZone }: Clip) =>
    clips.filter((clip) => clip.cameraName === cameraName).length > 1
      ? `${cameraName}, ${formatSeconds(startedAt, timeZone)}`
      : cameraName;
  return (
    <div className={css["list"]}>
      {open === undefined ? null : (
        <ClipPlayer key={open.id} clip={open} label={`Clip de ${open.cameraName}: ${label}`} />
      )}
      {kept.length === 0 ? <p className={css["hint"]}>{clipSentences.gone}</p> : null}
      <div className={css["buttons"]}>
        {kept
          .filter(({ id }) => id !== openId)
          .map((clip) => (
            <Button
              key={clip.id}
              look="quiet"
              icon={<IconMovie aria-hidden="true" size={20} />}
              onClick={() => setOpenId(clip.id)}
            >
              {clipSentences.see}
              {clips.length > 1 ? `: ${whichOf(clip)}` : <span className="um-hidden"> de {label}</span>}
            </Button>
          ))}
      </div>
    </div>
  );
}
